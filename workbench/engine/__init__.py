"""What happens to an op: build, export, run, compare.

torch, onnx and onnxruntime live here and nowhere else; modules import them late, so that
the command line starts at once. User code runs only in a host's forked child (``host/child.py``).

Rooms: ``host`` (a host process and the child of a job), ``build``, ``export``, ``run`` (the jobs),
``onnx`` (models), ``values`` (arrays and tensors), ``parity`` (what is held against what),
``survey`` (ops that torch has). Here: the two host programs, the client that drives them for the
command line, the store of what was built, the C++ compilers and the rest of the toolchain.
"""
