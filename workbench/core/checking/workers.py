"""Over which workers a check is divided, and what is said with the program that has them.

``engine/cluster/program.py`` reads one line, ``WorkersStart``, then a ``Part`` a line until its
standard input ends; each of its lines is a ``WorkersTold``.
"""

from __future__ import annotations

import importlib.util

import msgspec

from workbench.core import jobs
from workbench.core.checking.divided import PartOutcome
from workbench.core.errors import Problem

__all__ = ["CLUSTER", "ON_WORKERS", "Workers", "WorkersStart", "WorkersTold", "lacking"]

CLUSTER = "cluster"
"""The kind of what is wrong with workers."""
ON_WORKERS = "running the cells on the workers"
"""What is being done while parts are away."""
_MODULES = ("distributed", "cryptography")


class Workers(msgspec.Struct, frozen=True):
    """Which workers; none where the hosts here do all.

    Attributes:
        number: of processes on this machine.
        address: of a dask scheduler whose workers are taken instead.
    """

    number: int = 0
    address: str | None = None

    @property
    def any(self) -> bool:
        """Whether there are to be some."""
        return self.number > 0 or self.address is not None


class WorkersStart(msgspec.Struct, frozen=True):
    """The check that is divided.

    Attributes:
        workers: among which.
        folder: the op's.
        work: for the files of its cells; it is there.
        limits: of each step of a cell.
    """

    workers: Workers
    folder: str
    work: str
    limits: jobs.Limits


class WorkersTold(msgspec.Struct, frozen=True, omit_defaults=True):
    """One of these.

    Attributes:
        threads: there are workers; so many parts can be run at the same time.
        said: a line for the log.
        outcome: what came of a part.
        problem: why there is nothing more to come.
    """

    threads: int = 0
    said: str = ""
    outcome: PartOutcome | None = None
    problem: Problem | None = None


def lacking() -> Problem | None:
    """What of the extra for workers is not installed, and how to get it; None where nothing is."""
    missing = [name for name in _MODULES if importlib.util.find_spec(name) is None]
    if not missing:
        return None
    return Problem(
        CLUSTER,
        f"a check over workers needs dask.distributed: {' and '.join(missing)} cannot be found",
        "Install it: pip install 'op-workbench[cluster]'. Without workers the same check runs in "
        "the program's own hosts.",
    )
