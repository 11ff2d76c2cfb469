"""Op Workbench: one operator from a C++ kernel to a verified ONNX Runtime run."""

__version__ = "0.1.0"
