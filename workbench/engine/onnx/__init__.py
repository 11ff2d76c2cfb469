"""ONNX models: read, looked at, and their own test cases."""
