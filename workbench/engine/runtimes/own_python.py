"""Runs a script in a runtime's own Python, where nothing of the program is."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from workbench.core.errors import UserError

__all__ = ["run_script"]

_SECONDS = 600.0
_KEPT = ("PATH", "HOME", "LANG", "TMPDIR")


def run_script(
    python: Path,
    script: Path,
    words: Sequence[str],
    folder: Path,
    label: str,
    variables: Mapping[str, str] | None = None,
) -> str:
    """Run it, and give what it printed.

    Args:
        python: of the runtime's environment.
        script: which.
        words: for it.
        folder: where it runs.
        label: the runtime's, for messages.
        variables: of its environment, beside the usual ones.

    Raises:
        UserError: kind ``runtime``; it failed, crashed or took too long.
    """
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    try:
        done = subprocess.run(
            [str(python), "-I", str(script), *words],
            cwd=folder,
            env={**kept, **(variables or {})},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        reason = f"it takes more than {_SECONDS:g} s in {label}"
        raise UserError("runtime", reason, "Give smaller examples.") from None
    if done.returncode == 0:
        return done.stdout
    said = "\n".join((done.stderr or done.stdout).strip().splitlines()[-5:])
    ended = f"status {done.returncode}"
    if done.returncode < 0:
        ended = f"it crashed ({signal.Signals(-done.returncode).name})"
    raise UserError("runtime", f"it does not run in {label}: {said or ended}")
