"""The delivery of a model that an op was applied to."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from workbench.core.applying.words import AppliedWords
from workbench.core.delivery import Form
from workbench.core.errors import UserError
from workbench.core.jobs import ApplyJob, ApplyResult, DeliverJob, ExportedCase
from workbench.core.pipeline.op_state import STATUS_WORDS

__all__ = ["delivery_of", "refuse_further"]


def refuse_further(libraries: Sequence[object]) -> None:
    """Raise UserError (kind ``deliver``) where a model needs further op libraries."""
    if libraries:
        hint = "Deliver the op by itself: op-workbench deliver."
        reason = "a delivery has the op's own library, and no further one"
        raise UserError("deliver", reason, hint)


def delivery_of(
    job: ApplyJob, applied: ApplyResult, form: Form, target: Path, zipped: bool
) -> DeliverJob:
    """The job that delivers the changed model, with what it was run on.

    Args:
        job: that has applied the op; its folder is still there.
        applied: what came of it.
        form: in which it is delivered.
        target: the folder or archive to make.
        zipped: whether it is an archive.

    Raises:
        UserError: kind ``deliver``; the model needs further op libraries.
    """
    refuse_further(job.libraries)
    op = job.op.resolved()
    tolerances = {n: t for n in ("rtol", "atol") if (t := getattr(job, n)) >= 0}
    op = replace(
        op,
        model=replace(op.model, **tolerances),
        # The body of a function that an export carries is not in this model.
        mapping=replace(op.mapping, fallback=""),
    )
    by = "the model as it was" if applied.compared else ""
    case = ExportedCase("", applied.changed, applied.inputs, applied.outputs, applied.outputs, by)
    return DeliverJob(
        job.id + 1,
        job.folder,
        op,
        form.name,
        str(target),
        zipped,
        job.ort_library,
        (case,),
        applied.status,
        STATUS_WORDS[applied.status],
        applied.compared,
        about=f"The model is `{Path(job.given).name}` with the op: {AppliedWords(applied).places}.",
    )
