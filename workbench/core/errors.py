"""The one error type for everything that a user can fix."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

__all__ = [
    "Problem",
    "RefusedError",
    "TextEdit",
    "TextFix",
    "UserError",
    "sentence",
    "with_article",
    "with_capital",
]

_CODE = re.compile(r"\w+[._:/]+\w")


def with_capital(text: str) -> str:
    """A clause with a capital, unless a file or a name in code begins it."""
    return text if _CODE.match(text) else text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """A clause with a capital and a full stop."""
    text = with_capital(text)
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


def with_article(noun: str) -> str:
    """``an int``, ``a uint8``, ``a tensor``."""
    plain = noun.lstrip("'").lower()
    return f"an {noun}" if plain.startswith(("a", "e", "i", "o", "un")) else f"a {noun}"


class TextEdit(msgspec.Struct, frozen=True):
    """A change of a text; lines and columns from 1, columns in UTF-16 units."""

    line: int
    column: int
    end_line: int
    end_column: int
    text: str


class TextFix(msgspec.Struct, frozen=True):
    """What fixes a problem of a source, as whoever found it offers it.

    Attributes:
        title: what it does, for a button.
        edits: of the file that the problem is in.
        seen: a digest of the text that they are for (see ``digest_of``); for another they are not.
    """

    title: str
    edits: tuple[TextEdit, ...]
    seen: int


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that is wrong: what happened, where, and the next step.

    Attributes:
        kind: a stable slug such as ``"declaration"`` or ``"compile"``.
        message: what happened, in one sentence.
        hint: the next step, or an empty string.
        file: the file concerned, or an empty string.
        key: the key's path in that file (``args[1].dtype``), or an empty string.
        line: 1-based, 0 when unknown.
        column: 1-based, 0 when unknown.
        severity: ``"error"``, ``"warning"`` or ``"note"``.
        fixes: of a source: what fixes it.
        fitting: of a declaration: what would fit at which key paths, all of it together, as a run found.
    """

    kind: str
    message: str
    hint: str = ""
    file: str = ""
    key: str = ""
    line: int = 0
    column: int = 0
    severity: str = "error"
    fixes: tuple[TextFix, ...] = ()
    fitting: tuple[tuple[str, str | int | bool], ...] = ()

    def in_case(self, name: str) -> Problem:
        """The same problem of a set of example inputs; the main set has no name."""
        if not name:
            return self
        return msgspec.structs.replace(self, message=f"case {name}: {self.message}")

    @property
    def words(self) -> str:
        """What happened and the next step, in whole sentences."""
        return f"{sentence(self.message)} {self.hint}".strip()

    def where(self) -> str:
        """The location as a compiler would print it, or an empty string: a line needs a file."""
        location = self.file
        if location and self.line:
            location += f":{self.line}" + (f":{self.column}" if self.column else "")
        return f"{location}: {self.key}" if location and self.key else location or self.key

    def __str__(self) -> str:
        where = self.where()
        text = f"{where}: {self.message}" if where else self.message
        return f"{text}\n  {self.hint}" if self.hint else text


class UserError(Exception):
    """Something a user can fix. Carries one or more problems, the main one first."""

    def __init__(self, kind: str, message: str, hint: str = "", **location: object) -> None:
        file = location.pop("file", "")
        self.problems: tuple[Problem, ...] = (
            Problem(kind, message, hint, file=str(file) if file else "", **location),  # type: ignore[arg-type]
        )
        super().__init__(str(self.problems[0]))

    @classmethod
    def of(cls, problems: list[Problem] | tuple[Problem, ...]) -> UserError:
        """An error that carries ``problems`` (at least one)."""
        error = cls(problems[0].kind, problems[0].message)
        error.problems = tuple(problems)
        error.args = ("\n".join(map(str, problems)),)
        return error

    @property
    def problem(self) -> Problem:
        """The main problem."""
        return self.problems[0]

    def at(self, file: Path | str) -> UserError:
        """The same error with ``file`` filled in where a problem names none."""
        return UserError.of(
            [p if p.file else msgspec.structs.replace(p, file=str(file)) for p in self.problems]
        )


class RefusedError(UserError):
    """The op, or its reference, does not take the inputs that it was given."""
