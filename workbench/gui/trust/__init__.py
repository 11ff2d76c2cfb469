"""Code from elsewhere is compiled and run only after a question."""
