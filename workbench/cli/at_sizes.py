"""An op that was verified, at other sizes of its dynamic axes."""

from __future__ import annotations

from collections.abc import Mapping

from workbench.core import jobs
from workbench.core.errors import UserError
from workbench.core.pipeline.at_sizes import failed_at, report_at, run_at, sizes_job
from workbench.core.pipeline.op_state import OpState, SizesReport
from workbench.engine.client import Engine

__all__ = ["at_sizes"]


def at_sizes(engine: Engine, state: OpState, sizes: Mapping[str, int]) -> SizesReport:
    """What comes of the exported model there.

    Args:
        engine: that has verified the op.
        state: what came of that.
        sizes: name of a dynamic axis → its size.
    """
    try:
        found = engine.ask(sizes_job(1, state, sizes), jobs.ExportResult)
        events = engine.run_job(run_at(2, state, found))
    except UserError as error:
        return failed_at(sizes, error.problems)
    return report_at(sizes, [e for e in events if isinstance(e, jobs.StageEnded)])
