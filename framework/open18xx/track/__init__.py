"""Track on the map: geometry of a title, what may be laid, what is reached, the best routes."""
