"""From what a rule has given back to the arguments."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.core.shape_rule import nodes
from workbench.core.shape_rule.nodes import Expr

__all__ = ["solved"]


def solved(expr: Expr, value: object) -> Iterator[tuple[str, object]]:
    """The arguments that what a rule has given tells, with their values.

    Args:
        expr: the rule: an argument, a list of such, or a table that is asked with one.
        value: what it gave.
    """
    match expr:
        case nodes.IntArg(name) | nodes.FloatArg(name) | nodes.TextArg(name):
            yield name, value
        case nodes.ListArg(name) | nodes.RealsArg(name) if isinstance(value, list):
            yield name, tuple(value)
        case nodes.ListOf(items) if isinstance(value, list) and len(items) == len(value):
            for item, one in zip(items, value, strict=True):
                yield from solved(item, one)
        case nodes.Lookup(nodes.TextArg(name) | nodes.IntArg(name), keys, values):
            pairs = zip(keys, values, strict=True)
            fits = [k for k, v in pairs if getattr(v, "value", None) == value]
            if len(fits) == 1:
                yield name, fits[0].value  # type: ignore[union-attr]
