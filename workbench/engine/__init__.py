"""What happens to an op: build, export, run, compare.

torch, onnx and onnxruntime live here and nowhere else; modules import them late, so that
the command line starts at once. User code runs only in a host's forked child (``host.py``).
"""
