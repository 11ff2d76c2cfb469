"""The picture of a mapping, and the browser of the ONNX operators that it is made of."""
