"""Closer looks at a job that went wrong: ways to do it once more, so that the cause is found.

What is looked at has failed already, or gave wrong numbers; so a look may take its time. Each runs
in a child of its own, after the other, until one finds something.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from workbench.core import jobs
from workbench.core.errors import Problem
from workbench.core.jobs import Job
from workbench.engine.host.bounds import BOUNDS
from workbench.engine.host.child import UNEXPECTED, Channel

__all__ = [
    "CAUSES",
    "REPEAT",
    "SANITIZER",
    "SANITIZERS",
    "UNSET",
    "UNWRITTEN",
    "Look",
    "Looks",
    "Work",
    "suspicious",
]

Work = Callable[[Job, Channel], None]

REPEAT, UNWRITTEN, REFERENCE, SANITIZER = "repeat", "unwritten", "reference", "sanitizer"
"""Kinds of problems: a kernel does not repeat itself, leaves elements out, is not the reference, does
what it must not."""
UNSET = "unset"
"""The kind of a problem that tells of a value which is used before it is set."""
SANITIZERS = "sanitizers"
"""The name of that look."""
CAUSES = (BOUNDS, SANITIZER, UNSET)
"""The kinds of problems that a look finds."""


class Look(NamedTuple):
    """One way to look closer.

    Attributes:
        name: what it looks with, for people.
        says: for the log, before it begins.
        find: does the job so, in a child. It has found the cause where a stage fails with a problem
            whose kind is among ``CAUSES``; what else comes of the job is not told.
    """

    name: str
    says: str
    find: Callable[[Job, Channel, Work], None]


Looks = Callable[[Job], tuple[Look, ...]]


def suspicious(ended: jobs.StageEnded) -> Problem | None:
    """What a stage told that may come of something that the kernel must not do; None for nothing."""
    kinds = (REPEAT, UNWRITTEN, REFERENCE, UNEXPECTED) if ended.status == "failed" else ()
    for problem in ended.problems:
        if problem.kind in kinds and problem.severity == "error":
            return problem
    if ended.status == "differs":
        return Problem("differs", "the numbers differ")
    return None
