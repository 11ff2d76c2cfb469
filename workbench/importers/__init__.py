"""New ops from what others wrote: C++, torch's schemas, ONNX models.

Rooms: ``cpp`` (reads C++ with tree-sitter), ``schemas`` (torch's notation, and what is registered),
``drafts`` (a declaration from what was read, with what the source could not say as gaps).
"""
