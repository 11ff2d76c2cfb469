"""The private cache: outputs under a name made of everything they depend on.

An entry appears by renaming a finished file or folder into place, so it is whole or not
there. No entry is ever changed, so two builds at once cannot disturb each other, and a build that
was killed leaves nothing but a scratch folder. What takes long is made by one process ``alone``.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import shutil
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from workbench import paths
from workbench.core.errors import UserError
from workbench.core.files.leftovers import alone, scratch_folder
from workbench.core.storage import cache

__all__ = ["Store", "digest"]

_DAY = 86400.0
_BETWEEN_SECONDS = 600.0
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EIO)
"""What a write to an open file fails with."""
MAX_AGE_DAYS = 30.0
"""Entries that nobody used for so long are removed when a host starts."""


def digest(parts: Iterable[str | bytes]) -> str:
    """A digest of a sequence of texts; the boundaries count."""
    total = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        total.update(len(data).to_bytes(8, "little"))
        total.update(data)
    return total.hexdigest()[:40]


class Store:
    """Folders in the cache: ``scratch``, and one for each of ``core/storage/cache``'s kinds."""

    def __init__(self, root: Path | None = None) -> None:
        self.root = root or paths.cache_dir()

    def path(self, kind: str, key: str, name: str = "") -> Path:
        """Where an entry is, or would be."""
        return self.root / kind / key / name if name else self.root / kind / key

    def has(self, kind: str, key: str, name: str) -> bool:
        """Whether an entry is there with its file ``name``; marks it as used.

        A damaged entry is removed, so that it can be made again.
        """
        path = self.path(kind, key)
        if self.path(kind, key, name).is_file():
            with contextlib.suppress(OSError):
                os.utime(path)
            return True
        self.remove(kind, key)
        return False

    def remove(self, kind: str, key: str) -> None:
        """Remove a damaged entry, so that it can be made again."""
        shutil.rmtree(self.path(kind, key), ignore_errors=True)

    @contextlib.contextmanager
    def scratch(self) -> Iterator[Path]:
        """A folder of one's own, removed at the end.

        Raises:
            UserError: kind ``disk``; the cache cannot be written.
        """
        folder = self.root / "scratch"
        stack = contextlib.ExitStack()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            made = stack.enter_context(scratch_folder(folder))
        except OSError as error:
            raise self.unusable(error) from None
        with stack:
            try:
                yield made
            except OSError as error:
                if not self._is_ours(error):
                    raise
                raise self.unusable(error) from error

    @contextlib.contextmanager
    def alone(self, kind: str, key: str, wait: Callable[[], None] = lambda: None) -> Iterator[None]:
        """No other process makes this entry meanwhile; look whether it is there once inside.

        Args:
            kind, key: of the entry.
            wait: is called again and again while another process makes it.

        Raises:
            UserError: kind ``disk``; the cache cannot be written.
        """
        stack = contextlib.ExitStack()
        try:
            stack.enter_context(alone(self.root / "scratch" / f"{kind}-{key}", wait))
        except OSError as error:
            raise self.unusable(error) from None
        with stack:
            yield

    def _is_ours(self, error: OSError) -> bool:
        """Whether an error arose in writing the cache, not in the user's code beside it."""
        if error.filename is None:
            return error.errno in _NO_ROOM
        names = (error.filename, error.filename2)
        return any(str(name).startswith(f"{self.root}{os.sep}") for name in names if name)

    def unusable(self, error: OSError) -> UserError:
        """The error for a cache that cannot be written."""
        return cache.unusable(self.root, error)

    def add(self, kind: str, key: str, folder: Path) -> Path:
        """Move a finished folder into the store; an entry that is there already stays."""
        target = self.path(kind, key)
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            folder.rename(target)
        except OSError:
            if not target.is_dir():
                raise
        return target

    def prune(self, max_age_days: float = MAX_AGE_DAYS) -> None:
        """Remove what was not used for long, what is too much, and what killed builds left behind."""
        cache.trim(self.root, max_age=max_age_days * _DAY)

    def prune_now_and_then(self) -> None:
        """The same, where nobody has done it for a while: a window may be open for weeks."""
        mark = self.root / "pruned"
        with contextlib.suppress(OSError):
            if mark.is_file() and time.time() - mark.stat().st_mtime < _BETWEEN_SECONDS:
                return
            mark.touch()
            self.prune()
