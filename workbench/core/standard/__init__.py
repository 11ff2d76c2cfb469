"""The standard ONNX operators, and which runtime reads which version."""
