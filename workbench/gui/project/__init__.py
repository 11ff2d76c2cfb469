"""The open project, without widgets: its ops and their folders, undo steps, the clipboard."""
