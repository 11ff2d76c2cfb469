"""Functions that macros of the files themselves make: ``MAKE(add)`` for ``Tensor add_cpu(Tensor x) {…}``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from workbench.importers.cpp.syntax.arguments import split_arguments
from workbench.importers.cpp.syntax.body_tree import body_of
from workbench.importers.cpp.syntax.functions import function_of, scoped_nodes
from workbench.importers.cpp.syntax.macros import Macro, code_lines, expanded, uses
from workbench.importers.cpp.syntax.tree import Source

if TYPE_CHECKING:
    from collections.abc import Set

    from workbench.importers.cpp.syntax.found import Function

__all__ = ["functions_made", "functions_of", "namespaces", "through_macros"]

_LITERAL = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)+\'')
_BRACE = re.compile(r"([{};])")
_LINKAGE = re.compile(r'\bextern\s*""\s*$')
_NAMESPACE = re.compile(r"\bnamespace\b(?:\s*\[\[[^\]]*\]\])?\s*((?:\w+(?:\s*::\s*)?)*)\s*$")
_CALLED = re.compile(r"\b([A-Za-z_]\w*)\s*\(")
_LONGEST = 100_000
"""Characters that one use stands for."""
_MOST = 500


def functions_of(source: Source) -> Iterator[Function]:
    """The functions of a text, those that its macros make among them."""
    for scoped in scoped_nodes(source):
        if (function := function_of(source, scoped)) is not None:
            yield function
    yield from functions_made(source)


def functions_made(source: Source) -> list[Function]:
    """The functions that uses of macros define or declare; each is where its use is."""
    if source.made is None:
        source.made = tuple(_made(source))
    return list(source.made)


def _made(source: Source) -> Iterator[Function]:
    makers = source.makers
    if not makers:
        return
    offsets = [0, *(m.end() for m in re.finditer(rb"\n", source.data))]
    found = uses(source.whole, makers)
    around = namespaces(code_lines(source.whole)) if found else []
    left = _MOST
    for line, name, given in found:
        at = source.data.find(name.encode(), offsets[line - 1])
        scopes = around[line - 1]
        if scopes is None:
            continue
        inner = Source(f"{_whole(makers, name, given)}\n", source.file)
        for i, scoped in enumerate(scoped_nodes(inner)):
            scoped.scopes = (*scopes, *scoped.scopes)
            function = function_of(inner, scoped)
            if function is None or left <= 0:
                continue
            left -= 1
            yield msgspec.structs.replace(
                function,
                line=line,
                expanded=inner.text(*function.body_span),
                body_span=(0, 0),
                start=at + i,
            )


def _whole(makers: dict[str, Macro], name: str, given: list[str]) -> str:
    """What a use stands for, with the uses in it."""
    return _without_uses(expanded(makers[name], given, _LONGEST), makers)


def through_macros(
    function: Function, callers: dict[str, Macro], names: Set[str], texts: dict[str, str]
) -> Function:
    """The function with a body that calls other functions itself, where a macro makes their names.

    Args:
        function: any.
        callers: the macros that make names.
        names: of the functions that there are.
        texts: the files.
    """
    body = body_of(function, texts) if function.defined and callers else ""
    if not any(name in body for name in callers):
        return function
    made = _without_uses(body, callers)
    new = set(_CALLED.findall(made)) - set(_CALLED.findall(body))
    return msgspec.structs.replace(function, expanded=made) if new & names else function


def _without_uses(text: str, makers: dict[str, Macro]) -> str:
    """A text with what the uses of macros in it stand for."""
    used = re.compile(rf"\b({'|'.join(map(re.escape, makers))})\s*\(")
    at = 0
    for _ in range(_MOST):
        match = used.search(text, at)
        if match is None or len(text) > _LONGEST:
            break
        listed = split_arguments(text, match.end())
        if listed is None:
            at = match.end()
            continue
        end = _closing(text, match.end())
        made = expanded(makers[match[1]], listed, _LONGEST)
        # One that uses itself would never end.
        made = re.sub(rf"\b{re.escape(match[1])}\b", "", made)
        text = f"{text[: match.start()]}\n{made}\n{text[end:]}"
        at = match.start()
    return text


def _closing(text: str, start: int) -> int:
    """Behind the parenthesis that closes the one before a position."""
    depth = 1
    for at in range(start, len(text)):
        depth += (text[at] == "(") - (text[at] == ")")
        if depth == 0:
            return at + 1
    return len(text)


def namespaces(code: str) -> list[tuple[str | None, ...] | None]:
    """The namespaces around the beginning of each line; None in a function or a class.

    By its braces: a use without a semicolon, as most are, leaves the tree around it in doubt.

    Args:
        code: a text without comments and directives.
    """
    opened: list[tuple[str | None, ...] | None] = []
    found: list[tuple[str | None, ...] | None] = []
    head = ""
    for line in _LITERAL.sub('""', code).split("\n"):
        inside = None in opened
        found.append(None if inside else tuple(name for names in opened for name in names or ()))
        for part in _BRACE.split(line):
            if part == "{":
                opened.append(_opened(head))
                head = ""
            elif part in ("}", ";"):
                if part == "}" and opened:
                    opened.pop()
                head = ""
            else:
                head += f" {part}"
    return found


def _opened(head: str) -> tuple[str | None, ...] | None:
    """The namespaces that a brace opens behind some words; None where it opens something else."""
    if _LINKAGE.search(head):
        return ()
    match = _NAMESPACE.search(head)
    if match is None:
        return None
    return tuple(match[1].replace(" ", "").split("::")) if match[1] else (None,)
