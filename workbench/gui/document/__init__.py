"""One op while it is edited: declaration, sources, what is on disk, what is wrong. No widgets."""
