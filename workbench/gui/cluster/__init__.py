"""Workers in the window: which are chosen, and a sweep that their machines measure."""
