"""Selu as an ONNX function, written in Python.

onnxscript turns the body into nodes of opset 14. The function is saved in the model, under its
own name and domain, so that the graph shows one node while any runtime can look inside.

It uses operators whose definitions stay as they are from opset 14 to 18, so that it fits into
models of all of these: the constants are written out (a bare number would become a CastLike,
which opset 15 has changed), and Max and Min do what Where would.
"""

from onnxscript import FLOAT, opset14, script
from onnxscript.values import Opset

custom = Opset("custom-onnx-script", 1)


@script(custom, default_opset=opset14)
def Selu(x: FLOAT[...]) -> FLOAT[...]:
    alpha = opset14.Constant(value_float=1.67326)
    gamma = opset14.Constant(value_float=1.0507)
    zero = opset14.Constant(value_float=0.0)
    one = opset14.Constant(value_float=1.0)
    # Exp of what is positive might be infinite, and is not needed.
    below = alpha * (opset14.Exp(opset14.Min(x, zero)) - one)
    return gamma * (opset14.Max(x, zero) + below)
