"""Plain data that has passed the schema, made into the frozen definition of a title."""
