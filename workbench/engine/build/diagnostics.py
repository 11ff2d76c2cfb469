"""What compiler and linker printed, as problems with file, line and next step."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from workbench.core.compile.text_fixes import digest_of
from workbench.core.errors import Problem, TextEdit, TextFix, UserError, sentence
from workbench.core.files.files import read_text
from workbench.engine.build import printed
from workbench.engine.build.hints import corrected, hint_for, members_of, undeclared
from workbench.engine.build.old_torch import today
from workbench.engine.build.printed import Edit, Place, Said

__all__ = ["compiler_problems", "disk_is_full", "linker_problems", "no_room"]

_MAX_PROBLEMS = 200
_MOST_FIXES = 4


def compiler_problems(
    output: str, is_users: Callable[[str], bool] = lambda file: True
) -> list[Problem]:
    """Problems in what a compiler printed.

    Args:
        output: its text.
        is_users: whether the user can mend a file. What arises in another one is placed at the
            line of the user's that led there.
    """
    texts = _Texts()
    problems: dict[tuple[object, ...], Problem] = {}
    way: list[Place] = []
    for said in printed.read(output):
        # clang tells once how it came to a header, however much is wrong there.
        way = [] if is_users(said.place.file) else said.way or way
        led = [] if is_users(said.place.file) else [*said.opened, *(way or said.included)]
        place = next((p for p in led if is_users(p.file)), said.place)
        problem = _problem(said, place, texts)
        # A template is compiled once per type, and gives its warnings each time; one line that
        # leads into a header may have many errors there, of which the first is the cause.
        moved = place != said.place and problem.severity
        words = (
            _ARGUMENTS.sub("", problem.message) if said.severity == "warning" else problem.message
        )
        at: object = place.file if _DEPRECATED.search(words) else place
        problems.setdefault((place, moved) if moved else (at, words), problem)
    return _causes(list(problems.values()), texts)[:_MAX_PROBLEMS]


def _causes(problems: list[Problem], texts: _Texts) -> list[Problem]:
    """Without what only follows from an error that is told before.

    What a compiler expects further on in a line that it has not understood, all that it says of a line
    that lacks a header, and the variables that such a line would have declared.
    """
    kept: list[Problem] = []
    lines: dict[tuple[str, int], set[str]] = {}
    words: dict[str, set[str]] = {}
    lack: set[tuple[str, int]] = set()
    for problem in problems:
        at = problem.file, problem.line
        name = undeclared(problem.message)
        if problem.severity == "error" and problem.line:
            follows = at in lines and problem.message.startswith("expected ")
            if "#include" in problem.hint:
                lack.add(at)
            elif follows or at in lack or (name and name in words.get(problem.file, ())):
                continue
            line = texts.line(*at)
            lines[at] = declared = set(_DECLARED.findall(line))
            words.setdefault(problem.file, set()).update(declared - {name})
        kept.append(problem)
    return kept


_ARGUMENTS = re.compile(r"<[\w:, *&]*>")
_DEPRECATED = re.compile(r"\bdeprecated\b")
"""What is so is told once a file: the others would hide what else is said."""
_DECLARED = re.compile(r"[\w>*&]\s+[*&]*(\w+)\s*(?=[=;({\[,)]|$)")
"""What a line may declare: a word after a type."""


class _Texts:
    """The sources that diagnostics name, each read once, as they are now."""

    def __init__(self) -> None:
        self._texts: dict[str, str | None] = {}

    def of(self, file: str) -> str | None:
        """A file's text; None where it cannot be read."""
        if file not in self._texts:
            try:
                self._texts[file] = read_text(Path(file)) if file else None
            except UserError:
                self._texts[file] = None
        return self._texts[file]

    def before(self, place: Place) -> str:
        """What stands in the line before a place, whose column counts bytes."""
        line = self.line(place.file, place.line).encode()
        return (
            line[: place.column - 1].decode(errors="ignore") if line else " " * (place.column - 1)
        )

    def line(self, file: str, number: int) -> str:
        """One line; empty for none."""
        lines = (self.of(file) or "").split("\n")
        return lines[number - 1] if 0 < number <= len(lines) else ""


def _problem(said: Said, place: Place, texts: _Texts) -> Problem:
    if said.is_drivers:
        memory = "Was there too little memory? " if "illed" in said.text else ""
        return Problem("compile", said.text, f"{memory}The log has the whole text.")
    column = len(texts.before(place)) + 1 if place.column else 0
    if place == said.place:
        hint = _hint_of(said)
    elif place in said.opened:
        hint = "Close what is opened here."
    else:
        at = f"{Path(said.place.file).name}:{said.place.line}"
        hint = f"{hint_for(said.text)} It arises in {at}, which this line uses.".strip()
    ours = [*_corrected(said, place, texts), *_of_today(said, place, texts)]
    fixes = (*ours, *(fix for fix in _fixes(said, place.file, texts) if fix not in ours))
    return Problem(
        "compile", said.text, hint, place.file, "", place.line, column, said.severity, fixes
    )


def _hint_of(said: Said) -> str:
    """The next step: what we know of such a message, or else what the compiler adds."""
    if known := hint_for(said.text):
        return known
    texts = [note.text for note in said.notes]
    if suggested := next((text for text in texts if "#include" in text), ""):
        return suggested
    if mending := [note.text for note in said.notes if note.edits]:
        return sentence(", or ".join(mending))
    for note in said.notes:
        if not _POINTS.search(note.text):
            return note.text
    return next((f"{n.text}: {Path(n.place.file).name}:{n.place.line}" for n in said.notes), "")


_POINTS = re.compile(r"\bhere$|^to match this|^candidate: |substitution failed:$")
"""Notes that are of use with their place only."""


def _fixes(said: Said, file: str, texts: _Texts) -> Iterator[TextFix]:
    """What the compiler proposes to change in the file; an include is found by its own means."""
    text = texts.of(file)
    if text is None:
        return
    proposed: list[tuple[str, Sequence[Edit]]] = [("", said.edits)]
    proposed += [(sentence(note.text).rstrip("."), note.edits) for note in said.notes]
    for title, edits in [(t, e) for t, e in proposed if e][:_MOST_FIXES]:
        if any(
            edit.file != file or "#include" in edit.text or _is_member(edit.text) for edit in edits
        ):
            continue
        places = [
            (
                texts.before(Place(file, e.line, e.column)),
                texts.before(Place(file, e.end_line, e.end_column)),
            )
            for e in edits
        ]
        made = tuple(
            TextEdit(e.line, _utf16(start), e.end_line, _utf16(end), e.text)
            for e, (start, end) in zip(edits, places, strict=True)
        )
        first, (start, end) = edits[0], places[0]
        old = end.removeprefix(start) if first.line == first.end_line else ""
        yield TextFix(title or _title(old, first.text.strip()), made, digest_of(text))


def _is_member(name: str) -> bool:
    """Whether a name is that of a member function, which is called of an object."""
    owner, _, member = name.rpartition("::")
    return member in members_of(owner)


def _corrected(said: Said, place: Place, texts: _Texts) -> Iterator[TextFix]:
    """The name that is meant, where we know it: a compiler guesses among all that it sees."""
    text = texts.of(place.file)
    names = corrected(said.text)
    if text is None or names is None or place != said.place:
        return
    old, new = names
    column = _utf16(texts.before(place))
    if texts.line(place.file, place.line)[len(texts.before(place)) :].startswith(old):
        edit = TextEdit(place.line, column, place.line, column + len(old), new)
        yield TextFix(_title(old, new), (edit,), digest_of(text))


def _of_today(said: Said, place: Place, texts: _Texts) -> Iterator[TextFix]:
    """What today's torch has in the place of what an older one had: a name in the whole file, which a
    macro may hide, and else in the line.
    """
    text, line = texts.of(place.file), texts.line(place.file, place.line)
    names = today(said.text, line) if said.severity == "error" else None
    if text is None or names is None:
        return
    old, new = names
    rows = enumerate(text.split("\n"), 1) if old.isidentifier() else [(place.line, line)]
    what = re.compile(rf"\b{old}\b" if old.isidentifier() else re.escape(old))
    found = [(n, _utf16(row[: m.start()])) for n, row in rows for m in what.finditer(row)]
    edits = tuple(TextEdit(n, column, n, column + len(old), new) for n, column in found)
    if edits:
        yield TextFix(_title(old, new), edits, digest_of(text))


def _title(old: str, new: str) -> str:
    if not old:
        return f"Insert '{new}'"
    return f"Change '{old}' to '{new}'" if new else f"Remove '{old}'"


def _utf16(before: str) -> int:
    """The column after a text, as editors count."""
    return len(before.encode("utf-16-le")) // 2 + 1


_NO_ROOM = re.compile(
    r"No space left on device|Disk quota exceeded|File too large|File size limit exceeded"
)


def disk_is_full(text: str) -> bool:
    """Whether a program says that it could not write."""
    return bool(_NO_ROOM.search(text))


def no_room(output: str, cache: Path) -> Problem | None:
    """That a compiler or linker could not write; whatever else it says then is a consequence.

    Args:
        output: what it printed.
        cache: where it writes, beside its own temporary files.
    """
    said = [one.text for one in printed.read(output)]
    full = next((text for text in (*said, *output.splitlines()) if disk_is_full(text)), "")
    if not full:
        return None
    hint = f"Free some space in {os.environ.get('TMPDIR', '/tmp')} and {cache}, and build again."
    return Problem("disk", f"the disk is full: {full.strip()}", hint)


_UNDEFINED = re.compile(
    r"undefined reference to [`'\"](.+?)['\"]$|undefined symbol: (.+?)(?: >>>.*)?$"
)
_NO_LIBRARY = re.compile(
    r"(?:cannot find|unable to find library|cannot open) (-l\S+|\S+\.(?:so|a)\S*)"
)
_TWICE = ("multiple definition of", "duplicate symbol: ")


def linker_problems(
    output: str,
    source: Path | None = None,
    elsewhere: Callable[[str], Problem | None] = lambda name: None,
) -> list[Problem]:
    """Problems in a linker's stderr.

    Args:
        output: what it printed.
        source: the kernel's.
        elsewhere: knows of an undefined name where it is defined, as a problem.
    """
    problems: dict[str, Problem] = {}
    for line in output.splitlines():
        if match := _UNDEFINED.search(line):
            name = match[1] or match[2]
            problems[name] = elsewhere(name) or Problem(
                "link",
                f"'{name}' is declared but defined nowhere",
                "Define it in the kernel's source, or correct its name.",
                str(source or ""),
            )
        elif match := _NO_LIBRARY.search(line):
            name = match[1].rstrip(":")
            hint = "See op-workbench doctor."
            problems[line] = Problem("link", f"the library {name} was not found", hint)
        elif any(words in line for words in _TWICE):
            words = line.partition(": ")[2].removeprefix("error: ") or line
            problems[line] = Problem("link", words, "Define it once.", str(source or ""))
    if not problems and output.strip():
        # clang's driver has the last word, which is only that the linker failed.
        lines = [line for line in output.strip().splitlines() if "command failed" not in line]
        told = [line for line in lines if ": error: " in line] or lines[-1:] or [output.strip()]
        problems["other"] = Problem("link", told[0][:500], "The log has the whole text.")
    return list(dict.fromkeys(problems.values()))
