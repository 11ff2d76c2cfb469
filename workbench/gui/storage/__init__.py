"""What keeps edits safe: the journal and its recovery, changes by other programs, archives."""
