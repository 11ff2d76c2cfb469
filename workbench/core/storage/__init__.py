"""A project on disk: its files, archives, journal, older versions, and who is trusted."""
