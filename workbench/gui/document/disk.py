"""An op's files on disk as they were seen last, and what another program has made of them since."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TypeVar

from workbench.core.errors import UserError
from workbench.core.files.files import read_text, write_text

__all__ = ["Disk", "moved", "text_or_none"]

_T = TypeVar("_T")

_UNSURE_S = 2.0
"""Within this time a file may be written twice with one and the same time stamp."""

Stamp = tuple[tuple[Path, int, int, int], ...]


class Disk:
    """What is known of the files, whoever wrote them.

    Attributes:
        texts: the texts as last read or written; None for a file that another program deleted.
        theirs: what another program wrote into files with unsaved edits; it is kept beside the
            file when ours is saved.
        notes: what to tell the user, in whole sentences.
    """

    def __init__(self) -> None:
        self.texts: dict[Path, str | None] = {}
        self.theirs: dict[Path, str] = {}
        self.notes: list[str] = []
        self._stamp: Stamp | None = None
        self._gone: dict[Path, str] = {}

    def read(self, path: Path) -> str | None:
        """A file's text, remembered; None where it is missing or no text."""
        text = text_or_none(path)
        if text is not None:
            self.texts[path] = text
        return text

    def is_as_seen(self, paths: Iterable[Path]) -> bool:
        """Whether no file has another time, size or number than at the last call; cheap."""
        stamp = tuple(_stamp_of(path) for path in paths)
        same = stamp == self._stamp
        newest = max((mtime for _, mtime, _, _ in stamp), default=0)
        sure = time.time_ns() - newest > _UNSURE_S * 1e9
        self._stamp = stamp if sure else None
        return same

    def is_back(self, path: Path, text: str | None) -> bool:
        """Whether a file that had gone is there again as it was; call it before ``texts`` is set.

        A folder that is moved away and back, or unmounted for a while, is no other version.
        """
        known = self.texts.get(path)
        if text is None:
            if known is not None:
                self._gone[path] = known
            return False
        return known is None and self._gone.pop(path, None) == text

    def write(self, path: Path, text: str, within: Path) -> None:
        """Replace a file atomically; what another program wrote there meanwhile is kept beside.

        Args:
            path: the file.
            text: its text.
            within: the op's folder, in which folders of new files are made.

        Raises:
            UserError: nothing was changed.
        """
        self._keep_theirs(path, text)
        if path.parent.is_relative_to(within) and within.is_dir():
            with contextlib.suppress(OSError):  # what fails here is reported by the write
                path.parent.mkdir(parents=True, exist_ok=True)
        write_text(path, text)
        self.texts[path] = text

    def remove(self, path: Path) -> None:
        """Delete a file. Raises UserError."""
        self._keep_theirs(path, None)
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise UserError(
                "file", f"the file cannot be deleted: {error.strerror}", file=path
            ) from None
        self.texts.pop(path, None)

    def keep_beside(self, path: Path, text: str, whose: str) -> Path:
        """Write a version of a file into another one beside it. Raises UserError."""
        kept = path.with_name(f"{path.name}.{whose}")
        write_text(kept, text)
        return kept

    def relocate(self, old: Path, new: Path) -> None:
        """The files were moved with their folder."""
        self.texts = moved(self.texts, old, new)
        self.theirs = moved(self.theirs, old, new)
        self._stamp = None

    def _keep_theirs(self, path: Path, ours: str | None) -> None:
        on_disk, seen = text_or_none(path), self.theirs.pop(path, None)
        known = self.texts.get(path)
        theirs = on_disk if on_disk is not None and on_disk != known else seen
        if theirs is not None and theirs != ours:
            kept = self.keep_beside(path, theirs, "theirs")
            self.notes.append(f"Another program has changed {path}; its version is in {kept.name}.")


def moved(files: Mapping[Path, _T], old: Path, new: Path) -> dict[Path, _T]:
    """The same by the paths that the files have in another folder."""
    return {
        new / path.relative_to(old) if path.is_relative_to(old) else path: value
        for path, value in files.items()
    }


def text_or_none(path: Path) -> str | None:
    """A file's text; None where it is missing or no text."""
    try:
        return read_text(path)
    except UserError:
        return None


def _stamp_of(path: Path) -> tuple[Path, int, int, int]:
    try:
        found = path.stat()
    except OSError:
        return path, 0, 0, 0
    return path, found.st_mtime_ns, found.st_size, found.st_ino
