"""What of a check is under way: a job with its cells, a closer look with its build."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from workbench.core import jobs
from workbench.core.cells import Cell
from workbench.core.cells.passes import Pass
from workbench.core.declaration.op import Op
from workbench.core.errors import Problem
from workbench.core.pipeline.parity import PYTORCH, RUNTIME

__all__ = ["Look", "Running"]


class Running:
    """A job of cells under way."""

    def __init__(self, job: jobs.Job, cells: Iterable[Cell], look: Look | None) -> None:
        self.job = job
        self.look = look
        self.side = RUNTIME if isinstance(job, jobs.CellsRunJob) else PYTORCH
        self.left = list(cells)
        self.began = False
        self.problems: tuple[Problem, ...] = ()


class Look:
    """A closer look, under way."""

    def __init__(self, kind: Pass, cells: Sequence[Cell], first: int) -> None:
        self.kind = kind
        pairs = kind.cells(cells, first)
        self.cells = [made for made, _ in pairs]
        self.all_cells = tuple(self.cells)
        self.made_of = {made.number: cell for made, cell in pairs}
        self.build: jobs.BuildResult | None = None
        self.begun = False

    def build_job(self, number: int, folder: str, op: Op) -> jobs.BuildJob:
        """The build that it needs."""
        return jobs.BuildJob(
            number,
            folder,
            self.kind.op(op),
            look=True,
            backward=not self.kind.flags,
            dual=self.kind.dual,
        )

    @property
    def side(self) -> str:
        return PYTORCH if self.kind.in_torch else RUNTIME
