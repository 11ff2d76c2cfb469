"""What is known of an op that torch has: its schema, what it takes, what it gives."""
