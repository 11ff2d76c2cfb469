"""What a table offers to whoever makes its rows before they are needed."""

from __future__ import annotations

from typing import Protocol

from workbench.core.declaration.op import Op

__all__ = ["ReadyRows"]


class ReadyRows(Protocol):
    """A table that keeps rows which no op needs at the moment."""

    def needed(self, op: Op) -> int:
        """How many rows an op needs."""
        ...

    def capacity(self) -> int:
        """How many there are, with those that are not needed now."""
        ...

    def prepare_row(self) -> None:
        """Make one more, before it is needed."""
        ...
