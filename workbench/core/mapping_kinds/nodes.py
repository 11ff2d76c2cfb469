"""A mapping of nodes, as a form can say them."""

from __future__ import annotations

from typing import Any

from workbench.core.mapping_kinds.kind import MappingKind

__all__ = ["KIND"]


class Nodes(MappingKind):
    """The program writes the symbolic function."""

    name = choice = "nodes"
    order = 10
    title = "Nodes: in the forms below"
    is_generated = True

    def holds(self, op: Any) -> bool:
        return True


KIND = Nodes()
