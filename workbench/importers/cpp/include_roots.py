"""Folders of headers beside the given files: what is taken along from them, and under which licence."""

from __future__ import annotations

import itertools
import re
from collections.abc import Container, Sequence
from pathlib import Path

import msgspec

from workbench.importers.cpp.files import THIRD_PARTY
from workbench.importers.drafts.draft import Draft, Gap

__all__ = ["Taken", "licences", "taken_from", "with_licences"]

_LICENCE = re.compile(r"(?:LICEN[CS]E|COPYING|NOTICE)(?:[.\-_].*)?", re.IGNORECASE)
_LEVELS = 8


class Taken(msgspec.Struct, frozen=True):
    """What comes along from one folder.

    Attributes:
        root: the folder.
        files: as they are included.
        licence: the file that says under what they may be copied; None where none is near.
        again: those of the files that a later folder has, too.
    """

    root: Path
    files: tuple[str, ...]
    licence: Path | None
    again: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """For people, in a line."""
        licence = f"licence {self.licence}" if self.licence else "no licence file is near it"
        return f"from {self.root}: {', '.join(self.files)} ({licence})"


def taken_from(texts: dict[str, str], roots: Sequence[Path]) -> list[Taken]:
    """What of the texts was found in the folders, in their order.

    Args:
        texts: as ``read_sources`` gives them for the same folders.
        roots: the folders.
    """
    start = f"{THIRD_PARTY}/"
    names = [n.removeprefix(start) for n in texts if n.startswith(start)]
    found = []
    for i, root in enumerate(roots):
        here = [n for n in names if (root / n).is_file()]
        first = [n for n in here if not any((other / n).is_file() for other in roots[:i])]
        again = [n for n in first if any((other / n).is_file() for other in roots[i + 1 :])]
        if first:
            found.append(Taken(root, tuple(first), _licence(root), tuple(again)))
    return found


def licences(taken: Sequence[Taken], names: Container[str]) -> dict[str, Path]:
    """The licence files, under names in the op's folder that are free.

    Args:
        taken: what comes along.
        names: of files that are there already, relative to the op's folder.
    """
    found: dict[str, Path] = {}
    for path in dict.fromkeys(one.licence for one in taken if one.licence is not None):
        tried = itertools.chain([path.name], (f"{path.name}.{i}" for i in itertools.count(2)))
        places = (f"{THIRD_PARTY}/{name}" for name in tried)
        found[next(p for p in places if p not in names and p not in found)] = path
    return found


def with_licences(draft: Draft, taken: Sequence[Taken]) -> Draft:
    """The draft with each licence file beside what comes along, and a word on what is doubtful."""
    copies, gaps = dict(draft.copies), list(draft.gaps)
    copies |= licences(taken, copies)
    for one in taken:
        if one.licence is None:
            message = f"no licence file is near {one.root}, from which headers are copied"
            gaps.append(Gap("kernel.include", message))
        for file in one.again:
            message = f"several of the given folders have {file}: that of {one.root} is taken"
            gaps.append(Gap("kernel.include", message))
    return msgspec.structs.replace(draft, copies=copies, gaps=tuple(gaps))


def _licence(root: Path) -> Path | None:
    for folder in (root, *list(root.parents)[:_LEVELS]):
        try:
            found = sorted(
                p for p in folder.iterdir() if _LICENCE.fullmatch(p.name) and p.is_file()
            )
        except OSError:
            return None
        if found:
            return found[0]
        if (folder / ".git").exists():
            return None
    return None
