"""Which stage unsaved edits concern first."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from workbench.core.declaration.op import Op
from workbench.core.pipeline.stage_keys import stage_parts

__all__ = ["edited_from"]


def edited_from(now: Op, saved: Op, texts: Sequence[Path]) -> str:
    """The first stage whose work the edits undo; empty where they undo none.

    Args:
        now: the declaration as edited.
        saved: the declaration as saved.
        texts: the sources with unsaved edits.
    """
    now, saved = _in_use(now), _in_use(saved)
    before, after = stage_parts(saved), stage_parts(now)
    stale = {stage for stage, part in after.items() if part != before[stage]}
    stale |= {"export" if path.suffix == ".py" else "build" for path in texts}
    return next((stage for stage in ("build", "export", "compare") if stage in stale), "")


def _in_use(op: Op) -> Op:
    """The op with the variant in use in its place (as ``Pipeline.update`` has it)."""
    return op.resolved() if op.variant in op.variants else op.resolved("")
