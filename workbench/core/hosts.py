"""How the two host processes are started, and what is reported of one that ends unasked.

The window and the command line start them in their own ways, and say the same.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterable
from pathlib import Path

import workbench
from workbench.core.errors import Problem

__all__ = ["HOSTS", "host_command", "host_environment", "lost_host"]

HOSTS = ("torch", "ort")


def host_command(name: str) -> list[str]:
    """Program and arguments of a host.

    ``-P``: the user's working folder may hold a ``torch.py``, which must not be imported.
    """
    return [sys.executable, "-P", "-m", f"workbench.engine.{name}_host"]


def host_environment() -> dict[str, str]:
    """The environment of a host: ours, and the way to this very package."""
    home = str(Path(workbench.__file__).resolve().parent.parent)
    others = [p for p in os.environ.get("PYTHONPATH", "").split(os.pathsep) if p and p != home]
    return {**os.environ, "PYTHONPATH": os.pathsep.join([home, *others])}


_FROM_OUTSIDE = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT)


def lost_host(
    name: str,
    status: int,
    *,
    was_ready: bool,
    again: bool = True,
    last_words: Iterable[str] = (),
) -> Problem:
    """A host that ended unasked.

    Args:
        name: the host's.
        status: its exit status, or the negative number of the signal that ended it.
        was_ready: whether it had come so far as to take jobs.
        again: whether it is started again at once.
        last_words: the last lines that it printed.
    """
    if status >= 0:
        how = f"ended with status {status}"
    else:
        number = -status
        verb = "was killed" if number in _FROM_OUTSIDE else "crashed"
        known = number in [s.value for s in signal.Signals]
        how = f"{verb} ({signal.Signals(number).name if known else f'signal {number}'})"
    if status >= 0 and not was_ready:
        hint = "Run op-workbench doctor: it says what is missing."
    elif again:
        hint = "It has been started again: run once more what it was doing."
    else:
        hint = "It is not started again until the next run."
    if words := " | ".join(w.strip() for w in last_words if w.strip()):
        hint += f" Its last words: {words[-600:]}"
    return Problem("host", f"the {name} host {how}", hint)
