"""Shape rules: the small expressions that give an output's shape.

A rule is written once and feeds output allocation, the fake kernel, ``setType`` of the
symbolic function and ONNX Runtime's shape inference. It is parsed with ``ast`` into the
few node types below and never evaluated as Python source.

Grammar (Python's own syntax and precedence)::

    rule  := shape
    shape := ARG.shape                  sizes of a tensor argument
           | LIST_ARG                   an ``int[]`` argument
           | [dim, ...]
           | shape[i:j] | shape + shape
           | broadcast(shape, shape)    numpy's rule
           | shape if cond else shape
    dim   := INT | INT_ARG | shape[dim] | len(shape) | len(LIST_ARG) | unknown
           | dim (+ - * // %) dim | -dim | min(dim, dim...) | max(dim, dim...)
           | dim if cond else dim
    cond  := ARG is None | ARG is not None | BOOL_ARG | not cond
           | cond and cond | cond or cond

``unknown`` is a size that only the kernel knows; the kernel then allocates the output.
"""

from workbench.core.shape_rule.evaluate import ShapeError, evaluate, holds
from workbench.core.shape_rule.nodes import (
    ArgShape,
    BoolArg,
    Broadcast,
    Call,
    Concat,
    Cond,
    Expr,
    If,
    Index,
    Int,
    IntArg,
    IsNone,
    Length,
    ListArg,
    ListOf,
    Logic,
    Operation,
    Slice,
    Unknown,
    arguments_of,
    is_data_dependent,
    is_shape,
)
from workbench.core.shape_rule.parser import (
    GRAMMAR_HINT,
    MAX_DEPTH,
    MAX_LENGTH,
    parse,
    parse_condition,
)

__all__ = [
    "GRAMMAR_HINT",
    "MAX_DEPTH",
    "MAX_LENGTH",
    "ArgShape",
    "BoolArg",
    "Broadcast",
    "Call",
    "Concat",
    "Cond",
    "Expr",
    "If",
    "Index",
    "Int",
    "IntArg",
    "IsNone",
    "Length",
    "ListArg",
    "ListOf",
    "Logic",
    "Operation",
    "ShapeError",
    "Slice",
    "Unknown",
    "arguments_of",
    "evaluate",
    "holds",
    "is_data_dependent",
    "is_shape",
    "parse",
    "parse_condition",
]
