"""A symbolic function in a Python file of the op's, for what nodes cannot say."""

from __future__ import annotations

from typing import Any

from workbench.core.mapping_kinds.kind import MappingKind

__all__ = ["KIND"]


class Written(MappingKind):
    """Nodes that are declared all the same say what ONNX Runtime must have a kernel for."""

    name = choice = "python"
    order = 20
    title = "Python: a symbolic function in a file"
    file = "mapping.py"

    def holds(self, op: Any) -> bool:
        return bool(op.mapping.source)

    def symbolic(self, op: Any) -> tuple[str, str]:
        return op.mapping.source, op.mapping.function


KIND = Written()
