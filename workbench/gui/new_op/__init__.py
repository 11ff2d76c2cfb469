"""New op: its dialog, and a page for each source that an op is made from."""
