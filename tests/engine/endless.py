"""A build that does not end until it is stopped or its pipe is made a file."""

from __future__ import annotations

import contextlib
from pathlib import Path

from tests.engine.conftest import RawHost, alive, processes_naming, wait_until
from workbench.core import jobs
from workbench.core.storage import op_file


def build_job(host: RawHost, folder: Path, **limits: float) -> jobs.BuildJob:
    return jobs.BuildJob(
        host.next_id(), str(folder), op_file.load(folder), jobs.Limits(**limits) if limits else jobs.Limits()
    )  # fmt: skip


def running_compiler(folder: Path) -> list[int]:
    return [p for p in processes_naming(str(folder / "kernel.cpp")) if alive(p)]


def compiles(folder: Path) -> bool:
    """Whether the compiler proper runs: what the shell starts only starts that one."""
    lines = []
    for pid in running_compiler(folder):
        with contextlib.suppress(OSError):
            lines.append((Path("/proc") / str(pid) / "cmdline").read_bytes())
    return any(b"/cc1plus" in line or b"/zig\0clang\0" in line for line in lines)


def fix(folder: Path) -> None:
    (folder / "pipe.h").unlink()
    (folder / "pipe.h").write_text("// a header like any other\n")


def start_endless_build(host: RawHost, folder: Path) -> jobs.BuildJob:
    job = build_job(host, folder)
    host.send(job)
    assert wait_until(lambda: compiles(folder)), "the compiler has not started"
    return job
