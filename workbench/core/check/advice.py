"""What a declaration may mean as it stands, and more often does not: warnings."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from workbench.core.check.ort import check_ort
from workbench.core.declaration.op import Op
from workbench.core.declaration.signature import words_in
from workbench.core.errors import Problem

__all__ = ["check_advice"]

_HINT = "Make it an input or an attribute of a node, or take it out of the arguments."


def check_advice(op: Op) -> list[Problem]:
    """The warnings of a declaration, its variants' too."""
    found = list(_unused(op.resolved("")))
    for name in op.variants:
        found += [
            msgspec.structs.replace(p, key=f"variants.{name}.{p.key}")
            for p in _unused(op.resolved(name))
        ]
    return found


def _unused(op: Op) -> Iterator[Problem]:
    """Arguments that reach no node of the mapping."""
    mapping = op.mapping
    if not op.mapping_kind.is_generated or not mapping.nodes:
        return
    used = {c.arg for c in mapping.constants}
    rules = []
    for node in mapping.nodes:
        used.update(node.inputs, (a.arg for a in node.attributes))
        rules += [node.when, node.branch, *(a.rule for a in node.attributes)]
    used |= words_in(op, rules)
    left = [a for a in op.args if a.name and a.name not in used]
    messages = " ".join(p.message for p in check_ort(op)) if left else ""
    for arg in left:
        if f"does not carry '{arg.name}'" in messages:
            continue
        yield Problem(
            "declaration",
            f"argument '{arg.name}' is not used by the mapping: the model will not have its value",
            _HINT,
            key="mapping.nodes",
            severity="warning",
        )
