"""Which stage unsaved edits concern first."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from workbench.core.op import Op
from workbench.core.stage_keys import built_part, compared_part, exported_part

__all__ = ["edited_from"]


def edited_from(now: Op, saved: Op, texts: Sequence[Path]) -> str:
    """The first stage whose work the edits undo; empty where they undo none.

    Args:
        now: the declaration as edited.
        saved: the declaration as saved.
        texts: the sources with unsaved edits.
    """
    now, saved = _in_use(now), _in_use(saved)
    if any(p.suffix != ".py" for p in texts) or built_part(now) != built_part(saved):
        return "build"
    if texts or exported_part(now) != exported_part(saved):
        return "export"
    return "compare" if compared_part(now) != compared_part(saved) else ""


def _in_use(op: Op) -> Op:
    """The op with the variant in use in its place (as ``Pipeline.update`` has it)."""
    return op.resolved() if op.variant in op.variants else op.resolved("")
