"""Which of several C++ files one of them needs: what it includes, and what defines what these name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from workbench.importers.cpp.headers.files import included_in, included_sources
from workbench.importers.cpp.search.names import (
    Needs,
    classes_in,
    defined_in,
    is_compiled,
    said_in,
    used_in,
    words_in,
)
from workbench.importers.cpp.search.registrations import kinds_in
from workbench.importers.cpp.search.scan import parsed
from workbench.importers.cpp.syntax.functions import function_of, scoped_nodes
from workbench.importers.cpp.syntax.members import class_of
from workbench.importers.cpp.syntax.tables import asked_for, kernels_in
from workbench.importers.cpp.syntax.tree import Source

__all__ = ["lent_to", "needed_by", "needed_to_register"]

_MACRO = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.MULTILINE)
_CALLED = re.compile(r"(?<![.>\w])([^\W\d]\w*)[ \t]*\(")
_LOOKED_UP = re.compile(r'\bfind(?:Schema|Op)\w*\s*\(\s*\{?\s*"[\w.]+::(\w+)')
"""An op that C++ calls by its name, through torch's dispatcher."""


def needed_by(first: Iterable[str], texts: dict[str, str]) -> dict[str, str]:
    """The texts that some of them need to be compiled and linked, these among them.

    A source is needed where it defines, for others, a name that one of these files declares and one of
    them has elsewhere, or puts a kernel for one of their functions into a table. That may be one too
    many, as names are compared and not what they stand for in their place. What a macro uses by pasting
    a name together is seen.

    Args:
        first: the files that are to be built.
        texts: all there is, by file name.

    Raises:
        UserError: kind ``cpp``; a text is no text, or they are too large.
    """
    sources = {s.file: s for s in parsed(texts)}
    definers = _definers(sources, included_sources(texts))
    tables = {file: kernels_in(s) for file, s in sources.items() if is_compiled(file)}
    needed: set[str] = set()
    needs = Needs()
    waiting = {name for name in first if name in texts}
    while waiting:
        needed |= waiting
        asked: set[str] = set()
        for file in waiting & sources.keys():
            needs.add(sources[file])
            asked |= asked_for(sources[file])
        waiting = {name for file in waiting for name in included_in(file, texts)}
        names = needs.names | needs.declared_by_macros(definers)
        waiting |= {name for word in names for name in definers.get(word, ())}
        waiting |= (
            {file for file, names in tables.items() if asked & names.keys()} if asked else set()
        )
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
        s.file: set(words_in(s.whole))
        for s in parsed(texts)
        if is_compiled(s.file) and kinds_in(s) - {"module"}
    }
    files, called, seen = set(first), {op}, set[str]()
    needed: dict[str, str] = {}
    while called - seen:
        seen |= called
        files |= {file for file, words in registering.items() if words & called}
        needed = needed_by(files, texts)
        called = {name for text in needed.values() for name in _LOOKED_UP.findall(text)}
    return needed


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
    called = _CALLED.findall(said_in(source.whole))
    types = map(source.of, source.all("type_identifier"))
    return used_in(source).intersection((*called, *types))


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
    classes = classes_in(sources.values())
    found: dict[str, list[str]] = {}
    for file, source in sources.items():
        if is_compiled(file) and file not in parts:
            for name in dict.fromkeys(named.name for named in defined_in(source, classes)):
                found.setdefault(name, []).append(file)
    return found
