"""What is known about a kind of mapping."""

from __future__ import annotations

from typing import Any, ClassVar

__all__ = ["MappingKind"]


class MappingKind:
    """What an op becomes in ONNX.

    Attributes:
        name: of the object.
        order: in lists for people; where several kinds hold, the last is meant.
        title: of the choice in the form; empty for one that is not chosen there.
        choice: the name of the kind that stands for it in the form.
        file: what the Python file of the mapping is called at first; empty where it has none.
        is_generated: constants and nodes are made from the declaration.
        of_kernel: the kernel's own class says it.
    """

    name: ClassVar[str]
    order: ClassVar[int]
    title: ClassVar[str] = ""
    choice: ClassVar[str]
    file: ClassVar[str] = ""
    is_generated: ClassVar[bool] = False
    of_kernel: ClassVar[bool] = False

    def holds(self, op: Any) -> bool:
        """Whether an op's mapping is of this kind."""
        raise NotImplementedError

    def symbolic(self, op: Any) -> tuple[str, str]:
        """The Python file and the function in it that make the nodes; empty where none does."""
        return "", ""
