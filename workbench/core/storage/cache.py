"""The size of the cache: what it may be, what it is, and what goes when it is too large.

An entry is a folder (or a file) ``kind/key``. Its time of change is that of its last use, since no
entry is changed once it is there. What a running job may need is never removed: whatever was used
since the oldest job began, in whichever process, and whatever was used in the last minutes.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from workbench import paths
from workbench.core.errors import UserError
from workbench.core.files.leftovers import held, is_left

__all__ = [
    "HINT",
    "KINDS",
    "Usage",
    "clear",
    "cleared",
    "lease",
    "limit_bytes",
    "mark_used",
    "trim",
    "unusable",
    "usage",
]

KINDS = (
    *("objects", "libraries", "models", "headers", "headers_found", "outlines", "packages"),
    *("rounding", "outputs"),
)
"""The folders whose entries are counted and removed; the rest is small and does not grow."""
LIMIT_GB = 2.0
_VARIABLE = "OP_WORKBENCH_CACHE_LIMIT"
_RECENT_SECONDS = 600.0
"""Between two jobs on one op no lease holds what the first has made for the second."""


HINT = (
    "op-workbench doctor --clear-cache empties it; OP_WORKBENCH_CACHE_LIMIT is the limit in GB. "
    "What was not used for longest goes first."
)


def cleared(freed: int) -> str:
    """What to say after ``clear``."""
    return f"{freed / 1e6:,.0f} MB of the cache were removed; what is needed is made again."


def unusable(folder: Path, error: OSError) -> UserError:
    """The error for a cache that cannot be written; ``folder`` is in it."""
    return UserError(
        "disk",
        f"the cache folder cannot be written: {error.strerror or error}",
        "Free some space, or set OP_WORKBENCH_CACHE to a folder that can be written.",
        file=folder,
    )


class Usage(NamedTuple):
    """What the cache takes.

    Attributes:
        bytes: of all entries.
        entries: how many there are.
        limit: the most bytes that they may take.
    """

    bytes: int
    entries: int
    limit: int

    def __str__(self) -> str:
        used, limit = self.bytes / 1e9, self.limit / 1e9
        return f"{used:.2f} of {limit:g} GB used by {self.entries:,} entries"


class _Entry(NamedTuple):
    used: float
    path: Path
    bytes: int


def limit_bytes() -> int:
    """How large the cache may be: ``OP_WORKBENCH_CACHE_LIMIT`` in GB; 2 where it says nothing."""
    try:
        limit = float(os.environ.get(_VARIABLE, ""))
        return int(limit * 1e9) if limit >= 0 else int(LIMIT_GB * 1e9)
    except (ValueError, OverflowError):
        return int(LIMIT_GB * 1e9)


def usage(root: Path | None = None) -> Usage:
    """What the cache takes now."""
    entries = list(_entries(root or paths.cache_dir()))
    return Usage(sum(e.bytes for e in entries), len(entries), limit_bytes())


def mark_used(texts: Iterable[str], root: Path | None = None) -> None:
    """Those of the texts that are paths inside of an entry: it is used now."""
    folder = root or paths.cache_dir()
    for text in texts:
        if text.startswith(f"{folder}{os.sep}"):
            parts = Path(text).relative_to(folder).parts
            if len(parts) > 1 and parts[0] in KINDS:
                with contextlib.suppress(OSError):
                    os.utime(folder / parts[0] / parts[1])


@contextlib.contextmanager
def lease(root: Path | None = None) -> Iterator[None]:
    """While a job runs: what is used from now on stays, whatever another process trims or clears."""
    folder = (root or paths.cache_dir()) / "leases"
    descriptor, name = -1, ""
    with contextlib.suppress(OSError):  # a cache that cannot be written holds nothing to be lost
        folder.mkdir(parents=True, exist_ok=True)
        descriptor, name = tempfile.mkstemp(dir=folder)
        held(descriptor)
    try:
        yield
    finally:
        if descriptor >= 0:
            os.close(descriptor)
        if name:
            with contextlib.suppress(OSError):
                Path(name).unlink()


def trim(root: Path | None = None, limit: int | None = None, max_age: float = 0.0) -> int:
    """Remove what was not used for longest until the rest is within the limit.

    Args:
        root: the cache.
        limit: in bytes; the configured one if None.
        max_age: seconds; entries that nobody used for so long go in any case; 0 for no such.

    Returns:
        The bytes that are free now.
    """
    folder = root or paths.cache_dir()
    _remove_scratch(folder)
    entries = sorted(_entries(folder))
    too_much = sum(e.bytes for e in entries) - (limit_bytes() if limit is None else limit)
    needed = _needed_since(folder)
    old = time.time() - max_age if max_age else 0.0
    freed = 0
    for entry in entries:
        if (freed < too_much or entry.used < old) and entry.used < needed:
            freed += _remove(entry)
    return freed


def clear(root: Path | None = None) -> int:
    """Remove all that no running job, or the next one on its op, may need.

    Returns:
        The bytes that are free now.
    """
    folder = root or paths.cache_dir()
    _remove_scratch(folder)
    needed = _needed_since(folder) if _leases(folder) else time.time() + 1.0
    return sum(_remove(e) for e in list(_entries(folder)) if e.used < needed)


def _entries(folder: Path) -> Iterator[_Entry]:
    for kind in KINDS:
        with contextlib.suppress(OSError):
            for found in os.scandir(folder / kind):
                with contextlib.suppress(OSError):
                    used = found.stat(follow_symlinks=False).st_mtime
                    yield _Entry(used, Path(found.path), _size(found))


def _size(entry: os.DirEntry[str]) -> int:
    if not entry.is_dir(follow_symlinks=False):
        return entry.stat(follow_symlinks=False).st_size
    with os.scandir(entry.path) as inside:
        return sum(_size(e) for e in inside)


def _remove(entry: _Entry) -> int:
    """Take an entry away at once, so that nobody finds half of it; then its bytes. How many."""
    path = entry.path
    try:
        if path.stat().st_mtime > entry.used:
            return 0  # somebody has just begun to use it
        if not path.is_dir():
            path.unlink()
            return entry.bytes
        scratch = path.parent.parent / "scratch"
        scratch.mkdir(exist_ok=True)
        gone = Path(tempfile.mkdtemp(dir=scratch))
        path.rename(gone / "gone")
    except OSError:
        return 0
    shutil.rmtree(gone, ignore_errors=True)
    return entry.bytes


def _needed_since(folder: Path) -> float:
    return min([time.time(), *_leases(folder)]) - _RECENT_SECONDS


def _leases(folder: Path) -> list[float]:
    """When the running jobs began; those of killed processes are removed."""
    began = []
    with contextlib.suppress(OSError):
        for found in os.scandir(folder / "leases"):
            with contextlib.suppress(OSError):
                if is_left(Path(found.path), least_age=1.0):
                    Path(found.path).unlink()
                else:
                    began.append(found.stat().st_mtime)
    return began


def _remove_scratch(folder: Path) -> None:
    with contextlib.suppress(OSError):
        for found in os.scandir(folder / "scratch"):
            if is_left(Path(found.path), least_age=1.0):
                shutil.rmtree(found.path, ignore_errors=True)
