"""C++ text as a syntax tree, and how we walk it.

tree-sitter does not expand macros, and some stand where its grammar has no place for them
(``__global__``, ``MY_API``). They are replaced by something of the same length before the text is
parsed, so that every position is the original's.
"""

from __future__ import annotations

import bisect
import functools
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from workbench.core.errors import UserError

if TYPE_CHECKING:
    from tree_sitter import Node, Parser, Tree

    from workbench.importers.cpp.syntax.found import Function
    from workbench.importers.cpp.syntax.macros import Macro

__all__ = ["MAX_BYTES", "Source", "arguments_in", "named_in", "returned", "walk"]

MAX_BYTES = 2 << 20
"""Larger texts are refused before they are parsed: no source that one writes is that large."""

_IN_PLACE_OF_SPECIFIERS = re.compile(
    rb"\b(?:__(?:global|device|host|forceinline|noinline|inline)(?:__)?"
    rb"|[A-Z][A-Z0-9_]*_(?:API|EXPORTS?|HOST_DEVICE|HOST|DEVICE|INLINE|HD|EXTERN|PUBLIC)"
    rb"|HOST_DEVICE|EXPORT|C10_UNUSED)\b(?!\s*\()"
)
_NOTHING = re.compile(
    rb"\bORT_API_CALL\b|\b__launch_bounds__\s*\([^()]*(?:\([^()]*\)[^()]*)*\)|\b__restrict__\b"
)
_DEFINITION = re.compile(rb"^[ \t]*#(?:\\\r?\n|[^\n])*", re.MULTILINE)
_COMMENT = re.compile(rb'"(?:[^"\\\n]|\\.)*"|(?P<comment>/\*.*?\*/)', re.DOTALL)
_JOINED = re.compile(rb"(\\\r?\n)|[^\n]")
_STANDS_IN = b"static"
_DEEPEST = 64
_SECONDS = 2.0
_CHUNK = 4096


class Source:
    """One parsed text.

    Attributes:
        data: the text in UTF-8; all positions count its bytes.
        root: the tree's root.
        whole: the text.
        file: its name, for people.
        constants: values of macros and variables that are string literals, by name, in all the
            files that are read together.
        names: values of macros that are names.
        macros: the macros that register ops.
        makers: those that may make functions.
        callers: those that make the name of a function out of what they are given.
        made: the functions that they make, once they were looked for.
        expansions: how many uses of them were looked into.

    Args:
        text: the text.
        file: its name.
        spaces: the macros that open or close namespaces (``macros.namespace_macros``).

    Raises:
        UserError: kind ``cpp``; the text is too large, or no text.
    """

    def __init__(
        self, text: str, file: str = "", spaces: Mapping[str, Sequence[str]] | None = None
    ) -> None:
        self.file = file
        self.constants: dict[str, str] = {}
        self.names: dict[str, str] = {}
        self.macros: dict[str, Macro] = {}
        self.makers: dict[str, Macro] = {}
        self.callers: dict[str, Macro] = {}
        self.made: tuple[Function, ...] | None = None
        self.expansions = 0
        self.data = _encoded(text, file)
        replaced = _replaced(self.data)
        self._opened: list[tuple[int, tuple[str, ...]]] = [(0, ())]
        if spaces:
            replaced = self._without(spaces, replaced)
        self.tree = _parsed(replaced, file)
        self.root: Node = self.tree.root_node
        self.whole = text

    def _without(self, spaces: Mapping[str, Sequence[str]], data: bytes) -> bytes:
        """The text as it is parsed without these macros; where each leads is kept."""

        def blank(match: re.Match[bytes]) -> bytes:
            names, open_ones = spaces[match[1].decode()], self._opened[-1][1]
            left = open_ones[: max(0, len(open_ones) - names.count(""))]
            self._opened.append((match.end(), (*left, *filter(None, names))[:_DEEPEST]))
            return b" " * len(match[0])

        pattern = b"|".join(re.escape(name.encode()) for name in spaces)
        return re.sub(rb"^[ \t]*(%b)\b[ \t;]*\r?$" % pattern, blank, data, flags=re.MULTILINE)

    def opened_at(self, place: int) -> tuple[str, ...]:
        """The namespaces that macros have opened before a place and not closed."""
        return self._opened[bisect.bisect_right(self._opened, place, key=lambda o: o[0]) - 1][1]

    def beside(self, text: str) -> Source:
        """A text that knows the same macros and constants."""
        other = Source(text, self.file)
        other.constants, other.names, other.macros = self.constants, self.names, self.macros
        return other

    def text(self, start: int, end: int) -> str:
        """The original text between two positions."""
        return self.data[start:end].decode("utf-8", "replace")

    def of(self, node: Node) -> str:
        """A node's original text."""
        return self.text(node.start_byte, node.end_byte)

    def all(self, *types: str, within: Node | None = None) -> list[Node]:
        """The nodes of some types, in the order of the text."""
        start, end = (within.start_byte, within.end_byte) if within else (0, len(self.data))
        return sorted(
            (
                n
                for t in types
                for n in _between(self._by_type.get(t, []), start, end)
                if n.end_byte <= end
            ),
            key=_place,
        )

    @functools.cached_property
    def _by_type(self) -> dict[str, list[Node]]:
        # No tree-sitter query: on text that is nested a thousandfold it takes for ever.
        found: dict[str, list[Node]] = {}
        for node in walk(self.root):
            found.setdefault(node.type, []).append(node)
        return found

    def called(self, call: Node) -> tuple[str, str]:
        """The name of the function that is called, without what stands before it, and its
        template arguments, in their angle brackets.
        """
        node, given = call.child_by_field_name("function"), ""
        while node is not None:
            if (listed := node.child_by_field_name("arguments")) is not None:
                given = self.of(listed)
            inner = node.child_by_field_name("name") or node.child_by_field_name("field")
            if inner is None:
                return (self.of(node), given) if node.type.endswith("identifier") else ("", "")
            node = inner
        return "", ""


def _place(node: Node) -> tuple[int, int]:
    """Of two that begin at once, the longer one is around the other."""
    return node.start_byte, -node.end_byte


def _between(nodes: list[Node], start: int, end: int) -> list[Node]:
    first, last = (bisect.bisect_left(nodes, at, key=lambda n: n.start_byte) for at in (start, end))
    return nodes[first:last]


def walk(node: Node) -> Iterator[Node]:
    """All named nodes below one, in the order of the text; nothing here recurses."""
    cursor = node.walk()
    while True:
        at = cursor.node
        if at is not None and at.is_named:
            yield at
        if cursor.goto_first_child():
            continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return


def arguments_in(call: Node) -> list[Node]:
    """What stands between a call's parentheses."""
    listed = call.child_by_field_name("arguments")
    return [n for n in listed.named_children if n.type != "comment"] if listed is not None else []


def named_in(declarator: Node | None) -> Node | None:
    """The name that a declarator declares, through pointers, references and arrays."""
    for _ in range(32):
        if declarator is None or declarator.type in ("identifier", "field_identifier"):
            return declarator
        inner = declarator.child_by_field_name("declarator")
        if inner is None:
            inner = next(
                (
                    c
                    for c in reversed(declarator.named_children)
                    if c.type == "identifier" or c.type.endswith("_declarator")
                ),
                None,
            )
        declarator = inner
    return None


def returned(body: Node) -> Iterator[Node]:
    """What each ``return`` of a body gives, those of its lambdas left out."""
    waiting = [body]
    while waiting:
        at = waiting.pop()
        if at.type == "return_statement":
            yield from (n for n in at.named_children[:1] if n.type != "comment")
        elif at.type != "lambda_expression":
            waiting += reversed(at.named_children)


@functools.cache
def _the_parser() -> Parser:
    # Late: most starts of the program parse nothing.
    import tree_sitter_cpp
    from tree_sitter import Language, Parser

    return Parser(Language(tree_sitter_cpp.language()))


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


def _without_comments(directive: re.Match[bytes]) -> bytes:
    """A directive whose comments are blank: to tree-sitter a macro ends where one begins."""

    def blank(found: re.Match[bytes]) -> bytes:
        text = found[0]
        return _JOINED.sub(lambda m: m[1] or b" ", text) if found["comment"] else text

    return _COMMENT.sub(blank, directive[0])


def _replaced(data: bytes) -> bytes:
    """The text as it is parsed: of the same length."""
    data = _DEFINITION.sub(_without_comments, _without_dead(data))
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
