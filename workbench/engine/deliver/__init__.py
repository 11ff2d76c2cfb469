"""Writes a verified op in a form that leaves the program, and uses it in a fresh place."""
