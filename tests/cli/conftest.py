"""Runs the command as a user does: another process, its own output and exit status."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent

Run = Callable[..., subprocess.CompletedProcess[str]]


def with_sources() -> dict[str, str]:
    """The environment in which another working folder has the program, too; its hosts stay warm."""
    paths = filter(None, [str(ROOT), os.environ.get("PYTHONPATH")])
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}


def command(*arguments: str | Path) -> list[str]:
    return [sys.executable, "-m", "workbench", *map(str, arguments)]


def on_terminal(program: list[str], answer: bytes = b"") -> bytes:
    """What a terminal shows of a program, when someone answers so."""
    main, other = pty.openpty()
    with subprocess.Popen(program, stdin=other, stdout=other, stderr=other, cwd=ROOT):
        os.close(other)
        os.write(main, answer)
        shown = b""
        while True:
            try:
                piece = os.read(main, 4096)
            except OSError:  # the other side is closed
                break
            shown += piece
    os.close(main)
    return shown


@pytest.fixture
def run() -> Run:
    """``run("verify", folder, env={…})``: the finished process with its text."""

    def call(
        *arguments: str | Path, env: dict[str, str | None] | None = None, timeout: float = 120
    ) -> subprocess.CompletedProcess[str]:
        environment = dict(os.environ)
        for name, value in (env or {}).items():
            environment.pop(name, None)
            if value is not None:
                environment[name] = value
        done = subprocess.run(
            command(*arguments), capture_output=True, cwd=ROOT, env=environment, timeout=timeout,
            stdin=subprocess.DEVNULL, encoding="utf-8", errors="backslashreplace", check=False,
        )  # fmt: skip
        assert "Traceback" not in done.stderr, done.stderr
        assert "Traceback" not in done.stdout, done.stdout
        return done

    return call
