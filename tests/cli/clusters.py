"""A dask cluster on this machine, as a user starts it, and its processes."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil

__all__ = ["below", "dask", "scheduler_in", "until", "worker"]


def until(holds: Callable[[], object], seconds: float = 100) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.2)  # to list all processes takes a while


def below(pid: int, word: str) -> list[psutil.Process]:
    """The processes that a process has started, whose command has a word."""
    found: list[psutil.Process] = []
    with contextlib.suppress(psutil.Error):  # a copy that is about to become another program
        for one in psutil.Process(pid).children(recursive=True):
            with contextlib.suppress(psutil.Error):
                found += [one] if word in " ".join(one.cmdline()) else []
    return found


@contextlib.contextmanager
def dask(folder: Path, *words: str, **environment: str) -> Iterator[None]:
    """One of dask's own programs, from when it says that it is ready."""
    log = folder / "log"
    with log.open("w") as errors:
        process = subprocess.Popen(
            [sys.executable, "-m", "dask", *words], cwd=folder,
            env={**os.environ, **environment}, stdin=subprocess.DEVNULL, stdout=errors,
            stderr=errors,
        )  # fmt: skip
    family = [psutil.Process(process.pid)]
    try:
        until(lambda: "Registered to:" in (said := log.read_text()) or "Scheduler at:" in said)
        yield
    finally:
        family += family[0].children(recursive=True)
        process.terminate()
        process.wait(30)
        assert psutil.wait_procs(family, 10)[1] == []


def worker(scheduler: str, name: str) -> list[str]:
    words = ["worker", scheduler, "--name", name, "--nthreads", "1", "--host", "127.0.0.1"]
    return [*words, "--dashboard-address", "127.0.0.1:0"]


@contextlib.contextmanager
def scheduler_in(folder: Path) -> Iterator[str]:
    """A dask scheduler; its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = ["scheduler", "--host", "127.0.0.1", "--port", str(port)]
    with dask(folder, *words, "--dashboard-address", "127.0.0.1:0"):
        yield f"tcp://127.0.0.1:{port}"
