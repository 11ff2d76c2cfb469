"""The packages of this environment, as files that another one can be given."""

from __future__ import annotations

import importlib.metadata
import re
from collections.abc import Sequence
from pathlib import Path

__all__ = ["entries", "has_pip"]


def has_pip() -> bool:
    """Whether this environment has pip, which then serves a fresh one: to make one takes longer.

    Asked of what is installed, not of ``find_spec``: looking pip up as a module makes setuptools
    give up its own distutils in this process, and its next import fails.
    """
    return any(importlib.metadata.distributions(name="pip"))


def entries(packages: Sequence[str]) -> list[Path]:
    """The files and folders directly in site-packages that distributions and their needs are."""
    found: dict[str, Path] = {}
    waiting, seen = list(packages), set()
    while waiting:
        name = re.sub(r"[-_.]+", "-", waiting.pop()).lower()
        if name in seen:
            continue
        seen.add(name)
        try:
            distribution = importlib.metadata.distribution(name)
        except importlib.metadata.PackageNotFoundError:
            continue  # for another platform, or not needed
        for file in distribution.files or ():
            first = file.parts[0]
            if first not in ("..", "__pycache__"):
                found[first] = Path(str(distribution.locate_file(first)))
        for needed in distribution.requires or ():
            if "extra ==" not in needed:
                waiting += re.findall(r"^[A-Za-z0-9._-]+", needed)
    return list(found.values())
