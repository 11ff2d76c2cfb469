"""Parses a rule's text; the grammar stands in the package's docstring."""

from __future__ import annotations

import ast
import functools
import warnings
from collections.abc import Mapping

from workbench.core.errors import UserError
from workbench.core.shape_rule.nodes import Cond, Expr, is_shape
from workbench.core.shape_rule.reader import Reader
from workbench.core.shape_rule.scope import INDEX, OF_A_LIST, Scope, expanded
from workbench.core.shape_rule.syntax import why_no_expression

__all__ = [
    "CONDITION_HINT",
    "GRAMMAR_HINT",
    "MAX_DEPTH",
    "MAX_LENGTH",
    "VALUE_KINDS",
    "check_part",
    "parse",
    "parse_condition",
    "parse_count",
    "parse_item",
    "parse_number",
    "parse_value",
]

MAX_LENGTH = 2000
MAX_DEPTH = 60
"""Python and C++ compilers have limits of their own; the generated text stays below them."""

GRAMMAR_HINT = (
    "A shape rule is e.g. a.shape, [a.shape[0], n], a.shape[:-1] + [k], "
    "broadcast(a.shape, b.shape), [value(k)] for the number in tensor k; 'unknown' stands for a "
    "size that only the kernel knows."
)

CONDITION_HINT = (
    'A condition is e.g. mask is None, use_mask, k > 1, mode == "bilinear", len(x.shape) == 3, '
    'x.dtype == "float16", opset >= 13; with not, and, or.'
)

_HINTS = {
    "condition": CONDITION_HINT,
    "shape rule": GRAMMAR_HINT,
    "cost": GRAMMAR_HINT,
    OF_A_LIST: f"Of each tensor of a list it is e.g. xs[{INDEX}].shape, [n, {INDEX} + 1], or [unknown].",
    "count": "A count is e.g. 3, len(xs), k, x.shape[0], or unknown.",
}
_VALUE_HINT = (
    'A rule is e.g. k + 1, s[0], x.shape[1] // groups, {"zeros": 0, "border": 1}[mode], '
    "1 if flag else 0."
)
_Names = Scope | Mapping[str, str]

VALUE_KINDS = {
    "shape": "a list of whole numbers",
    "number": "a whole number",
    "real": "a number",
    "text": "a text",
    "reals": "a list of numbers",
    "texts": "a list of texts",
}
"""What the rule of an attribute may give."""


def parse(text: str, names: _Names) -> Expr:
    """Parse the shape rule of an output.

    Args:
        text: the rule.
        names: what its names mean; argument name → declared type is enough where that is all.

    Raises:
        UserError: kind ``shape-rule``, naming the part that is wrong.
    """
    return _of(text, names, "shape rule", "shape")  # type: ignore[return-value]


def parse_item(text: str, names: _Names) -> Expr:
    """Parse the shape rule of each tensor of an output that is a list, e.g. ``xs[index].shape``.

    Args:
        text: the rule.
        names: what its names mean.

    Raises:
        UserError: kind ``shape-rule``, naming the part that is wrong.
    """
    return _of(text, names, OF_A_LIST, "shape")  # type: ignore[return-value]


def parse_count(text: str, names: _Names) -> Expr:
    """Parse how many tensors an output has that is a list, e.g. ``len(xs)``.

    Args:
        text: the rule; empty for ``unknown``.
        names: what its names mean.

    Raises:
        UserError: kind ``shape-rule``, naming the part that is wrong.
    """
    return _of(text or "unknown", names, "count", "number")  # type: ignore[return-value]


def parse_condition(text: str, names: _Names) -> Cond:
    """Parse a condition, e.g. ``mask is not None and use_mask``.

    Args:
        text: the condition.
        names: what its names mean.

    Raises:
        UserError: kind ``shape-rule``, naming the part that is wrong.
    """
    return _of(text, names, "condition", "")  # type: ignore[return-value]


def parse_value(text: str, names: _Names, kind: str) -> Expr:
    """Parse the rule of an attribute.

    Args:
        text: the rule.
        names: what its names mean.
        kind: what it gives, a key of ``VALUE_KINDS``.

    Raises:
        UserError: kind ``shape-rule``, naming the part that is wrong.
    """
    return _of(text, names, "rule", kind)  # type: ignore[return-value]


def parse_number(text: str, names: _Names) -> Expr:
    """Parse a cost, e.g. ``nbytes(a) + 2 * prod(y.shape)``.

    Args:
        text: the rule.
        names: what its names mean; outputs stand there as tensors do.

    Raises:
        UserError: kind ``shape-rule``, naming the part that is wrong.
    """
    return _of(text, names, "cost", "number")  # type: ignore[return-value]


def check_part(text: str, names: _Names) -> None:
    """See whether a named part is an expression of any kind.

    Raises:
        UserError: kind ``shape-rule``; it is none.
    """
    try:
        _of(text, names, "named part", "any")
    except UserError as error:
        try:
            parse_condition(text, names)
        except UserError:
            raise error from None


def _of(text: str, names: _Names, what: str, kind: str) -> Expr | Cond:
    found = _parsed(text, Scope.of(names).key, what, kind)
    if isinstance(found, UserError):
        raise UserError.of(found.problems)
    return found


@functools.lru_cache(maxsize=512)
def _parsed(
    text: str, key: tuple[tuple[tuple[str, str], ...], ...], what: str, kind: str
) -> Expr | Cond | UserError:
    """The same few rules are asked for at every key that is typed."""
    try:
        return _read(text, Scope.of_key(key), what, kind)
    except UserError as error:
        return error


def _read(text: str, scope: Scope, what: str, kind: str) -> Expr | Cond:
    hint = _HINTS.get(what, _VALUE_HINT)
    if len(text) > MAX_LENGTH:
        raise UserError("shape-rule", f"the {what} is longer than {MAX_LENGTH} characters")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Python's opinion of '0is' and the like
            tree = ast.parse(text.strip(), mode="eval").body
        _check_depth(tree, what, hint)
        tree = expanded(tree, scope, what)
        _check_depth(tree, what, hint)
        _check_divisors(tree, what)
        parser = Reader(scope, what, hint)
        if not kind:
            return parser.cond(tree)
        expr = parser.given(tree, kind)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        reason = why_no_expression(error, text.strip())
        raise UserError("shape-rule", f"'{text}' is no {what}: {reason}", hint) from None
    if kind == "shape" and not is_shape(expr):
        raise UserError(
            "shape-rule",
            f"'{text}' gives one number, not a shape",
            f"Write [{text}] for a 1-d output." if what == "shape rule" else f"Write [{text}].",
        )
    return expr


def _check_depth(tree: ast.AST, what: str, hint: str) -> None:
    if _depth(tree) > MAX_DEPTH:
        raise UserError("shape-rule", f"the {what} is nested too deeply", hint)


def _check_divisors(tree: ast.AST, what: str) -> None:
    for node in ast.walk(tree):
        match node:
            case ast.BinOp(op=ast.Div() | ast.FloorDiv() | ast.Mod(), right=ast.Constant(value=0)):
                reason = f"'{ast.unparse(node)}' in the {what}: division by zero"
                raise UserError("shape-rule", reason, "Divide by something that is not 0.")


def _depth(tree: ast.AST) -> int:
    deepest, todo = 0, [(tree, 1)]
    while todo:
        node, depth = todo.pop()
        deepest = max(deepest, depth)
        todo += [(child, depth + 1) for child in ast.iter_child_nodes(node)]
    return deepest
