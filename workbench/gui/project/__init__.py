"""The open project, without widgets: its documents, undo steps, problems and their fixes."""
