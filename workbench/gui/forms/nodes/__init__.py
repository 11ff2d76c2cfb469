"""The nodes of a mapping as cards."""
