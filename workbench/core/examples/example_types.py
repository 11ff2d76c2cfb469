"""The element types of a call's examples."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from workbench.core.declaration.op import Example, Op

__all__ = ["with_types"]


def with_types(op: Op, chosen: Mapping[str, str]) -> Op:
    """The op with main examples of these element types, and these as the values of what is one.

    Args:
        op: the declaration.
        chosen: argument → element type; others stay as they are.
    """
    are_types = {a.name for a in op.args if a.is_dtype and a.name in chosen}
    inputs = [
        e if e.none else replace(e, dtype=chosen.get(e.base, e.dtype))
        for e in op.model.inputs
        if e.arg not in are_types
    ]
    inputs += [Example(name, value=chosen[name]) for name in sorted(are_types)]
    return replace(op, model=replace(op.model, inputs=tuple(inputs)))
