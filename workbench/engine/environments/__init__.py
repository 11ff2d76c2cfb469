"""What is added on request, in an environment of its own: fetched, used, removed."""
