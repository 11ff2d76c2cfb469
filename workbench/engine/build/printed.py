"""What gcc, clang and nvcc print for people, read: each diagnostic, its notes, the way to it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

__all__ = ["Edit", "Note", "Place", "Said", "for_people", "read"]


class Place(NamedTuple):
    """Where something is; line and column from 1, columns in bytes, 0 where there is none."""

    file: str
    line: int
    column: int


class Edit(NamedTuple):
    """A change that the compiler proposes (a fix-it); columns in bytes."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    text: str


@dataclass
class Note:
    """What is added to a diagnostic."""

    text: str
    place: Place
    edits: list[Edit] = field(default_factory=list)


@dataclass
class Said:
    """One error or warning.

    Attributes:
        severity: ``error`` or ``warning``.
        text: without its place and the flag that asked for it.
        place: where it arises.
        way: which lines led there, the nearest first: a template's error arises in a header, and
            the line that the user can mend is the one that asked for it.
        included: which lines include the header that it arises in.
        notes: in their order.
        edits: what mends it, as the compiler sees it.
        is_drivers: the program that starts the compiler says it; it has no place.
    """

    severity: str
    text: str
    place: Place
    way: list[Place] = field(default_factory=list)
    included: list[Place] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    edits: list[Edit] = field(default_factory=list)
    is_drivers: bool = False

    @property
    def opened(self) -> list[Place]:
        """Where a brace was opened that is missed at the end."""
        return [note.place for note in self.notes if note.text.startswith("to match this")]


_PLACED = re.compile(
    r"(.+?):(\d+):(\d+): (?:fatal )?(error|warning|note): +(.*?)(?: \[-[Wf][^]]*\])?$"
)
_NVCC = re.compile(r"(.+?)\((\d+)\): (error|warning)(?: #[\w-]+)?: (.*)$")
_DRIVER = re.compile(r"\S*: (?:fatal )?error: (.*)$")
_FIX_IT = re.compile(r'fix-it:"(.*)":\{(\d+):(\d+)-(\d+):(\d+)\}:"(.*)"$')
_OURS = re.compile(r"In file included from <(?:built-in|command-line)>(?::\d+)?:$")
# gcc says before an error where it comes from, clang after it.
_BEFORE = re.compile(r"(.+?):(\d+):(\d+):   (?:recursively )?required (?:from|by) ")
_INCLUDED = re.compile(r"(?:In file included| {16,}) from (.+?):(\d+)(?::\d+)?[:,]$")
_BEGINS_ANEW = re.compile(r".+: (?:In (?:instantiation|substitution) of |At global scope:)")
_AFTER = ("in instantiation of", "while substituting", "in call to")
_NO_PLACE = ("expanded from",)


def read(output: str) -> list[Said]:
    """The errors and warnings in what a compiler printed."""
    found: list[Said] = []
    before: list[Place] = []
    included: list[Place] = []
    for line in output.splitlines():
        if match := _FIX_IT.match(line):
            if found:
                last = found[-1].notes[-1] if found[-1].notes else found[-1]
                last.edits.append(_edit(match))
        elif match := _PLACED.match(line):
            place = Place(match[1], int(match[2]), int(match[3]))
            if match[4] == "note":
                _add_note(found, match[5], place)
            else:
                found.append(Said(match[4], match[5], place, before, included))
                before = []
            included = []
        elif match := _INCLUDED.match(line):
            included.append(Place(match[1], int(match[2]), 1))
        elif match := _BEFORE.match(line):
            before.append(Place(match[1], int(match[2]), int(match[3])))
        elif _BEGINS_ANEW.match(line):
            before = []
        elif match := _NVCC.match(line):
            found.append(Said(match[3], match[4], Place(match[1], int(match[2]), 0)))
        elif match := _DRIVER.match(line):
            found.append(Said("error", match[1], Place("", 0, 0), is_drivers=True))
    return found


def for_people(output: str) -> str:
    """The same as it would stand in a terminal, had the user compiled the file.

    It has nothing that is printed for programs, and does not say that a generated file or a flag includes
    the user's.
    """
    return "\n".join(
        line for line in output.splitlines() if not (_FIX_IT.match(line) or _OURS.match(line))
    )


def _add_note(found: list[Said], text: str, place: Place) -> None:
    if not found:
        return
    if text.startswith(_AFTER):
        found[-1].way.append(place)
    elif not text.startswith(_NO_PLACE):
        found[-1].notes.append(Note(text, place))


def _edit(match: re.Match[str]) -> Edit:
    line, column, end_line, end_column = map(int, match.groups()[1:5])
    return Edit(_unescaped(match[1]), line, column, end_line, end_column, _unescaped(match[6]))


def _unescaped(text: str) -> str:
    r"""A string as C writes it, its bytes in octal: ``gr\303\266\303\237e``."""
    plain = re.sub(
        rb"\\([0-7]{3}|.)",
        lambda m: (
            bytes([int(m[1], 8) & 255])
            if len(m[1]) == 3
            else {b"n": b"\n", b"t": b"\t"}.get(m[1], m[1])
        ),
        text.encode(),
    )
    return plain.decode(errors="replace")
