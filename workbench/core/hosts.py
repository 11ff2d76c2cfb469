"""How the two host processes are started, by the window and by the command line alike."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import workbench

__all__ = ["HOSTS", "host_command", "host_environment"]

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
