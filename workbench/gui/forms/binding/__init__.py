"""Fields are bound to the declaration: its key paths, problems, fixes and undo steps."""
