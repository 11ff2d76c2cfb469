"""Shape rules: the small expressions that give an output's shape.

A rule is written once and feeds output allocation, the fake kernel, ``setType`` of the
symbolic function and ONNX Runtime's shape inference. It is parsed with ``ast`` into the
few node types of ``nodes.py`` and never evaluated as Python source.

Grammar (Python's own syntax and precedence)::

    rule  := shape
    shape := ARG.shape                  sizes of a tensor argument
           | LIST[INT].shape            sizes of one tensor of a ``tensor[]`` argument
           | INT_LIST                   an ``int[]`` argument
           | [dim, ...]
           | shape[i:j] | shape + shape
           | broadcast(shape, shape)    numpy's rule
           | shape if cond else shape
    dim   := INT | INT_ARG | shape[dim] | len(shape) | len(INT_LIST) | len(LIST) | unknown
           | dim (+ - * // %) dim | -dim | min(dim, dim...) | max(dim, dim...)
           | dim if cond else dim
           | value(ARG)                 the one element of a tensor argument
           | value(ARG, dim)            an element of a 1-d tensor argument
           | int(real) | floor(real)    rounded towards zero, and down
    real  := dim | FLOAT | FLOAT_ARG | value(...) | real (+ - * /) real | -real
           | min(real, real...) | max(real, real...) | real if cond else real
    cond  := ARG is None | ARG is not None | BOOL_ARG | not cond
           | cond and cond | cond or cond

``unknown`` is a size that only the kernel knows; the kernel then allocates the output. A size
made from ``value()`` is known wherever there are data, so the runtime allocates the output; in
an exported graph it is not known. Outside of ``int()`` and ``floor()``, ``value()`` must be a
whole number.

A cost is a ``dim`` in which outputs may be named as arguments are, and that has two functions more::

    dim   := prod(shape)                the product of the sizes
           | nbytes(ARG) | nbytes(LIST) bytes of a tensor, of a list's tensors; 0 where it is None
"""

from workbench.core.shape_rule.evaluate import ShapeError, evaluate, evaluate_number, holds
from workbench.core.shape_rule.nodes import (
    Cond,
    Expr,
    arguments_of,
    depends_on_value,
    is_data_dependent,
    is_shape,
)
from workbench.core.shape_rule.parser import (
    GRAMMAR_HINT,
    MAX_DEPTH,
    MAX_LENGTH,
    parse,
    parse_condition,
    parse_number,
)

__all__ = [
    "GRAMMAR_HINT",
    "MAX_DEPTH",
    "MAX_LENGTH",
    "Cond",
    "Expr",
    "ShapeError",
    "arguments_of",
    "depends_on_value",
    "evaluate",
    "evaluate_number",
    "holds",
    "is_data_dependent",
    "is_shape",
    "parse",
    "parse_condition",
    "parse_number",
]
