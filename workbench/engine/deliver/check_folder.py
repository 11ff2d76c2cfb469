"""The check folder of an op that is run by it on this machine."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from workbench.core.errors import UserError
from workbench.core.jobs import DeliverJob, ExportedCase, RuntimeJob
from workbench.engine.deliver.forms.check import WRITER

__all__ = ["write_check_folder"]


def write_check_folder(job: RuntimeJob, cases: Sequence[ExportedCase], folder: Path) -> None:
    """Write it, as ``deliver --form check`` does.

    Args:
        job: what runs it.
        cases: those that are run.
        folder: is made.

    Raises:
        UserError: kind ``runtime``; an op of this kind has none.
    """
    reason, hint = WRITER.form.refusal(job.op)
    if reason:
        raise UserError("runtime", reason, hint)
    folder.mkdir()
    delivery = DeliverJob(
        job.id,
        job.folder,
        job.op,
        WRITER.name,
        str(folder),
        zipped=False,
        ort_library=job.ort_library,
        cases=tuple(cases),
        status="agrees",  # this and the verdict are its README's, which is not written
        verdict="agrees",
        compared=(),
        torch_library=job.torch_library,
    )
    WRITER.write(delivery, folder)
