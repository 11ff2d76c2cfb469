"""Runs programs of a runtime's environment, where nothing of this one's is."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from workbench.core.errors import UserError
from workbench.engine.with_parent import end_with_parent

__all__ = ["bare_environment", "run_program", "run_script"]

_SECONDS = 600.0
_KEPT = ("PATH", "LANG", "TMPDIR")
_COLOURS = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")


def bare_environment(folder: Path, variables: Mapping[str, str] | None = None) -> dict[str, str]:
    """The variables of a program that has nothing of this process's environment.

    Args:
        folder: its home.
        variables: for it, beside the few that every program has.
    """
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    return {**kept, "HOME": str(folder), **(variables or {})}


def run_program(
    command: Sequence[str],
    folder: Path,
    label: str,
    variables: Mapping[str, str] | None = None,
    hint: str = "Give smaller examples.",
) -> tuple[int, str]:
    """Run it with nothing of this process's environment. Gives its status, and what it printed.

    Args:
        command: of it.
        folder: to run it in; its home, too.
        label: the runtime's, for a message.
        variables: for it, beside the few that every program has.
        hint: what to do where it takes too long.

    Raises:
        UserError: kind ``runtime``; it takes too long.
    """
    # Not a pipe: what a program leaves running for a while would keep it open.
    with tempfile.TemporaryFile() as output:
        try:
            done = subprocess.run(
                command,
                cwd=folder,
                env=bare_environment(folder, variables),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                timeout=_SECONDS,
                check=False,
                preexec_fn=end_with_parent,
            )
        except subprocess.TimeoutExpired:
            reason = f"it takes more than {_SECONDS:g} s in {label}"
            raise UserError("runtime", reason, hint) from None
        output.seek(0)
        text = output.read().decode("utf-8", "replace").replace("\r\n", "\n")
    return done.returncode, _COLOURS.sub("", text.replace("\r", "\n")).strip()


def run_script(python: Path, script: Path, words: Sequence[str], folder: Path, label: str) -> str:
    """Run a script in the runtime's own Python, isolated, and give what it printed.

    Args:
        python: of the runtime's environment.
        script: which.
        words: for it.
        folder: to run it in.
        label: the runtime's, for a message.

    Raises:
        UserError: kind ``runtime``; it failed, crashed or took too long.
    """
    status, text = run_program([str(python), "-I", str(script), *words], folder, label)
    if status == 0:
        return text
    said = "\n".join(text.splitlines()[-5:]) or f"status {status}"
    if status < 0:
        said = f"it crashed ({signal.Signals(-status).name})"
    raise UserError("runtime", f"it does not run in {label}: {said}")
