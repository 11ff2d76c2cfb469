"""What is said between the window and the program that has the workers, a line of JSON each.

``engine/cluster/program.py`` reads a start. After a ``CheckStart`` it reads a ``Part`` a line until its
standard input ends, and tells ``WorkersTold``; after a ``SweepStart`` the ``TimeJob``, as hosts read
it, and it tells ``SweepTold``. It ends what the workers do when its standard input ends.
"""

from __future__ import annotations

import msgspec

from workbench.core import jobs
from workbench.core.checking.divided import PartOutcome
from workbench.core.cluster.workers import Workers
from workbench.core.errors import Problem
from workbench.core.jobs.message import Message

__all__ = ["CheckStart", "SweepStart", "SweepTold", "WorkersTold"]


class CheckStart(Message, frozen=True):
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


class SweepStart(Message, frozen=True):
    """The sweep that is divided.

    Attributes:
        workers: whose machines measure.
    """

    workers: Workers


class WorkersTold(msgspec.Struct, frozen=True, omit_defaults=True):
    """Of a check, one of these.

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


class SweepTold(msgspec.Struct, frozen=True, omit_defaults=True):
    """Of a sweep, some of these.

    Attributes:
        said: a line for the log.
        doing: what is measured now, and where.
        results: all that was measured so far, in the order of the sweep.
        problem: why there is nothing more to come.
        over: there is nothing more to come.
    """

    said: str = ""
    doing: str = ""
    results: tuple[jobs.TimeResult, ...] | None = None
    problem: Problem | None = None
    over: bool = False
