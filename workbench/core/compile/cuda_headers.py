"""CUDA's headers for C++: much that runs on the CPU includes them, and calls nothing of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from workbench.core.compile.includes import includes
from workbench.core.compile.providers import CUDA_INCLUDE
from workbench.core.toolkits.cuda import cuda_home

__all__ = ["cuda_flags"]

_INCLUDED = re.compile(CUDA_INCLUDE)


def cuda_flags(source: Path, include: Sequence[Path]) -> list[str]:
    """Flags with which a C++ file finds CUDA's headers; none where it includes none, or none are here.

    Args:
        source: the file.
        include: folders of the user's headers.
    """
    home = cuda_home() if includes(source, include, _INCLUDED) else None
    return ["-isystem", str(home / "include")] if home is not None else []
