"""A program that is run for what it prints."""

from __future__ import annotations

import os
import resource
import subprocess
import time
from collections.abc import Mapping, Sequence

__all__ = ["printed_by"]

_TAIL = 1 << 16
_EXIT_SECONDS = 2.0


def printed_by(
    command: Sequence[str], env: Mapping[str, str], seconds: float, fds: Sequence[int] = ()
) -> str:
    """The end of what a sanitized program prints until it ends, or is ended.

    Args:
        command: the program and its arguments.
        env: its environment.
        seconds: after so long it is ended.
        fds: open files that it takes over.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    try:
        # Shadow memory is mapped by the terabyte; a sanitizer keeps to a limit of its own.
        resource.setrlimit(resource.RLIMIT_DATA, (hard, hard))
        process = subprocess.Popen(
            command,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            pass_fds=fds,
        )
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))
    assert process.stdout is not None
    os.set_blocking(process.stdout.fileno(), False)
    deadline = time.monotonic() + seconds
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
            time.sleep(0.002)
    process.stdout.close()
    try:
        process.wait(_EXIT_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    return tail.decode("utf-8", "replace")
