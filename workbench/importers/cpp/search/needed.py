"""Which of several C++ files one of them needs: what it includes, and what defines what these name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from workbench.core.files.file_roles import CPP, CUDA
from workbench.importers.cpp.headers.files import included_in, included_sources
from workbench.importers.cpp.search.scan import parsed
from workbench.importers.cpp.syntax.functions import function_of, scoped_nodes
from workbench.importers.cpp.syntax.members import class_of
from workbench.importers.cpp.syntax.tree import Source, named_in

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["lent_to", "needed_by"]

_WORD = re.compile(r"[^\W\d]\w*")
_MACRO = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.MULTILINE)
_SAYS_NOTHING = re.compile(
    r"//[^\n]*|/\*.*?\*/|^[ \t]*#[ \t]*include\b[^\n]*", re.DOTALL | re.MULTILINE
)


def needed_by(first: Iterable[str], texts: dict[str, str]) -> dict[str, str]:
    """The texts that some of them need to be compiled and linked, these among them.

    A source is needed where a name that it defines for others stands in one that is needed. That may
    be one too many, as names are compared and not what they stand for in their place; what a macro
    defines is not seen.

    Args:
        first: the files that are to be built.
        texts: all there is, by file name.

    Raises:
        UserError: kind ``cpp``; a text is no text, or they are too large.
    """
    sources = {s.file: s for s in parsed(texts)}
    definers = _definers(sources, included_sources(texts))
    needed: set[str] = set()
    waiting = [*first]
    while waiting:
        file = waiting.pop()
        if file in needed or file not in texts:
            continue
        needed.add(file)
        waiting += included_in(file, texts)
        if file in sources:
            waiting += [d for word in _names(sources[file]) for d in definers.get(word, ())]
    return {name: text for name, text in texts.items() if name in needed}


def lent_to(header: str, user: str, texts: dict[str, str]) -> list[str]:
    """The headers that one relies on without including them, as a file that uses it does so before.

    Args:
        header: the one that is to be included by itself.
        user: the file that includes it after others.
        texts: all there is, by file name.

    Returns:
        What defines the missing names, in the order in which the user includes it.
    """
    sources = {s.file: s for s in parsed(texts)}
    own = _included(header, texts)
    wanted = {w for f in own if f in sources for w in _names(sources[f])}
    wanted -= {w for f in own if f in sources for w in _given(sources[f])}
    before = _included(user, texts)
    before = before[: before.index(header)] if header in before else []
    return [f for f in before if f not in own and f in sources and wanted & set(_given(sources[f]))]


def _included(file: str, texts: dict[str, str]) -> list[str]:
    """A file after all that it includes, as a compiler comes to their ends."""
    found: dict[str, None] = {}
    entered: set[str] = set()
    waiting = [(file, False)]
    while waiting:
        at, left = waiting.pop()
        if left:
            found[at] = None
        elif at not in entered:
            entered.add(at)
            waiting.append((at, True))
            waiting += [(inner, False) for inner in reversed(included_in(at, texts))]
    return list(found)


def _given(source: Source) -> Iterator[str]:
    """What a header gives to those that include it: macros, functions and classes."""
    yield from _MACRO.findall(source.whole)
    for scoped in scoped_nodes(source):
        named = class_of(source, scoped)
        function = function_of(source, scoped)
        name = named[0] if named is not None else function.name if function is not None else ""
        if name:
            yield name.rpartition("::")[2]


def _definers(sources: Mapping[str, Source], parts: set[str]) -> dict[str, list[str]]:
    """The sources that define a name for others, by that name."""
    classes = {
        found[0].rpartition("::")[2]
        for source in sources.values()
        for scoped in scoped_nodes(source)
        if (found := class_of(source, scoped)) is not None
    }
    found: dict[str, list[str]] = {}
    for file, source in sources.items():
        if PurePosixPath(file).suffix in (*CPP, *CUDA) and file not in parts:
            for name in dict.fromkeys(_defined(source, classes)):
                found.setdefault(name, []).append(file)
    return found


def _defined(source: Source, classes: set[str]) -> Iterator[str]:
    """The names that a source defines for others: functions, variables, and classes by their methods."""
    for scoped in scoped_nodes(source):
        node = scoped.node
        function = function_of(source, scoped)
        if function is not None:
            if function.defined and not function.anonymous and not function.cuda:
                yield function.name.rpartition("::")[2]
        elif node.type == "declaration" and None not in scoped.scopes:
            if not _for_others(source, node):
                continue
            for value in node.children_by_field_name("declarator"):
                name = named_in(value) if value.type == "init_declarator" else None
                if name is not None:
                    yield source.of(name)
        if node.type == "function_definition":  # a constructor has no result, so it is no function
            head = node.child_by_field_name("declarator")
            written = source.of(head).partition("(")[0] if head is not None else ""
            yield from classes.intersection(_WORD.findall(written.rpartition("::")[0]))


def _for_others(source: Source, node: Node) -> bool:
    """Whether a variable is known to other files: a constant is not, unless it is ``extern``."""
    before = source.of(node).partition("=")[0].split()
    return "extern" in before or not {"const", "constexpr", "static"}.intersection(before)


def _names(source: Source) -> set[str]:
    """The names in a text, but for those that it only declares, and those that it defines itself."""
    own: set[str] = set()
    rest, at = [], 0
    for scoped in scoped_nodes(source):
        function = function_of(source, scoped)
        if function is None:
            continue
        if function.defined:
            own.add(function.name.rpartition("::")[2])
        else:
            rest.append(source.text(at, function.start))
            at = max(at, function.list_span[1])
    rest.append(source.text(at, len(source.data)))
    return set(_WORD.findall(_SAYS_NOTHING.sub(" ", "".join(rest)))) - own
