"""Kernels compiled with ``-fsanitize=…``: linked with its runtime, and run where that comes first.

AddressSanitizer's runtime must be loaded before everything else, so no child that is forked off
a running host can use it. Such a job's child starts a program of its own in its place, with the
runtimes in ``LD_PRELOAD``; it is the same process, with the same pipes to the host.
"""

from __future__ import annotations

import ctypes
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from workbench.core import jobs
from workbench.core.declaration.op import Op
from workbench.core.errors import Problem, UserError
from workbench.core.jobs import Job
from workbench.engine import compilers
from workbench.engine.compilers import SANITIZE, compiler

__all__ = [
    *("asked", "asked_flags", "look_for_runtimes", "program", "report", "restart"),
    *("runtime_environment", "runtimes", "sanitized"),
]

_NEEDED = re.compile(rb"\0(lib(?:a|l|t|ub)san\.so)[.\d]*(?=\0)")
_OPTIONS = {
    # Python and torch leave much behind, and mix new with free in places; none of it is the op's.
    "ASAN_OPTIONS": "detect_leaks=0:alloc_dealloc_mismatch=0:new_delete_type_mismatch=0:"
    "detect_odr_violation=0",
    "UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1",
    "LSAN_OPTIONS": "detect_leaks=0",
    # Once one is found, the memory is in no state that the next could be trusted in.
    "TSAN_OPTIONS": "halt_on_error=1",
}
_OfOp = jobs.ExportJob | jobs.RunJob | jobs.CaptureJob | jobs.CellsJob | jobs.CellsRunJob
_MARK = "OP_WORKBENCH_SANITIZED"
_ADDR_NO_RANDOMIZE = 0x0040000  # sys/personality.h
_CXX = "libstdc++.so.6"


def asked_flags(flags: Sequence[str]) -> tuple[str, ...]:
    """Those among a compiler's flags that ask for a sanitizer."""
    return tuple(flag for flag in flags if flag.startswith(SANITIZE))


def asked(op: Op | None) -> bool:
    """Whether an op's flags ask for a sanitizer."""
    return op is not None and bool(asked_flags(_flags(op)))


def _flags(op: Op) -> tuple[str, ...]:
    return (*op.kernel.compile_flags, *op.kernel.link_flags)


def runtimes(job: Job) -> list[str]:
    """The files that must be loaded first for a job; empty for nearly all."""
    names: list[str] = []
    op = getattr(job, "op", None)
    flags: tuple[str, ...] = (f"{SANITIZE}address",)
    if isinstance(job, _OfOp) and op is not None:
        flags = _flags(op)
        names = compilers.runtimes(asked_flags(flags))
    elif isinstance(job, jobs.RunJob) and Path(job.ort_library).is_file():
        # A library without its op: what it needs says what it was compiled with.
        needed = _NEEDED.findall(Path(job.ort_library).read_bytes())
        names = sorted({name.decode() for name in needed})
    # It looks for the functions that it wraps when it is loaded, and Python itself has no C++
    # library.
    chosen = compiler(flags) if names else None
    files = [chosen.runtime(name) or name for name in names] if chosen else []
    return [*files, chosen.runtime(_CXX) or _CXX] if chosen else []


def look_for_runtimes(flags: Sequence[str], flag: str) -> None:
    """See that what a flag asks for is on this machine.

    Raises:
        UserError: kind ``sanitizer``; it is not.
    """
    try:
        chosen = compiler([*flags, flag])
        missing = [name for name in compilers.runtimes([flag]) if not chosen.runtime(name)]
    except UserError:
        missing = compilers.runtimes([flag])
    if missing:
        raise UserError(
            "sanitizer",
            f"the runtime of {flag} is not on this machine ({', '.join(missing)})",
            "g++ brings it (Debian: apt install g++).",
        )


def sanitized() -> bool:
    """Whether this process runs with such a runtime."""
    return _MARK in os.environ


def restart(job: Job, first: Sequence[str], descriptor: int) -> None:
    """Go on with a job in a new program, in the place of this one; does not return.

    Args:
        job: what to do.
        first: the files to load before everything else.
        descriptor: where events go.
    """
    os.set_inheritable(descriptor, True)
    if any("libtsan" in name for name in first):
        # ThreadSanitizer wants its shadow memory where a loader at random addresses may be.
        ctypes.CDLL(None).personality(_ADDR_NO_RANDOMIZE)
    command, environment, _ = program(job, first, descriptor)
    os.execve(command[0], command, environment)


def program(
    job: Job, first: Sequence[str], descriptor: int
) -> tuple[list[str], dict[str, str], int]:
    """The program that does a job with such runtimes.

    Args:
        job: what to do.
        first: the files to load before everything else.
        descriptor: where events go.

    Returns:
        Its command, its environment, and the descriptor that it reads the job from.
    """
    request = os.memfd_create("job", 0)
    os.write(request, jobs.encode(job))
    os.lseek(request, 0, os.SEEK_SET)
    environment = {**runtime_environment(job.limits.memory), _MARK: "1"}
    environment["LD_PRELOAD"] = ":".join([*first, *filter(None, [os.environ.get("LD_PRELOAD")])])
    module = "workbench.engine.host.sanitized"
    command = [sys.executable, "-P", "-m", module, str(descriptor), str(request)]
    return command, environment, request


def runtime_environment(memory: int = 0) -> dict[str, str]:
    """What a program with a sanitizer runs with.

    Args:
        memory: how many bytes it may take; 0 for no limit.
    """
    environment = dict(os.environ)
    limits = {"ASAN_OPTIONS": f"hard_rss_limit_mb={memory >> 20}" if memory else ""}
    for name, options in _OPTIONS.items():
        given = (options, limits.get(name), os.environ.get(name))
        environment[name] = ":".join(filter(None, given))
    return environment


# Without the colon it tells that it cannot work itself.
_ERROR = re.compile(r"(?:ERROR|WARNING): (\w+Sanitizer): ((?:attempting |data )?\S+)")
_ACCESS = re.compile(r"^(READ|WRITE) of size (\d+)", re.MULTILINE)
_FRAME = re.compile(r"^ *#\d+ (?:0x[0-9a-f]+ in )?(.*?):(\d+)(?::\d+)?(?: \(\S+\))?$", re.MULTILINE)
_UB = re.compile(r"^(.+?):(\d+):(\d+): runtime error: (.+)$", re.MULTILINE)
_WHAT = {
    "SEGV": "the kernel uses memory that is not its own",
    "data race": "one thread writes what another one uses at the same time",
    "allocation-size-too-big": "the kernel asks for more memory than there is",
    "stack-overflow": "the kernel uses up its stack",
}
"""What a finding means that is no access to memory."""
_HINT = "The log has the sanitizer's whole report."


def report(printed: str, folder: str) -> Problem | None:
    """What a sanitizer has reported before it ended a process, with the first line of the op's own."""
    if found := _UB.search(printed):
        file, line, column = str(Path(folder) / found[1]), int(found[2]), int(found[3])
        if not Path(file).is_relative_to(folder):
            # Another folder, from which the very same code was compiled, or a header.
            own, at = _line_in_op(printed[found.end() :], Path(folder))
            file, line, column = (own, at, 0) if own else (file, line, column)
        what = f"the kernel does what C++ leaves undefined: {found[4]}"
        return Problem("sanitizer", what, _HINT, file, line=line, column=column)
    if not (found := _ERROR.search(printed)):
        return None
    rest = printed[found.end() :]
    what = _WHAT.get(found[2], "it ended the job")
    if access := _ACCESS.search(rest):
        verb = {"READ": "reads", "WRITE": "writes"}[access[1]]
        what = f"the kernel {verb} {access[2]} bytes where it must not"
    file, line = _line_in_op(rest, Path(folder))
    return Problem("sanitizer", f"{found[1]}: {found[2]}: {what}", _HINT, file, line=line)


def _line_in_op(frames: str, folder: Path) -> tuple[str, int]:
    """The innermost line in a file of the op's folder."""
    for frame in _FRAME.finditer(frames):
        # A function's name and a path may have spaces: the path is the end that is a file.
        words = frame[1].split(" ")
        for first in reversed(range(len(words))):
            path = folder / " ".join(words[first:])
            if path.is_relative_to(folder) and path.is_file():
                return str(path), int(frame[2])
    return "", 0
