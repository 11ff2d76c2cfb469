"""Where in the op's own code something came from that the job itself has noted: in the job's child."""

from __future__ import annotations

from pathlib import Path

import msgspec

from workbench.core.errors import Problem, UserError
from workbench.core.jobs import Job
from workbench.engine.host import frames
from workbench.engine.host.user_code import place_in

__all__ = ["begin", "located", "thrown"]


class _Now:
    """The job of this process."""

    job: Job | None = None


def begin(job: Job) -> None:
    """Before code of the user runs."""
    _Now.job = job


def located(problem: Problem, call: bytes) -> Problem:
    """A problem with the op's line that a noted call came from, where both are known."""
    # Read when something has gone wrong, and only then.
    from workbench.engine.host.stack import place_of_call

    if problem.file or not call or _Now.job is None:
        return problem
    file, line = place_of_call(call, _Now.job)
    return msgspec.structs.replace(problem, file=file, line=line) if file else problem


def thrown(error: UserError, raised: BaseException | None = None) -> UserError:
    """An error that tells of an exception of the op's, with the line that has thrown it.

    Args:
        error: what is told.
        raised: the exception, where the op's code may be Python.
    """
    first, *others = error.problems
    first = located(first, frames.noted())
    if raised is not None and not first.file and _Now.job is not None:
        file, line = place_in(raised, Path(getattr(_Now.job, "folder", "")))
        first = msgspec.structs.replace(first, file=file, line=line) if file else first
    error.problems = (first, *others)
    return error
