"""Whole ops: the list at the left, the header, and how ops come and go (copy, paste, delete, rename)."""
