"""The stack of a job's process that has ended, in the user's terms: functions and lines of the op."""

from __future__ import annotations

import mmap
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from workbench.core.files import real_path
from workbench.core.jobs import Job
from workbench.core.op import Op
from workbench.engine.host import frames
from workbench.engine.host.lines import Location, locations

__all__ = ["Stack", "own_file", "own_roots", "place_of_call", "stack"]

_SHOWN = 24
_SHOWN_OF_RECURSION = 6
_AGAIN = 8
"""So often a function is on the stack where it calls itself without end."""


class Stack(NamedTuple):
    """Where a process was.

    Attributes:
        file: of the op, where the innermost frame of it was; empty where none was.
        line: in it.
        overflow: whether the stack was used up.
        recursion: the function that calls itself without end; empty for none.
        text: all frames, for people.
    """

    file: str
    line: int
    overflow: bool
    recursion: str
    text: str


class _Entry(NamedTuple):
    """A frame, or a function that is inlined into one."""

    location: Location | None
    library: str
    own: str


def stack(memory: mmap.mmap, job: Job) -> Stack | None:
    """What a child has noted of its end; None where it has noted nothing.

    Of several threads that one is taken which was nearest to the op's own code.
    """
    ends = frames.read(memory)
    if not ends:
        return None
    roots = list(own_roots(getattr(job, "folder", ""), getattr(job, "op", None)))
    known = _known(frame for end in ends for frame in end.frames)
    threads = [(end, list(_entries(end, known, roots))) for end in ends]
    end, entries = min(threads, key=lambda pair: _first_own(pair[1]))
    names = [e.location.function for e in entries if e.location and e.location.function]
    often = Counter(names).most_common(1)
    recursion = often[0][0] if end.overflow and often and often[0][1] >= _AGAIN else ""
    own = [entry for entry in entries if entry.own]
    # At the end of the stack the innermost function had only just begun; the next one called it.
    place = own[1 if recursion and len(own) > 1 else 0] if own else None
    return Stack(
        place.own if place else "",
        place.location.line if place and place.location else 0,
        end.overflow,
        recursion,
        _text(entries, recursion) if own else "",
    )


def place_of_call(text: bytes, job: Job) -> tuple[str, int]:
    """The op's innermost file and line in the last noted call that came from it; nothing for none."""
    calls = frames.read_calls(text)
    known = _known(frame for call in calls for frame in call.frames)
    roots = list(own_roots(getattr(job, "folder", ""), getattr(job, "op", None)))
    for call in calls:
        for entry in _entries(call, known, roots):
            if entry.own and entry.location:
                return entry.own, entry.location.line
    return "", 0


def _first_own(entries: list[_Entry]) -> int:
    return next((i for i, entry in enumerate(entries) if entry.own), len(entries) + _SHOWN)


def _known(found: Iterable[frames.Frame]) -> dict[frames.Frame, tuple[Location, ...]]:
    """The frames that line tables say something of."""
    by_file: dict[str, set[int]] = {}
    for frame in found:
        by_file.setdefault(frame.file, set()).add(frame.offset)
    store = frames.kept_in()
    return {
        frames.Frame(offset, file): chain
        for file, offsets in by_file.items()
        if file.startswith(
            store
        )  # what the program has not built may be large, and is not the op's
        for offset, chain in locations(file, offsets).items()
    }


def _entries(
    end: frames.ThreadEnd,
    known: dict[frames.Frame, tuple[Location, ...]],
    roots: list[Path],
) -> Iterator[_Entry]:
    for frame in end.frames:
        library = Path(frame.file).name
        for location in known.get(frame, ()):
            yield _Entry(location, library, own_file(location.file, roots) if location.line else "")
        if frame not in known:
            yield _Entry(None, library, "")


def own_file(file: str, roots: Iterable[Path]) -> str:
    """The op's file that line tables name so; empty for any other."""
    if not file or Path(file).is_absolute():
        return ""
    found = (root / file for root in roots)
    return next((str(path) for path in found if path.is_file()), "")


def own_roots(folder: str, op: Op | None) -> Iterator[Path]:
    """The folders that the names of an op's files in line tables start from."""
    if not folder:
        return
    yield Path(folder)
    if op is None:
        return
    # What a link leads to is called by the last part of its folder, see engine/build/sources.py.
    for source in filter(None, (op.kernel.source, *op.kernel.sources, op.ort.source)):
        yield real_path(Path(folder) / source).parent.parent
    for include in op.kernel.include:
        yield real_path(Path(folder) / include).parent


def _text(entries: list[_Entry], recursion: str) -> str:
    lines: list[str] = []
    last = ""
    for entry in entries:
        if entry.location is None:
            line = f"  in {entry.library}"
            if line == last:
                continue
        else:
            at = f"{entry.location.file}:{entry.location.line}"
            line = f"  {entry.location.function or '?'} at {at}"
        last = line
        lines.append(line)
    most = _SHOWN_OF_RECURSION if recursion else _SHOWN
    more = ["  and so on"] if len(lines) > most else []
    return "\n".join(["Where it was, innermost first:", *lines[:most], *more, ""])
