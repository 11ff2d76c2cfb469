"""Temporary files and folders whose process was killed: found, and removed at the next start.

Whoever makes one holds a lock on it as long as it lives. The system takes the lock away with the
process, however that ends, so what can be locked by somebody else belongs to nobody.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import stat
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

try:
    import fcntl
except ImportError:  # where there are no such locks, nothing is taken for left over
    fcntl = None  # type: ignore[assignment]

__all__ = ["alone", "held", "is_left", "remove_left", "scratch_folder"]

_NAME = re.compile(r"\..{1,40}\.[a-z0-9_]{8}")
"""As ``tempfile`` names what ``scratch_folder`` and ``files.replacing`` make."""
_YOUNG_SECONDS = 10.0
"""What is younger may not be locked yet."""
_AGAIN_SECONDS = 0.1


def held(descriptor: int) -> None:
    """Lock what a descriptor stands for until it is closed, or its process is gone."""
    if fcntl is not None:
        with contextlib.suppress(OSError):  # some file systems have no locks
            fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)


@contextlib.contextmanager
def alone(folder: Path, wait: Callable[[], None] = lambda: None) -> Iterator[None]:
    """Whoever comes second waits until the first is done, or was killed.

    Args:
        folder: is made where it is not there, locked meanwhile, and removed at the end.
        wait: is called again and again while there is something to wait for.

    Raises:
        OSError: it cannot be made.
    """
    descriptor = _locked(folder, wait)
    try:
        yield
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(descriptor)


def _locked(folder: Path, wait: Callable[[], None]) -> int:
    """A descriptor of the folder that has its lock."""
    while True:
        folder.mkdir(parents=True, exist_ok=True)
        try:
            descriptor = os.open(folder, os.O_RDONLY)
        except FileNotFoundError:  # who had it was done in between
            continue
        if fcntl is None:
            return descriptor
        try:
            while not _has_lock(descriptor):
                wait()
                time.sleep(_AGAIN_SECONDS)
            if os.path.samestat(os.fstat(descriptor), folder.stat()):
                return descriptor
        except FileNotFoundError:
            pass  # removed by who had it: the lock of a folder that nobody finds
        except OSError:  # some file systems have no locks
            return descriptor
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)


def _has_lock(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def is_left(path: Path, least_age: float = _YOUNG_SECONDS) -> bool:
    """Whether a file or folder of ours is nobody's any more."""
    if fcntl is None:
        return False
    try:
        found = path.lstat()
        ours = stat.S_ISDIR(found.st_mode) or stat.S_ISREG(found.st_mode)
        if not ours or found.st_uid != os.getuid() or time.time() - found.st_mtime < least_age:
            return False
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        finally:
            os.close(descriptor)
    except OSError:  # among them BlockingIOError: somebody holds it
        return False
    return True


def remove_left(folder: Path, prefix: str = "") -> None:
    """Remove what killed processes have left directly in a folder of the user's.

    Only what is named and may be read as ``tempfile`` makes it: a file of the user's own that is
    called alike has other permissions.

    Args:
        folder: which.
        prefix: of the names; where the folder is not the program's own, like a project, it tells
            what is.
    """
    with contextlib.suppress(OSError):
        for entry in os.scandir(folder):
            if not _NAME.fullmatch(entry.name) or not entry.name.startswith(prefix):
                continue
            mode = stat.S_IMODE(entry.stat(follow_symlinks=False).st_mode)
            is_folder = entry.is_dir(follow_symlinks=False)
            if mode == (0o700 if is_folder else 0o600) and is_left(Path(entry.path)):
                if is_folder:
                    shutil.rmtree(entry.path, ignore_errors=True)
                else:
                    Path(entry.path).unlink()


@contextlib.contextmanager
def scratch_folder(parent: Path, prefix: str = "") -> Iterator[Path]:
    """A folder of one's own, removed at the end; or at the next start, if this process is killed.

    Args:
        parent: where to make it.
        prefix: of its name.

    Raises:
        OSError: it cannot be made.
    """
    scratch = Path(tempfile.mkdtemp(dir=parent, prefix=prefix))
    descriptor = -1
    try:
        descriptor = os.open(scratch, os.O_RDONLY)
        held(descriptor)
        yield scratch
    finally:
        if descriptor >= 0:
            os.close(descriptor)
        shutil.rmtree(scratch, ignore_errors=True)
