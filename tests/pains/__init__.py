"""What users of this field suffer from, and the mistakes that engineers make, reproduced for real.

Each test makes the situation in an op's folder, with the real compilers, PyTorch and ONNX Runtime,
and holds what is told then: the cause, where it is, and the next step; a fix that is offered mends it.
The thread in a test's name or docstring is the public one that the pain was found in.
"""
