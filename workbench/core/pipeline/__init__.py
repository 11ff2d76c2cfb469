"""What has come of an op, what is stale, and which job comes next."""
