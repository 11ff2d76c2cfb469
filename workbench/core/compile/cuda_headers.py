"""CUDA's headers for C++: much that runs on the CPU includes them, and calls nothing of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from workbench import paths
from workbench.core.compile.includes import includes
from workbench.core.compile.providers import CUDA_INCLUDE
from workbench.core.toolkits.cuda import cuda_home

__all__ = ["cuda_flags", "includes_cuda"]

_INCLUDED = re.compile(CUDA_INCLUDE)


def cuda_flags(source: Path, include: Sequence[Path]) -> list[str]:
    """Flags with which a C++ file finds CUDA's headers; none where it includes none, or none are here.

    Args:
        source: the file.
        include: folders of the user's headers.
    """
    home = cuda_home() if includes_cuda(source, include) else None
    if home is None:
        return []
    # Behind all others: what torch or a toolkit has itself is taken.
    folders = (home / "include", paths.ops_lib() / "include" / "cuda_headers")
    return [word for folder in folders for word in ("-isystem", str(folder))]


def includes_cuda(source: Path, include: Sequence[Path]) -> bool:
    """Whether a C++ file includes a header of CUDA's, or one of torch's that does.

    Args:
        source: the file.
        include: folders of the user's headers.
    """
    return includes(source, include, _INCLUDED)
