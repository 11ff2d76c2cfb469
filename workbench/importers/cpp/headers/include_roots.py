"""Folders of headers beside the given files: what is taken along from them, and under which licence."""

from __future__ import annotations

import itertools
import re
from collections.abc import Container, Mapping, Sequence
from pathlib import Path

import msgspec

from workbench.core.compile.ort_headers import OLDEST_OWN, ORT_HEADERS, api_of, own_ort_headers
from workbench.core.files.files import read_text
from workbench.importers.cpp.headers.files import THIRD_PARTY, included_names
from workbench.importers.cpp.headers.headers import is_of_ort, ort_headers_of
from workbench.importers.drafts.draft import Draft, Gap

__all__ = ["Taken", "licences", "taken_from", "with_licences"]

_LICENCE = re.compile(r"(?:LICEN[CS]E|COPYING|NOTICE)(?:[.\-_].*)?", re.IGNORECASE)
_LEVELS = 8
_RELEASE = "onnxruntime"
"""Where beside what comes along ONNX Runtime's headers lie."""


class Taken(msgspec.Struct, frozen=True):
    """What comes along from one folder.

    Attributes:
        root: the folder.
        files: as they are included.
        licence: the file that says under what they may be copied; None where none is near.
        again: those of the files that a later folder has, too.
        api: of ONNX Runtime's own headers, which are copied and not read: their API version; 0 where
            they do not say it.
    """

    root: Path
    files: tuple[str, ...]
    licence: Path | None
    again: tuple[str, ...] = ()
    api: int | None = None

    @property
    def unused(self) -> str:
        """Why ONNX Runtime's headers cannot be used, as a clause; empty where they can."""
        lacking = [name for name in ORT_HEADERS if self.api is not None and name not in self.files]
        if lacking:
            return f"without {lacking[0]}"
        if self.api is not None and self.api < OLDEST_OWN:
            return f"of 1.{self.api}, and 1.{OLDEST_OWN} is the oldest that can be used"
        return ""

    @property
    def words(self) -> str:
        """For people, in a line."""
        licence = f"licence {self.licence}" if self.licence else "no licence file is near it"
        return f"from {self.root}: {', '.join(self.files)} ({licence})"


def taken_from(
    texts: Mapping[str, str], roots: Sequence[Path], files: Sequence[Path] = ()
) -> list[Taken]:
    """What of the texts was found in the folders, in their order, and ONNX Runtime's headers.

    Args:
        texts: as ``read_sources`` gives them for the same folders.
        roots: the folders.
        files: those that were given; headers of ONNX Runtime that their project brings come along.
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
    release = _release(texts, roots, files) if files else None
    return [*found, release] if release is not None else found


def _release(
    texts: Mapping[str, str], roots: Sequence[Path], files: Sequence[Path]
) -> Taken | None:
    """ONNX Runtime's headers as the project has them, with all that they include of each other."""
    waiting = [name for name in included_names(texts) if is_of_ort(name)]
    if not waiting:
        return None
    waiting += ORT_HEADERS
    folder = next(filter(None, map(ort_headers_of, files)), None) or own_ort_headers(roots)
    if folder is None:
        return None
    names: list[str] = []
    while waiting:
        name = Path(waiting.pop()).name
        if name not in names and (folder / name).is_file():
            names.append(name)
            waiting += included_names({name: read_text(folder / name)})
    return Taken(folder, tuple(sorted(names)), _licence(folder), api=api_of(folder))


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
    taken = [one for one in taken if one.api is None or draft.op.ort.side.has_source]
    used = [one for one in taken if not one.unused]
    copies, gaps, op = dict(draft.copies), list(draft.gaps), draft.op
    copies |= licences(used, copies)
    for one in used:
        if one.licence is None:
            message = f"no licence file is near {one.root}, from which headers are copied"
            gaps.append(Gap("kernel.include", message))
        for file in one.again:
            message = f"several of the given folders have {file}: that of {one.root} is taken"
            gaps.append(Gap("kernel.include", message))
    for one in taken:
        if one.unused:
            message = f"{one.root} has ONNX Runtime's headers {one.unused}: this machine's are used"
            gaps.append(Gap("kernel.include", message))
        elif one.api is not None:
            place = f"{THIRD_PARTY}/{_RELEASE}"
            message = (
                f"the project's own headers of ONNX Runtime 1.{one.api} are used: those in {place}"
            )
            gaps.append(Gap("kernel.include", message))
            copies |= {f"{place}/{name}": one.root / name for name in one.files}
            kernel = msgspec.structs.replace(op.kernel, include=(*op.kernel.include, place))
            op = msgspec.structs.replace(op, kernel=kernel)
    return msgspec.structs.replace(draft, op=op, copies=copies, gaps=tuple(gaps))


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
