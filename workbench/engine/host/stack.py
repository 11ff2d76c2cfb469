"""The stack of a job's process that has ended, in the user's terms: functions and lines of the op."""

from __future__ import annotations

import contextlib
import mmap
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from workbench.core.compile.outside import further_sources, include_folders
from workbench.core.declaration.op import Op
from workbench.core.errors import UserError
from workbench.core.files.files import real_path
from workbench.core.jobs import Job
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
        text: all frames, for people; of every thread, where the process was stopped.
        lines: of the op's files, as ``FILE:LINE``, where its threads were, the innermost of each;
            ``file`` and ``line`` first.
    """

    file: str
    line: int
    overflow: bool
    recursion: str
    text: str
    lines: tuple[str, ...] = ()

    @property
    def elsewhere(self) -> str:
        """A sentence on the threads that were at other lines of the op; empty where none was."""
        others = self.lines[1:]
        if not others:
            return ""
        who = "Another of its threads is" if len(others) == 1 else "Others of its threads are"
        return f" {who} at {', '.join(others)}; the log has their calls."


class _Entry(NamedTuple):
    """A frame, or a function that is inlined into one."""

    location: Location | None
    library: str
    own: str

    def place(self) -> str:
        """File and line, as line tables have them."""
        return f"{self.location.file}:{self.location.line}" if self.location else self.library


class _Thread(NamedTuple):
    """What a thread was doing; its stack innermost first."""

    main: bool
    overflow: bool
    entries: list[_Entry]

    def first_own(self) -> int:
        """How near it was to the op's own code."""
        own = (i for i, entry in enumerate(self.entries) if entry.own)
        return next(own, len(self.entries) + _SHOWN)

    def own(self) -> list[_Entry]:
        return [entry for entry in self.entries if entry.own]


def stack(
    memory: mmap.mmap, job: Job, python: Sequence[Sequence[frames.PythonFrame]] = ()
) -> Stack | None:
    """What a child has noted of its end; None where it has noted nothing.

    Of several threads that one is taken which was nearest to the op's own code, of C++ rather than
    of Python: that has called it.

    Args:
        memory: as the child has left it.
        job: the child's.
        python: the stacks of Python's threads.
    """
    ends = frames.read(memory)
    if not ends:
        return None
    roots = list(own_roots(getattr(job, "folder", ""), getattr(job, "op", None)))
    known = _known(frame for end in ends for frame in end.frames)
    threads = [_Thread(end.main, end.overflow, list(_entries(end, known, roots))) for end in ends]
    threads.sort(key=_Thread.first_own)
    overflow = threads[0].overflow
    pythons = [_Thread(True, False, list(_python_entries(one, roots))) for one in python]
    pythons = [one for one in pythons if one.own()]
    if pythons and not threads[0].own():
        threads, pythons = pythons, []
    entries = threads[0].entries
    names = [e.location.function for e in entries if e.location and e.location.function]
    often = Counter(names).most_common(1)
    recursion = often[0][0] if overflow and often and often[0][1] >= _AGAIN else ""
    own = threads[0].own()
    # At the end of the stack the innermost function had only just begun; the next one called it.
    place = own[1 if recursion and len(own) > 1 else 0] if own else None
    return Stack(
        place.own if place else "",
        place.location.line if place and place.location else 0,
        overflow,
        recursion,
        _text(threads, pythons, recursion) if own else "",
        tuple(dict.fromkeys(t.own()[0].place() for t in threads if t.own())),
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


def _python_entries(calls: Sequence[frames.PythonFrame], roots: list[Path]) -> Iterator[_Entry]:
    """Up to the outermost call of the op's own; what lies around that is the program's."""
    entries = []
    for call in calls:
        root = next((r for r in roots if Path(call.file).is_relative_to(r)), None)
        file = str(Path(call.file).relative_to(root)) if root else Path(call.file).name
        at = Location(call.function, file, call.line)
        entries.append(_Entry(at, "", call.file if root else ""))
    last = max((i for i, entry in enumerate(entries) if entry.own), default=-1)
    yield from entries[: last + 1]


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
    for source in filter(None, (op.kernel.source, op.ort.source)):
        yield real_path(Path(folder) / source).parent.parent
    with contextlib.suppress(UserError):
        yield from (path.parent.parent for path in further_sources(Path(folder), op))
        yield from (include.parent for include in include_folders(Path(folder), op))


def _text(threads: list[_Thread], pythons: list[_Thread], recursion: str) -> str:
    """Of each thread in the op's code its stack, those that stand alike together.

    Args:
        threads: all.
        pythons: what Python was doing, where it has called code that is no Python.
        recursion: the function that calls itself without end.
    """
    alike: dict[tuple[str, ...], list[_Thread]] = {}
    for thread in threads:
        if thread.own():
            alike.setdefault(_stack_lines(thread.entries, recursion), []).append(thread)
    others = len(threads) - sum(map(len, alike.values()))
    if len(alike) == 1:
        (shown,) = alike
        lines = ["Where it was, innermost first:", *shown]
    else:
        lines = ["Where each thread was, innermost first:"]
        for shown, those in alike.items():
            lines += [f"{_called(those)}:", *shown]
    if others:
        is_one = others == 1
        lines.append(
            f"{others} further {'thread was' if is_one else 'threads were'} not in the op's code."
        )
    for one in pythons:
        lines += ["In Python:", *_stack_lines(one.entries, "")]
    return "\n".join([*lines, ""])


def _called(threads: list[_Thread]) -> str:
    main, others = any(t.main for t in threads), sum(not t.main for t in threads)
    named = ["the main thread"] if main else []
    if others:
        named.append("another thread" if others == 1 else f"{others} other threads")
    return " and ".join(named).capitalize()


def _stack_lines(entries: list[_Entry], recursion: str) -> tuple[str, ...]:
    lines: list[str] = []
    for entry in entries:
        if entry.location is None:
            line = f"  in {entry.library}"
            if lines and line == lines[-1]:
                continue
        else:
            line = f"  {entry.location.function or '?'} at {entry.place()}"
        lines.append(line)
    most = _SHOWN_OF_RECURSION if recursion else _SHOWN
    return (*lines[:most], *(["  and so on"] if len(lines) > most else []))
