"""A graph in the window."""
