"""Rules: the small expressions that give an output's shape, an attribute's value, or a condition.

A rule is written once and feeds output allocation, the fake kernel, ``setType`` of the
symbolic function and ONNX Runtime's shape inference. It is parsed with ``ast`` into the
few node types of ``nodes.py`` and never evaluated as Python source. ``docs/rules.md`` has an
example of each construct.

Grammar (Python's own syntax and precedence)::

    rule  := shape                      of an output
           | shape | dim | real | text | [real, ...] | FLOAT_LIST | [text, ...]
                                        of an attribute, as its type has it
    shape := ARG.shape                  sizes of a tensor argument
           | OUTPUT.shape               what the rule of another output gives
           | LIST[INT].shape            sizes of one tensor of a ``tensor[]`` argument
           | INT_LIST                   an ``int[]`` argument
           | [dim, ...]
           | shape[i:j] | shape + shape
           | broadcast(shape, shape)    numpy's rule
           | shape if cond else shape | {KEY: shape, ...}[key]
    dim   := INT | INT_ARG | shape[dim] | len(shape) | len(INT_LIST) | len(LIST) | unknown
           | dim (+ - * // % **) dim | -dim | min(dim, dim...) | max(dim, dim...)
           | dim if cond else dim | {KEY: dim, ...}[key]
           | value(ARG)                 the one element of a tensor argument
           | value(ARG, dim)            an element of a 1-d tensor argument
           | int(real) | floor(real)    rounded towards zero, and down
           | opset                      that of the nodes; not in the rule of an output
    real  := dim | FLOAT | FLOAT_ARG | FLOAT_LIST[dim] | value(...) | real (+ - * /) real | -real
           | min(real, real...) | max(real, real...) | real if cond else real
           | {KEY: real, ...}[key]
    text  := "TEXT" | TEXT_ARG | ARG.dtype | LIST[INT].dtype | text if cond else text | {KEY: text, ...}[key]
    key   := text | dim, as the keys of the table are
    cond  := ARG is None | ARG is not None | LIST[INT] is None | LIST[INT] is not None | BOOL_ARG | not cond
           | cond and cond | cond or cond | cond if cond else cond
           | real (== != < <= > >=) real | text (== !=) text | shape (== !=) shape
           | text in (text, ...) | real not in (real, ...)

The rule of an output that is a list of tensors gives the sizes of each, and has in addition::

    shape := LIST[index].shape          sizes of the tensor at the same place of an argument
    text  := LIST[index].dtype          element type of the tensor at the same place
    dim   := index                      which tensor of the output it is, from 0

How many tensors such an output has is a ``dim``; ``unknown`` where only the kernel knows.

A name under ``[let]`` stands for its expression wherever one of that kind may stand.

``unknown`` is a size that only the kernel knows; the kernel then allocates the output. A size
made from ``value()`` is known wherever there are data, so the runtime allocates the output; in
an exported graph it is not known. Outside of ``int()`` and ``floor()``, ``value()`` must be a
whole number.

A cost is a ``dim`` in which outputs may be named as arguments are, and that has two functions more::

    dim   := prod(shape)                the product of the sizes
           | nbytes(ARG) | nbytes(LIST) bytes of a tensor, of a list's tensors; 0 where it is None
"""

from workbench.core.shape_rule.evaluate import (
    ITEM,
    OPSET,
    NotKnownError,
    ShapeError,
    dtype_key,
    evaluate,
    evaluate_count,
    evaluate_number,
    evaluate_output,
    evaluate_value,
    holds,
    may_hold,
)
from workbench.core.shape_rule.nodes import (
    Cond,
    Expr,
    arguments_of,
    asks_for_item,
    compares,
    depends_on_value,
    dtypes_of,
    is_data_dependent,
    is_open,
    is_shape,
    needs_opset,
    parts,
)
from workbench.core.shape_rule.parser import (
    CONDITION_HINT,
    GRAMMAR_HINT,
    MAX_DEPTH,
    MAX_LENGTH,
    VALUE_KINDS,
    check_part,
    parse,
    parse_condition,
    parse_count,
    parse_item,
    parse_number,
    parse_value,
)
from workbench.core.shape_rule.scope import FUNCTIONS, INDEX, WORDS, Scope, names_for
from workbench.core.shape_rule.solve import solved

__all__ = [
    "CONDITION_HINT",
    "FUNCTIONS",
    "GRAMMAR_HINT",
    "INDEX",
    "ITEM",
    "MAX_DEPTH",
    "MAX_LENGTH",
    "OPSET",
    "VALUE_KINDS",
    "WORDS",
    "Cond",
    "Expr",
    "NotKnownError",
    "Scope",
    "ShapeError",
    "arguments_of",
    "asks_for_item",
    "check_part",
    "compares",
    "depends_on_value",
    "dtype_key",
    "dtypes_of",
    "evaluate",
    "evaluate_count",
    "evaluate_number",
    "evaluate_output",
    "evaluate_value",
    "holds",
    "is_data_dependent",
    "is_open",
    "is_shape",
    "may_hold",
    "names_for",
    "needs_opset",
    "parse",
    "parse_condition",
    "parse_count",
    "parse_item",
    "parse_number",
    "parse_value",
    "parts",
    "solved",
]
