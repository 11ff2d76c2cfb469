"""What is held against what: two runtimes, two runs."""
