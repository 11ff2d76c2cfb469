"""The files that a copy of an op or a project takes along: none from outside of its folder.

A link is followed only where it stays within what is copied. One that leads out could point to
anything (a key, a whole disk), and whoever opens a project of somebody else has not chosen that.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path, PurePosixPath

__all__ = ["contained_files", "is_contained", "why_not_beside"]


def contained_files(
    root: Path, is_left: Callable[[str], bool]
) -> tuple[dict[str, Path], list[str]]:
    """The files of a folder by their path in it, with ``/``.

    Args:
        root: the folder, without links in its path.
        is_left: whether a path is left behind without a word, such as a cache.

    Returns:
        The files, and what else is left behind: links that lead out or to a folder, pipes,
        devices, links to nothing.

    Raises:
        OSError: a folder cannot be read.
    """
    found: dict[str, Path] = {}
    left: list[str] = []

    def failed(error: OSError) -> None:
        raise error

    for parent, folders, files in os.walk(root, onerror=failed):
        here = Path(parent).relative_to(root).as_posix()
        prefix = "" if here == "." else f"{here}/"
        wanted = [n for n in sorted(folders) if not is_left(f"{prefix}{n}/x")]
        left += [prefix + n for n in wanted if (root / prefix / n).is_symlink()]
        folders[:] = wanted  # os.walk itself goes through no link
        for name in sorted(files):
            if is_left(prefix + name):
                continue
            if is_contained(root / prefix / name, root):
                found[prefix + name] = root / prefix / name
            else:
                left.append(prefix + name)
    return found, sorted(left)


def is_contained(path: Path, root: Path) -> bool:
    """Whether it is a regular file of a folder, or a link to one in it; the root has no links."""
    try:
        real = path.resolve(strict=True)
        return real.is_relative_to(root) and stat.S_ISREG(real.stat().st_mode)
    except (OSError, RuntimeError):  # RuntimeError: a loop of links
        return False


def why_not_beside(folder: Path, name: str) -> str:
    """Why a file that another file names is not to be taken along with it.

    Args:
        folder: where the naming file is.
        name: relative to that, as somebody else wrote it.

    Returns:
        The reason, for a sentence that ends in it; empty where the file is regular and reached
        through no link, or is not there at all.
    """
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or "\0" in name:
        return "outside its folder"
    if not path.parts:
        return "which names no file"
    reached = folder
    for part in path.parts:
        reached = reached / part
        try:
            mode = reached.lstat().st_mode
        except FileNotFoundError:
            return ""
        except OSError as error:
            return f"which cannot be read ({error.strerror})"
        if stat.S_ISLNK(mode):
            return f"through the link '{part}', which may lead anywhere"
    return "" if stat.S_ISREG(mode) else "which is no regular file"
