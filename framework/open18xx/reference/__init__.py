"""What is printed of a title: sheets to cut out, and the rule reference."""
