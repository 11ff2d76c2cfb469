"""The run job: a model in ONNX Runtime with the op library."""
