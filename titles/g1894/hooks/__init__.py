"""Hook modules of 1894."""
