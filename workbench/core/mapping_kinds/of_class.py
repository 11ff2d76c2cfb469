"""The ``symbolic`` that the class of a kernel in Python has itself, where no other mapping is."""

from __future__ import annotations

from typing import Any

from workbench.core.mapping_kinds.kind import MappingKind

__all__ = ["KIND"]


class OfClass(MappingKind):
    """Nothing is declared of it."""

    name = "class"
    order = 30
    choice = "nodes"
    of_kernel = True

    def holds(self, op: Any) -> bool:
        declared = op.mapping.nodes or op.mapping.source
        return op.kernel.kind.loaded_as == "class" and not declared

    def symbolic(self, op: Any) -> tuple[str, str]:
        return op.kernel.source, f"{op.kernel.function or op.torch_name}.symbolic"


KIND = OfClass()
