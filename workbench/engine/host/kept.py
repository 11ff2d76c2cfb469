"""What a host's jobs gave, kept in files as long as the host lives.

One folder per op, and what the last run gave in it: it is for looking at, and no result depends on it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from workbench.core.errors import UserError
from workbench.engine.store import Store, digest

__all__ = ["keeping", "kept_folder"]

_folder: Path | None = None


@contextlib.contextmanager
def keeping() -> Iterator[None]:
    """Keep what the children of this process give, until the end.

    Where the cache cannot be written nothing is kept: whoever builds there says so.
    """
    global _folder
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(UserError):
            _folder = stack.enter_context(Store().scratch())
        try:
            yield
        finally:
            _folder = None


def kept_folder(op_folder: str) -> Path | None:
    """Where the files of an op go; None where nothing is kept."""
    if _folder is None:
        return None
    path = _folder / digest([op_folder])
    try:
        path.mkdir(exist_ok=True)
    except OSError:
        return None
    return path
