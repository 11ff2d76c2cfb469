"""The debugger: which statement of a kernel wrote an element of an output, found with gdb.

A program of ours (``inferior.py``) runs the op; gdb, driven by its machine interface (``mi.py``,
``gdb.py``), watches the element's memory. What the user has written never runs in the process
that asks.
"""
