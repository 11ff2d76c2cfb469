"""What a node loses when it becomes one of another operator, in words."""

from __future__ import annotations

from collections.abc import Iterable

from workbench.core.declaration.op import Node

__all__ = ["losses"]


def losses(before: Node, after: Node) -> list[str]:
    """What a node had and has no more.

    Args:
        before: the node as it was.
        after: the node of the other operator.

    Returns:
        A phrase for each kind of thing: ``attributes alpha, mode``; none where all was kept.
    """
    left = {a.name: a for a in after.attributes}
    given = [a.name for a in before.attributes if a.name not in left]
    # An attribute of another type cannot keep its value.
    other = [
        a.name
        for a in before.attributes
        if a.name in left
        and (a.arg, a.rule, a.value) != (left[a.name].arg, left[a.name].rule, left[a.name].value)
    ]
    found = (
        ("attribute", "attributes", given),
        ("value of", "values of", other),
        ("input", "inputs", _left_out(before.inputs, after.inputs)),
        ("output", "outputs", _left_out(before.outputs, after.outputs)),
        ("script", "scripts", [before.script] if before.script and not after.script else []),
    )
    return [f"{one if len(n) == 1 else many} {', '.join(n)}" for one, many, n in found if n]


def _left_out(before: Iterable[str], after: Iterable[str]) -> list[str]:
    kept = set(after)
    return list(dict.fromkeys(name for name in before if name and name not in kept))
