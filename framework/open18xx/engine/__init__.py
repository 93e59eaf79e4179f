"""The engine: games, played one action at a time."""
