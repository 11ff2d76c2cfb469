"""The engine's host processes, as the window sees them."""
