"""The cells of a check, run: in PyTorch and against the reference, then in ONNX Runtime."""
