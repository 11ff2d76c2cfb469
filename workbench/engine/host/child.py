"""A job's child process: limits, its channel to the host, and how it ends."""

from __future__ import annotations

import ctypes
import mmap
import os
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from workbench.core import jobs
from workbench.core.errors import Problem, UserError
from workbench.core.jobs import Job, Limits
from workbench.engine.host import bounds, copies, frames, places, sanitizers

__all__ = ["CLOSED", "UNEXPECTED", "Channel", "JobFailedError", "run_child", "serve_job"]

CLOSED = 121
"""The exit status of a child that cannot speak to its host any more."""
UNEXPECTED = "unexpected"
"""The kind of an error that arose in none of the op's files: damaged memory can show itself so."""

_PR_SET_PDEATHSIG = 1
_IOLBF = 1


class JobFailedError(Exception):
    """A stage has failed and reported it; the rest of the job is left out."""


class Channel:
    """How a job's child speaks: events to the host, one JSON line each."""

    def __init__(self, descriptor: int, job: Job) -> None:
        self._descriptor = descriptor
        self._folder = getattr(job, "folder", "")
        self.job_id = job.id

    def send(self, event: jobs.Event) -> None:
        """Send one event. A process that a kernel forked off does not speak for the job."""
        copies.end_copy()
        data = jobs.encode(event)
        try:
            while data:
                data = data[os.write(self._descriptor, data) :]
        except OSError:
            os._exit(CLOSED)

    def log(self, text: str) -> None:
        """Text for the log."""
        self.send(jobs.Log(self.job_id, text))

    def progress(
        self, stage: str, done: int, total: int, text: str, usual: float = 0.0, file: str = ""
    ) -> None:
        """How far a stage is, the seconds that this step usually takes, and the file whose code it runs."""
        self.send(jobs.Progress(self.job_id, stage, done, total, text, usual, file))

    @contextmanager
    def stage(self, name: str) -> Iterator[StageOutcome]:
        """Run a stage: says when it starts, and how it ended.

        A ``UserError`` inside ends the stage as failed, with its problems.

        Raises:
            JobFailedError: after a failed stage.
        """
        self.send(jobs.StageStarted(self.job_id, name))
        outcome = StageOutcome()
        start = time.monotonic()
        failed: tuple[Problem, ...] = ()
        try:
            yield outcome
        except UserError as error:
            failed = tuple(bounds.placed(p, self._folder) for p in error.problems)
        copies.end_copy()
        if copies.came_back():
            failed = (places.located(copies.FORKED, copies.forked_at()),)
        seconds = time.monotonic() - start
        status = "failed" if failed else outcome.status
        problems = failed or tuple(outcome.problems)
        result = None if failed else outcome.result
        self.send(jobs.StageEnded(self.job_id, name, status, seconds, problems, result))
        if failed:
            raise JobFailedError


class StageOutcome:
    """What a stage that did not fail has to say."""

    def __init__(self) -> None:
        self.status = "ok"
        self.problems: list[Problem] = []
        self.result: jobs.Result | None = None


def run_child(
    job: Job,
    work: Callable[[Job, Channel], None],
    descriptor: int,
    output: int,
    memory: mmap.mmap,
    python: int,
) -> None:
    """The whole life of the forked child; never returns.

    Args:
        job: what to do.
        work: does it.
        descriptor: where events go.
        output: where the job's stdout and stderr go.
        memory: what it notes its end in.
        python: the file in which Python notes it.
    """
    os.setsid()
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    serve_job(job, work, descriptor, memory, python)


def serve_job(
    job: Job,
    work: Callable[[Job, Channel], None],
    descriptor: int,
    memory: mmap.mmap | None = None,
    python: int = -1,
) -> None:
    """Do a job in this process and end with it; stdout and stderr are the job's already."""
    status = 1
    copies.begin()
    channel = Channel(descriptor, job)
    try:
        _prepare_libc()
        if not sanitizers.sanitized() and (first := sanitizers.runtimes(job)):
            sanitizers.restart(job, first, descriptor)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
        if memory is not None:
            frames.begin(memory, descriptor, python)
            places.begin(job)
        _limit(job.limits)
        work(job, channel)
        status = 0
    except JobFailedError:
        status = 0
    except MemoryError:
        channel.send(_internal(job, "the job ran out of memory", _memory_hint(job.limits)))
    except SystemExit as error:
        message = f"the Python code ended the process: sys.exit({error.code!r})"
        channel.send(_internal(job, message, "Raise an exception to report an error.", error))
    except Exception as error:  # the job loop: whatever user code raised must reach the user
        traceback.print_exc()
        message = f"{type(error).__name__}: {error}"
        hint = "The log (-v on the command line) has the whole traceback."
        channel.send(_internal(job, message, hint, error))
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def _prepare_libc() -> None:
    libc = ctypes.CDLL(None)
    # However the host ends, its child does not outlive it.
    libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    # A kernel's exit() would run the handlers of libraries whose threads the fork left behind,
    # and wait for those; handlers run last in, first out, so this one ends the process at once.
    libc.on_exit(libc._exit, None)
    # stdout is a pipe here: by lines, so that what was printed before a crash is not lost.
    libc.setvbuf(ctypes.c_void_p.in_dll(libc, "stdout"), None, _IOLBF, 0)


def _internal(
    job: Job, message: str, hint: str, error: BaseException | None = None
) -> jobs.StageEnded:
    file, line = _location(job, error) if error is not None else ("", 0)
    kind = "failed" if file or error is None else UNEXPECTED
    problem = Problem(kind, message[:2000], hint, file=file, line=line)
    return jobs.StageEnded(job.id, "", "failed", 0.0, (problem,))


def _location(job: Job, error: BaseException) -> tuple[str, int]:
    """Where in the op's own files an error arose."""
    folder = getattr(job, "folder", "")
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if folder and frame.filename.startswith(folder + os.sep):
            return frame.filename, frame.lineno or 0
    return "", 0


def _memory_hint(limits: Limits) -> str:
    return f"The limit is {limits.memory >> 20} MiB."


def _limit(limits: Limits) -> None:
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sanitizers.sanitized():
        return  # it maps terabytes that it never uses, and keeps to a limit of its own
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    wanted = limits.memory if hard == resource.RLIM_INFINITY else min(limits.memory, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (wanted, hard))
