"""Paths for a compiler that hands them to a shell as they are: nvcc does, and splits words at commas, too.

What a shell would read something into is reached through a link with a plain name. Names are relative to
the folder that the compiler runs in, whose own path is then in no word.
"""

from __future__ import annotations

import re
from pathlib import Path

__all__ = ["PlainPaths", "is_plain"]

_ODD = re.compile(r"[^\w./+@%=~:-]")
_WORD = re.compile(r"(-I|-ffile-prefix-map=|)(/.*)", re.DOTALL)
_LINK = "link"


def is_plain(path: str) -> bool:
    """Whether every character of a path is one that no shell reads anything into."""
    return _ODD.search(path) is None


class PlainPaths:
    """The links of one unit.

    Args:
        folder: the unit's own, in the one that the compiler runs in; its name is plain.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._real: dict[str, Path] = {}
        # A name that is part of no other path, so that it is found again in what is printed.
        own, link = re.escape(folder.name), rf"{_LINK}\d+(?:\.\w+)?"
        self._named = re.compile(rf"(?<![\w/.])(?:\./)?{own}/(?:({link})(?=\W|$))?")

    def own(self, name: str) -> str:
        """What a file in the unit's folder is called."""
        return f"{self._folder.name}/{name}"

    def word(self, word: str) -> str:
        """A word of the command line, an odd path in it replaced."""
        match = _WORD.fullmatch(word)
        if match is None or is_plain(word):
            return word
        option, path = match.groups()
        if not option.endswith("="):
            return option + self._plain(Path(path))
        path, _, name = path.rpartition("=")
        return f"{option}{self._plain(Path(path))}/={_ODD.sub('_', name)}"

    def said(self, text: str) -> str:
        """What the compiler printed, with the paths that are meant."""

        def real(match: re.Match[str]) -> str:
            return str(self._real[match[1]]) if match[1] in self._real else f"{self._folder}/"

        return self._named.sub(real, text)

    def clear(self) -> None:
        """Take the links away, once all that the compiler printed is read."""
        for link in self._real:
            (self._folder / link).unlink()

    def _plain(self, path: Path) -> str:
        if is_plain(str(path)):
            return str(path)
        if path.is_file() and is_plain(path.name):  # what it includes lies beside it
            return f"{self._plain(path.parent)}/{path.name}"
        known = next((link for link, real in self._real.items() if real == path), "")
        if not known:
            known = f"{_LINK}{len(self._real)}{path.suffix if path.is_file() else ''}"
            self._real[known] = path
            (self._folder / known).symlink_to(path)
        return self.own(known)
