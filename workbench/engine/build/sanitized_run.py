"""A job once more with sanitizers in its op's code: what they find, with its line.

They see what goes wrong where it happens, a crash and wrong numbers only what comes of it. Their
builds are slow and their runtimes must be loaded before all else, so nothing is done this way
unless something has gone wrong, or somebody asks.
"""

from __future__ import annotations

import os
from collections.abc import Callable

from workbench.core.errors import Problem, UserError
from workbench.engine.build.checked import OpJob, runs_code, with_flag
from workbench.engine.compilers import SANITIZE
from workbench.engine.host import sanitizers
from workbench.engine.host.running import printed_by

__all__ = ["MEMORY", "THREADS", "finding", "sanitized_job"]

MEMORY = ("address", "undefined")
"""What may be looked for together: memory that is not the kernel's, and what C++ leaves undefined."""
THREADS = ("thread",)
"""Data races; goes with neither of them."""


def sanitized_job(job: OpJob, what: tuple[str, ...] = MEMORY) -> OpJob:
    """The same job with libraries whose code is sanitized; they are built here, in a job's child.

    Args:
        job: of an op that is compiled.
        what: the sanitizers, by the names of ``-fsanitize``.

    Raises:
        UserError: kind ``sanitizer``; there is no code to sanitize, or no runtime on this machine.
            Or the op cannot be built so.
    """
    op = runs_code(job)
    if op is None:
        raise UserError("sanitizer", "the op has no C++ code of its own that could be sanitized")
    flag = f"{SANITIZE}{','.join(what)}"
    sanitizers.look_for_runtimes((*op.kernel.compile_flags, *op.kernel.link_flags), flag)
    return with_flag(job, flag)


def finding(
    job: OpJob, seconds: float = 0.0, log: Callable[[str], None] | None = None
) -> Problem | None:
    """What the sanitizers report of a job, which is done in a process of its own.

    Args:
        job: what ``sanitized_job`` gives, or a job of an op whose own flags ask for sanitizers.
        seconds: how long it may take; 0 for the job's own limit.
        log: is given the end of what the process printed, where something was found.

    Returns:
        The finding, of kind ``sanitizer``, with file and line where they are known; None where the
        job ends, well or not, or is ended for its time, and nothing is reported.
    """
    events = os.open(os.devnull, os.O_WRONLY)
    command, environment, request = sanitizers.program(job, sanitizers.runtimes(job), events)
    try:
        printed = printed_by(command, environment, seconds or job.limits.seconds, (events, request))
    finally:
        os.close(events)
        os.close(request)
    problem = sanitizers.report(printed, job.folder)
    if problem is not None and log is not None:
        log(printed)
    return problem
