"""C++ text as a tree: its functions, types and constants, and what a body does."""
