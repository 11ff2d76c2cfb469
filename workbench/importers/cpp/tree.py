"""C++ text as a syntax tree, and how we walk it.

tree-sitter does not expand macros, and some stand where its grammar has no place for them
(``__global__``, ``MY_API``). They are replaced by something of the same length before the text is
parsed, so that every position is the original's.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

from workbench.core.errors import UserError

if TYPE_CHECKING:
    from tree_sitter import Node, Parser, Tree

    from workbench.importers.cpp.macros import Macro

__all__ = ["MAX_BYTES", "Source", "walk"]

MAX_BYTES = 2 << 20
"""Larger texts are refused before they are parsed: no source that one writes is that large."""

_IN_PLACE_OF_SPECIFIERS = re.compile(
    rb"\b(?:__(?:global|device|host|forceinline|noinline|inline)(?:__)?"
    rb"|[A-Z][A-Z0-9_]*_(?:API|EXPORTS?|HOST_DEVICE|HOST|DEVICE|INLINE|HD|EXTERN|PUBLIC)"
    rb"|HOST_DEVICE|EXPORT|C10_UNUSED)\b(?!\s*\()"
)
_NOTHING = re.compile(rb"\b__launch_bounds__\s*\([^()]*(?:\([^()]*\)[^()]*)*\)|\b__restrict__\b")
_DEFINITION = re.compile(rb"^[ \t]*#[^\n]*(?:\\\n[^\n]*)*", re.MULTILINE)
_STANDS_IN = b"static"
_SECONDS = 2.0
_CHUNK = 4096

_parser: Parser | None = None


class Source:
    """One parsed text.

    Attributes:
        data: the text in UTF-8; all positions count its bytes.
        root: the tree's root.
        whole: the text.
        file: its name, for people.
        constants: values of macros and variables that are string literals, by name.
        names: values of macros that are names.
        macros: what registers ops by macros of these files.
        expansions: how many uses of them were looked into.

    Raises:
        UserError: kind ``cpp``; the text is too large, or no text.
    """

    def __init__(
        self,
        text: str,
        file: str = "",
        constants: dict[str, str] | None = None,
        macros: dict[str, Macro] | None = None,
        names: dict[str, str] | None = None,
    ) -> None:
        self.file = file
        self.constants = constants or {}
        self.macros = macros or {}
        self.names = names or {}
        self.expansions = 0
        self.data = _encoded(text, file)
        self.tree = _parsed(_replaced(self.data), file)
        self.root: Node = self.tree.root_node
        self.whole = text

    def text(self, start: int, end: int) -> str:
        """The original text between two positions."""
        return self.data[start:end].decode("utf-8", "replace")

    def of(self, node: Node) -> str:
        """A node's original text."""
        return self.text(node.start_byte, node.end_byte)


def walk(node: Node) -> Iterator[Node]:
    """All named nodes below one, in the order of the text; nothing here recurses."""
    waiting = [node]
    while waiting:
        at = waiting.pop()
        yield at
        waiting += reversed(at.named_children)


def _the_parser() -> Parser:
    global _parser
    if _parser is None:
        # Late: most starts of the program parse nothing.
        import tree_sitter_cpp
        from tree_sitter import Language, Parser

        _parser = Parser(Language(tree_sitter_cpp.language()))
    return _parser


def _parsed(data: bytes, file: str) -> Tree:
    """The tree; a text that no one wrote can take minutes, so it is given up in time."""
    end = time.thread_time() + _SECONDS
    late = False

    def read(offset: int, _point: object) -> bytes:
        nonlocal late
        late = late or time.thread_time() > end
        return b"" if late else data[offset : offset + _CHUNK]

    tree = _the_parser().parse(read)
    if late:
        hint = "Give the part that holds the function."
        raise UserError(
            "cpp", "this is too much, or no C++: it takes too long to read", hint, file=file
        )
    return tree


def _encoded(text: str, file: str) -> bytes:
    if "\0" in text:
        raise UserError("cpp", "this is a binary file, C++ text is needed", file=file)
    try:
        data = text.encode("utf-8")
    except UnicodeEncodeError:
        raise UserError(
            "cpp", "the text has broken characters", "Save it as UTF-8.", file=file
        ) from None
    if len(data) > MAX_BYTES:
        size = len(data) / (1 << 20)
        hint = "Give the file that holds the function, without what was pasted into it."
        raise UserError(
            "cpp", f"{size:.1f} MiB of C++ are too much to read (2 MiB at most)", hint, file=file
        )
    return data


_CONDITION = re.compile(rb"^[ \t]*#[ \t]*(if|ifdef|ifndef|el\w+|endif)\b[ \t]*(.*)", re.MULTILINE)


def _without_dead(data: bytes) -> bytes:
    """The text with blanks for what ``#if 0`` leaves out: it is compiled by no one."""
    depth, dead_at, start, spans = 0, 0, 0, []
    for match in _CONDITION.finditer(data):
        word = match[1]
        if word.startswith(b"if"):
            depth += 1
            if not dead_at and word == b"if" and re.match(rb"(?:0|false)\s*(?://|/\*|$)", match[2]):
                dead_at, start = depth, match.end()
            continue
        if dead_at == depth:
            spans.append((start, match.start()))
            dead_at = 0
        depth -= word == b"endif"
    for start, end in spans:
        data = data[:start] + re.sub(rb"[^\n]", b" ", data[start:end]) + data[end:]
    return data


def _replaced(data: bytes) -> bytes:
    """The text as it is parsed: of the same length."""
    data = _without_dead(data)
    directives = [m.span() for m in _DEFINITION.finditer(data)]
    kept = iter([*directives, (len(data), len(data))])
    start, end = next(kept)

    def specifier(match: re.Match[bytes]) -> bytes:
        nonlocal start, end
        while match.start() >= end and end < len(data):
            start, end = next(kept)
        if start <= match.start() < end:
            return match[0]
        word = _STANDS_IN if len(match[0]) >= len(_STANDS_IN) else b""
        return word.ljust(len(match[0]))

    data = _IN_PLACE_OF_SPECIFIERS.sub(specifier, data)
    return _NOTHING.sub(lambda m: re.sub(rb"[^\n]", b" ", m[0]), data)
