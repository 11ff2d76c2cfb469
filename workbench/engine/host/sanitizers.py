"""Kernels compiled with ``-fsanitize=…``: linked with its runtime, and run where that comes first.

AddressSanitizer's runtime must be loaded before everything else, so no child that is forked off
a running host can use it. Such a job's child starts a program of its own in its place, with the
runtimes in ``LD_PRELOAD``; it is the same process, with the same pipes to the host.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from workbench.core import jobs
from workbench.core.errors import Problem
from workbench.core.jobs import Job
from workbench.core.op import Op
from workbench.engine.compilers import compiler

__all__ = ["asked", "asked_flags", "line_flags", "report", "restart", "runtimes", "sanitized"]

_RUNTIMES = {"address": "libasan.so", "leak": "liblsan.so", "thread": "libtsan.so"}
"""Everything else is a part of ``undefined``."""
_UNDEFINED = "libubsan.so"
_NEEDED = re.compile(rb"\0(lib(?:a|l|t|ub)san\.so)[.\d]*(?=\0)")
_OPTIONS = {
    # Python and torch leave much behind, and mix new with free in places; none of it is the op's.
    "ASAN_OPTIONS": "detect_leaks=0:alloc_dealloc_mismatch=0:new_delete_type_mismatch=0:"
    "detect_odr_violation=0",
    "UBSAN_OPTIONS": "halt_on_error=1",
    "LSAN_OPTIONS": "detect_leaks=0",
}
_MARK = "OP_WORKBENCH_SANITIZED"


def asked_flags(flags: Sequence[str]) -> tuple[str, ...]:
    """Those among a compiler's flags that ask for a sanitizer."""
    return tuple(flag for flag in flags if flag.startswith("-fsanitize="))


def line_flags(flags: Sequence[str]) -> tuple[str, ...]:
    """What makes a report name lines."""
    return ("-fno-omit-frame-pointer",) if asked_flags(flags) else ()


def asked(op: Op | None) -> bool:
    """Whether an op's flags ask for a sanitizer."""
    return op is not None and bool(_parts(op))


def _parts(op: Op) -> set[str]:
    flags = (*op.kernel.compile_flags, *op.kernel.link_flags)
    given = [flag.removeprefix("-fsanitize=") for flag in asked_flags(flags)]
    return {part for text in given for part in text.split(",")}


def runtimes(job: Job) -> list[str]:
    """The files that must be loaded first for a job; empty for nearly all."""
    names: set[str] = set()
    op = getattr(job, "op", None)
    flags: tuple[str, ...] = ("-fsanitize=address",)
    if isinstance(job, jobs.ExportJob | jobs.RunJob | jobs.CaptureJob) and op is not None:
        names = {_RUNTIMES.get(part, _UNDEFINED) for part in _parts(op)}
        flags = (*op.kernel.compile_flags, *op.kernel.link_flags)
    elif isinstance(job, jobs.RunJob) and Path(job.ort_library).is_file():
        # A library without its op: what it needs says what it was compiled with.
        names = {n.decode() for n in _NEEDED.findall(Path(job.ort_library).read_bytes())}
    # AddressSanitizer's comes first among them, too. It looks for the functions that it wraps when
    # it is loaded, and Python itself has no C++ library.
    return [_file(name, flags) for name in (*sorted(names), "libstdc++.so.6")] if names else []


def _file(name: str, flags: Sequence[str]) -> str:
    command = [*compiler(flags).command, f"-print-file-name={name}"]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    return str(Path(done.stdout.strip() or name).resolve()) if "/" in done.stdout else name


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
    request = os.memfd_create("job", 0)
    os.write(request, jobs.encode(job))
    os.lseek(request, 0, os.SEEK_SET)
    os.set_inheritable(descriptor, True)
    environment = {**os.environ, _MARK: "1"}
    environment["LD_PRELOAD"] = ":".join([*first, *filter(None, [os.environ.get("LD_PRELOAD")])])
    limits = {"ASAN_OPTIONS": f"hard_rss_limit_mb={job.limits.memory >> 20}"}
    for name, options in _OPTIONS.items():
        given = (options, limits.get(name), os.environ.get(name))
        environment[name] = ":".join(filter(None, given))
    module = "workbench.engine.host.sanitized"
    command = [sys.executable, "-P", "-m", module, str(descriptor), str(request)]
    os.execve(sys.executable, command, environment)


_ERROR = re.compile(r"ERROR: (\w+Sanitizer):? (\S+)")
_ACCESS = re.compile(r"^(READ|WRITE) of size (\d+)", re.MULTILINE)
_FRAME = re.compile(r"^ *#\d+ 0x[0-9a-f]+ in (.*?):(\d+)(?::\d+)?$", re.MULTILINE)
_UB = re.compile(r"^(.+?):(\d+):(\d+): runtime error: (.+)$", re.MULTILINE)
_HINT = "The log has the sanitizer's whole report."


def report(printed: str, folder: str) -> Problem | None:
    """What a sanitizer has reported before it ended a process, with the first line of the op's own."""
    if found := _UB.search(printed):
        file = str(Path(folder) / found[1])
        return Problem(
            "sanitizer", f"the kernel does what C++ leaves undefined: {found[4]}", _HINT, file,
            line=int(found[2]), column=int(found[3]),
        )  # fmt: skip
    if not (found := _ERROR.search(printed)):
        return None
    rest = printed[found.end() :]
    access = _ACCESS.search(rest)
    verb = {"READ": "reads", "WRITE": "writes"}[access[1]] if access else ""
    what = (
        f"the kernel {verb} {access[2]} bytes where it must not" if access else "it ended the job"
    )
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
