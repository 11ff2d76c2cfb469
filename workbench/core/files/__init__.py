"""Files of a project: how they are read and written, and what each is for."""
