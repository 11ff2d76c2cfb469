"""A model's graph in the window: the drawing, the list of its nodes, what differs between two."""
