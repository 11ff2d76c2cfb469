"""Which stage unsaved edits concern first."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from workbench.core.declaration.declared import Stage
from workbench.core.declaration.op import Op
from workbench.core.pipeline.stage_keys import stage_parts

__all__ = ["EditedFrom"]


class EditedFrom:
    """Which stage unsaved edits concern first.

    Each light of each list asks it, so a pair of declarations is compared once.
    """

    def __init__(self) -> None:
        self._compared: tuple[Op, Op] | None = None
        self._stale: frozenset[Stage] = frozenset()

    def first(self, now: Op, saved: Op, texts: Sequence[Path]) -> str:
        """The first stage whose work the edits undo; empty where they undo none.

        Args:
            now: the declaration as edited.
            saved: the declaration as saved.
            texts: the sources with unsaved edits.
        """
        if self._compared is None or self._compared[0] is not now or self._compared[1] is not saved:
            before, after = stage_parts(_in_use(saved)), stage_parts(_in_use(now))
            self._stale = frozenset(s for s, part in after.items() if part != before[s])
            self._compared = (now, saved)
        of_texts = {"export" if path.suffix == ".py" else "build" for path in texts}
        stale = self._stale | of_texts
        return next((stage for stage in ("build", "export", "compare") if stage in stale), "")


def _in_use(op: Op) -> Op:
    """The op with the variant in use in its place (as ``Pipeline.update`` has it)."""
    return op.resolved() if op.variant in op.variants else op.resolved("")
