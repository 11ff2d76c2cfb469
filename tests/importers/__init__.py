"""What reads foreign sources."""
