"""A comparison element by element: its picture, its histogram, and the elements that are worst."""
