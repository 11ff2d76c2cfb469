"""C++ that is read, never compiled: from a file to a declaration, and back to a function's head.

tree-sitter is imported by the first text that is parsed, so importing these modules is cheap.
"""
