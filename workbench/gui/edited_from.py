"""Which stage unsaved edits concern first."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec import UNSET

from workbench.core.op import Model, Op, Reference

__all__ = ["edited_from"]


def edited_from(now: Op, saved: Op, texts: Sequence[Path]) -> str:
    """The first stage whose work the edits undo; empty where they undo none.

    Args:
        now: the declaration as edited.
        saved: the declaration as saved.
        texts: the sources with unsaved edits.
    """
    now, saved = _in_use(now), _in_use(saved)
    if any(p.suffix != ".py" for p in texts) or _built(now) != _built(saved):
        return "build"
    if texts or _exported(now) != _exported(saved):
        return "export"
    tolerances = (now.model.rtol, now.model.atol) != (saved.model.rtol, saved.model.atol)
    return "compare" if tolerances else ""


def _in_use(op: Op) -> Op:
    """The op with the variant in use in its place (as ``Pipeline.update`` has it)."""
    return op.resolved() if op.variant in op.variants else op.resolved("")


def _built(op: Op) -> Op:
    """What the build depends on (as ``pipeline.stage_keys`` has it)."""
    replace = msgspec.structs.replace
    return replace(
        op,
        doc="",
        args=tuple(replace(a, doc="") for a in op.args),
        outputs=tuple(replace(o, doc="") for o in op.outputs),
        model=Model(),
        reference=Reference(),
    )


def _exported(op: Op) -> tuple[Model, Reference]:
    """What the export depends on beside the build."""
    return msgspec.structs.replace(op.model, rtol=UNSET, atol=UNSET), op.reference
