"""Game files: reading, writing, replaying and exporting games, our own and those of other programs."""
