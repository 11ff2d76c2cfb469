"""The variant that a model carries for runtimes without the op library."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.core.check.common import problem
from workbench.core.declaration.op import Op
from workbench.core.errors import Problem

__all__ = ["check_fallback"]

_KEY = "mapping.fallback"


def check_fallback(op: Op) -> Iterator[Problem]:
    """The problems of ``mapping.fallback``."""
    mapping, name = op.mapping, op.mapping.fallback
    if not name:
        return
    variant = op.variants.get(name)
    if variant is None:
        known = ", ".join(op.variants) or "none, and a variant has no fallback of its own"
        yield problem(_KEY, f"'{name}' is no variant of the op", f"There is: {known}.")
        return
    custom = variant.mapping.custom_nodes
    if custom:
        yield problem(
            _KEY,
            f"the variant '{name}' has the custom node {custom[0].op}, which needs a library itself",
            "Name a variant of standard nodes.",
        )
    if len(mapping.nodes) != 1 or not mapping.nodes[0].is_custom or mapping.nodes[0].when:
        yield problem(
            _KEY,
            "a fallback is the body of one custom node, and the mapping is something else",
            "Map the op to one custom node without a condition, or remove the fallback.",
        )
    if mapping.source:
        yield problem(
            _KEY,
            f"the nodes are made by {mapping.source}, so a fallback cannot be fitted to them",
            "Write the mapping as nodes, or remove the fallback.",
        )
    if op.model.source:
        yield problem(
            _KEY,
            "the model is a file of its own, and may call the op in several ways",
            "Remove the fallback, or let the model be the op alone.",
        )
    side = op.ort.side
    if not side.makes_library:
        yield problem(
            _KEY,
            f"with the implementation {side.name} nothing here runs the kernel, so the two cannot be "
            "compared",
            "Choose an implementation that has an op library, or remove the fallback.",
        )
