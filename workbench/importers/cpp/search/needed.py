"""Which of several C++ files one of them needs: what it includes, and what defines what these name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from workbench.core.files.file_roles import CPP, CUDA
from workbench.importers.cpp.headers.files import included_in, included_sources
from workbench.importers.cpp.search.registrations import kinds_in
from workbench.importers.cpp.search.scan import parsed
from workbench.importers.cpp.syntax.functions import function_of, scoped_nodes
from workbench.importers.cpp.syntax.members import class_of, methods_of
from workbench.importers.cpp.syntax.tree import Source, named_in

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["lent_to", "needed_by", "needed_to_register"]

_WORD = re.compile(r"[^\W\d]\w*")
_MACRO = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.MULTILINE)
_CALLED = re.compile(r"(?<![.>\w])([^\W\d]\w*)[ \t]*\(")
_LOOKED_UP = re.compile(r'\bfind(?:Schema|Op)\w*\s*\(\s*\{?\s*"[\w.]+::(\w+)')
"""An op that C++ calls by its name, through torch's dispatcher."""
_SAYS_NOTHING = re.compile(
    r"//[^\n]*|/\*.*?\*/|^[ \t]*#[ \t]*include\b[^\n]*", re.DOTALL | re.MULTILINE
)


def needed_by(first: Iterable[str], texts: dict[str, str]) -> dict[str, str]:
    """The texts that some of them need to be compiled and linked, these among them.

    A source is needed where it defines, for others, a name that one of these files declares and one of
    them has elsewhere. That may be one too many, as names are compared and not what they stand for in
    their place; what a macro declares or defines is not seen.

    Args:
        first: the files that are to be built.
        texts: all there is, by file name.

    Raises:
        UserError: kind ``cpp``; a text is no text, or they are too large.
    """
    sources = {s.file: s for s in parsed(texts)}
    definers = _definers(sources, included_sources(texts))
    needed: set[str] = set()
    words: set[str] = set()
    declared: set[str] = set()
    waiting = {name for name in first if name in texts}
    while waiting:
        needed |= waiting
        for file in waiting & sources.keys():
            words |= _names(sources[file])
            declared |= set(_declared(sources[file]))
        waiting = {name for file in waiting for name in included_in(file, texts)}
        waiting |= {name for word in words & declared for name in definers.get(word, ())}
        waiting -= needed
    return {name: text for name, text in texts.items() if name in needed}


def needed_to_register(op: str, first: Iterable[str], texts: dict[str, str]) -> dict[str, str]:
    """The texts that register an op of torch's and those that it calls by name, with what they need.

    One file may have the kernel, or one for other tensors, for the schema of another. Every source counts
    that registers something and in which the name stands; one may be too many.

    Args:
        op: its name, without namespace.
        first: files that are to be built anyway.
        texts: all there is, by file name.

    Raises:
        UserError: as ``needed_by``.
    """
    registering = {
        s.file: set(_WORD.findall(_SAYS_NOTHING.sub(" ", s.whole)))
        for s in parsed(texts)
        if PurePosixPath(s.file).suffix in (*CPP, *CUDA) and kinds_in(s) - {"module"}
    }
    files, called, seen = set(first), {op}, set[str]()
    needed: dict[str, str] = {}
    while called - seen:
        seen |= called
        files |= {file for file, words in registering.items() if words & called}
        needed = needed_by(files, texts)
        called = {name for text in needed.values() for name in _LOOKED_UP.findall(text)}
    return needed


def _declared(source: Source) -> Iterator[str]:
    """The names that a file says are defined elsewhere: functions, variables and classes."""
    for scoped in scoped_nodes(source):
        function = function_of(source, scoped)
        if function is not None:
            if not function.defined:
                yield function.name.rpartition("::")[2]
        elif (named := class_of(source, scoped)) is not None:
            yield named[0].rpartition("::")[2]
            yield from (m.name.rpartition("::")[2] for m in methods_of(source, scoped))
        elif scoped.node.type == "declaration" and "extern" in source.of(scoped.node).split():
            for value in scoped.node.children_by_field_name("declarator"):
                if (name := named_in(value)) is not None:
                    yield source.of(name)


def lent_to(header: str, user: str, texts: dict[str, str]) -> list[str]:
    """The headers that one relies on without including them, as a file that uses it does so before.

    Args:
        header: the one that is to be included by itself.
        user: the file that includes it after others.
        texts: all there is, by file name.

    Returns:
        What defines the missing names, in the order in which the user includes it.
    """
    if header not in texts or user not in texts:
        return []
    sources = {s.file: s for s in parsed(texts)}
    own = _included(header, texts)
    wanted = {w for f in own if f in sources for w in _used(sources[f])}
    wanted -= {w for f in own if f in sources for w in _given(sources[f])}
    before = _included(user, texts)
    if header not in before:
        return []
    before = before[: before.index(header)]
    return [f for f in before if f not in own and f in sources and wanted & set(_given(sources[f]))]


def _used(source: Source) -> set[str]:
    """The names that a header calls, or has as types; a parameter may be named like anything."""
    called = _CALLED.findall(_SAYS_NOTHING.sub(" ", source.whole))
    types = map(source.of, source.all("type_identifier"))
    return _names(source).intersection((*called, *types))


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
        named[0].rpartition("::")[2]
        for source in sources.values()
        for scoped in scoped_nodes(source)
        if (named := class_of(source, scoped)) is not None
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
