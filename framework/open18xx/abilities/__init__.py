"""Generic powers of private companies; a title names them in its data."""
