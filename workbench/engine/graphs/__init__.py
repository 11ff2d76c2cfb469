"""The graphs of ONNX models, anybody's: what they hold, by what two differ, what of them is drawn."""
