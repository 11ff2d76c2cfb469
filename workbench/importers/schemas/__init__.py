"""Torch's schema language, and the list of all registered ops: kept and searched."""
