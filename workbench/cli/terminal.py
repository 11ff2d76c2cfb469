r"""What the command line writes: text, and no control of the terminal that somebody else chose.

Names out of models and declarations, a compiler's words, what a kernel prints: all of it is
foreign, and an escape sequence in it could hide a line, retitle the window or type an answer. So
the two output streams themselves write each such character as ``\u001b``. That is JSON's own
form, which leaves JSON as it was meant.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

import msgspec

from workbench.core.errors import UserError
from workbench.core.files.files import write_text

__all__ = ["erase_line", "json_option", "plain", "plain_output", "tell_error", "write_json"]

_ERASE_LINE = "\r\x1b[K"


def plain(text: str) -> str:
    r"""The text with each character that is not printed as ``\\uXXXX``; line breaks and tabs stay.

    Directions of writing (U+202E) count: they show another text than is there.
    """
    if text.isprintable():
        return text
    return "".join(c if _is_shown(c) else _escaped(c) for c in text)


def _is_shown(c: str) -> bool:
    return c in "\n\t" or c.isprintable() or unicodedata.category(c) == "Zs"


def _escaped(c: str) -> str:
    units = c.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[i : i + 4]}" for i in range(0, len(units), 4))


class _Plain(io.TextIOBase):
    """A stream that writes ``plain`` text to another."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self.stream.encoding

    @property
    def errors(self) -> str | None:  # type: ignore[override]
        return self.stream.errors

    def write(self, text: str, /) -> int:
        self.stream.write(plain(text))
        return len(text)

    def writable(self) -> bool:
        return True

    def flush(self) -> None:
        self.stream.flush()

    def isatty(self) -> bool:
        return self.stream.isatty()

    def fileno(self) -> int:
        return self.stream.fileno()


@contextlib.contextmanager
def plain_output() -> Iterator[None]:
    """Within it, standard output and standard error are plain text only."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = map(_as_plain, before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def _as_plain(stream: TextIO) -> TextIO:
    if stream is None or isinstance(stream, _Plain):  # closed; a command called by another
        return stream
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="backslashreplace")  # a locale that lacks our characters
    return _Plain(stream)  # type: ignore[return-value]


def erase_line(out: TextIO) -> None:
    """Go back to the beginning of a terminal's line, and empty it."""
    (out.stream if isinstance(out, _Plain) else out).write(_ERASE_LINE)


def json_option(parser: argparse.ArgumentParser, what: str = "the result") -> None:
    """Declare ``--json``, of which ``write_json`` takes the value."""
    parser.add_argument(
        "--json", metavar="FILE", help=f"write {what} as JSON; - for standard output"
    )


def tell_error(error: UserError) -> None:
    """Say what went wrong, as each command does."""
    for problem in error.problems:
        print(f"op-workbench: {problem}", file=sys.stderr)


def write_json(target: str, report: object) -> None:
    """Write a result as JSON to a file, or to standard output for ``-``."""
    text = msgspec.json.format(msgspec.json.encode(report), indent=2).decode() + "\n"
    if target == "-":
        sys.stdout.write(text)
    else:
        write_text(Path(target), text)
