"""C++ that is read, never compiled: from a file to a declaration, and back to a function's head.

Rooms, each above the ones before: ``syntax`` (the text as a tree), ``headers`` (the files that it
includes), ``search`` (what it offers to make an op of), ``drafting`` (the draft of one), and ``heads``
(a kernel function's head, in any op's source). tree-sitter is imported by the first text that is
parsed, so importing these modules is cheap.
"""
