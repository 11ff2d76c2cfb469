"""What the shape rules of the op on a page give, for all that shows it there."""

from __future__ import annotations

from pathlib import Path

from workbench.core.declaration.op import Op
from workbench.core.examples.example_files import example_files, file_stamps, opened
from workbench.core.examples.example_shapes import SetShapes, example_shapes

__all__ = ["SeenShapes"]

Stamps = tuple[tuple[str, int, int], ...]


class SeenShapes:
    """The shapes for each set of examples, worked out once until the op or its files change."""

    def __init__(self) -> None:
        self._op: Op | None = None
        self._has_files = False
        self._looked_at: tuple[Path | None, Stamps] = (None, ())
        self._sets: list[SetShapes] = []

    def sets(self, op: Op, folder: Path | None) -> list[SetShapes]:
        """Those of an op; the first is of the main examples.

        Args:
            op: the op.
            folder: its folder, whose files may be examples; their headers are looked at.
        """
        another = op is not self._op
        if another:
            self._op, self._has_files = op, bool(example_files(op))
        stamps = file_stamps(op, folder) if self._has_files and folder is not None else ()
        if another or (folder, stamps) != self._looked_at:
            self._looked_at = folder, stamps
            self._sets = example_shapes(opened(op, folder) if folder is not None else op)
        return self._sets
