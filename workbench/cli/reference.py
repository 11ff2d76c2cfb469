"""``--draft-reference``: another definition of an op, written into its declaration."""

from __future__ import annotations

from pathlib import Path
from typing import TextIO

from workbench.core import jobs
from workbench.core.edits.reference import drafted_words, with_reference
from workbench.core.files.files import write_text
from workbench.core.pipeline.op_state import OpState
from workbench.core.pipeline.parity import UNVERIFIED
from workbench.core.storage import op_file
from workbench.engine.client import Engine

__all__ = ["draft", "lacks_reference"]


def lacks_reference(state: OpState) -> bool:
    """Whether a reference is what an op needs to be verified."""
    ended = state.result("compare")
    return ended is not None and any(
        p.kind == UNVERIFIED and p.key == "reference" for p in ended.problems
    )


def draft(engine: Engine, folder: Path, out: TextIO) -> bool:
    """Write the likeliest reference into an op's folder, and say what it is.

    Returns:
        Whether it is one; else it is the head of a function that is yet to be written.

    Raises:
        UserError: the declaration cannot be read or written, or no draft can be had.
    """
    op = op_file.load(folder)
    job = jobs.DraftReferenceJob(1, str(folder), op)
    chosen = engine.ask(job, jobs.DraftReferenceResult).drafts[0]
    changed = with_reference(op, chosen, [path.name for path in folder.iterdir()])
    if chosen.text:
        write_text(folder / changed.reference.source, chosen.text)
    op_file.save(folder, changed)
    print(f"{op.name}: {drafted_words(changed, chosen)}", file=out, flush=True)
    return chosen.tried
