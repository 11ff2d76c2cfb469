"""Arrays and tensors: what flows through an op, and where example inputs come from."""
