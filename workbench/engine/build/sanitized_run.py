"""A job once more with sanitizers in its op's code: what they find, with its line.

They see what goes wrong where it happens, a crash and wrong numbers only what comes of it. Their
builds are slow and their runtimes must be loaded before all else, so nothing is done this way
unless something has gone wrong, or somebody asks.
"""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from workbench.core import jobs
from workbench.core.errors import Problem, UserError
from workbench.core.op import Op
from workbench.engine.build import build
from workbench.engine.compilers import SANITIZE, compiler, runtimes
from workbench.engine.host import sanitizers
from workbench.engine.store import Store

__all__ = ["MEMORY", "finding", "sanitized_job"]

MEMORY = ("address", "undefined")
"""What may be looked for together: memory that is not the kernel's, and what C++ leaves undefined."""

_AnyJob = jobs.ExportJob | jobs.RunJob | jobs.CaptureJob
_TAIL = 1 << 16
_EXIT_SECONDS = 2.0


def sanitized_job(job: _AnyJob, what: tuple[str, ...] = MEMORY) -> _AnyJob:
    """The same job with libraries whose code is sanitized; they are built here, in a job's child.

    Args:
        job: of an op that is compiled.
        what: the sanitizers, by the names of ``-fsanitize``.

    Raises:
        UserError: kind ``sanitizer``; there is no code to sanitize, or no runtime on this machine.
            Or the op cannot be built so.
    """
    op = job.op
    if op is None or not op.kernel.kind.is_compiled:
        raise UserError("sanitizer", "the op has no C++ code of its own that could be sanitized")
    flag = f"{SANITIZE}{','.join(what)}"
    _look_for_runtimes(op, flag)
    flags = (*op.kernel.compile_flags, flag)
    changed = msgspec.structs.replace(
        op, kernel=msgspec.structs.replace(op.kernel, compile_flags=flags)
    )
    made = _built(job.folder, changed)
    if isinstance(job, jobs.ExportJob):
        return msgspec.structs.replace(job, op=changed, torch_library=made.torch_library)
    return msgspec.structs.replace(job, op=changed, ort_library=made.ort_library)


def _look_for_runtimes(op: Op, flag: str) -> None:
    try:
        chosen = compiler([*op.kernel.compile_flags, *op.kernel.link_flags, flag])
        missing = [name for name in runtimes([flag]) if not chosen.runtime(name)]
    except UserError:
        missing = runtimes([flag])
    if missing:
        raise UserError(
            "sanitizer",
            f"the runtime of {flag} is not on this machine ({', '.join(missing)})",
            "g++ brings it (Debian: apt install g++).",
        )


def _built(folder: str, op: Op) -> jobs.BuildResult:
    return build.build(Path(folder), op, Store(), build.Reporter())[0]


def finding(
    job: _AnyJob, seconds: float = 0.0, log: Callable[[str], None] | None = None
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
        process = subprocess.Popen(
            command,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            pass_fds=(events, request),
        )
    finally:
        os.close(events)
        os.close(request)
    printed = _printed(process, time.monotonic() + (seconds or job.limits.seconds))
    problem = sanitizers.report(printed, job.folder)
    if problem is not None and log is not None:
        log(printed)
    return problem


def _printed(process: subprocess.Popen[bytes], deadline: float) -> str:
    """The end of what a process prints; it is ended where it takes too long."""
    assert process.stdout is not None
    os.set_blocking(process.stdout.fileno(), False)
    tail = b""
    while True:
        try:
            data = os.read(process.stdout.fileno(), 1 << 16)
            if not data:
                break
            tail = (tail + data)[-_TAIL:]
        except BlockingIOError:
            if time.monotonic() >= deadline:
                process.kill()
                break
            time.sleep(0.005)
    process.stdout.close()
    try:
        process.wait(_EXIT_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    return tail.decode("utf-8", "replace")
