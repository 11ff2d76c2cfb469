"""What came of a check, to look at: its findings, and a map of where it is wrong."""
