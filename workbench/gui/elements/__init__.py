"""Tensors element by element: a comparison's picture, histogram and worst elements, and what inputs hold."""
