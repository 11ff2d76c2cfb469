"""New ops, and what each way of making one gives: nothing, a schema, an ONNX model (C++: ``core.cpp``)."""
