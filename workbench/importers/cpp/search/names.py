"""The names that C++ files declare, use and define for each other."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, NamedTuple

from workbench.core.files.file_roles import CPP, CUDA
from workbench.importers.cpp.syntax.functions import function_of, scoped_nodes
from workbench.importers.cpp.syntax.made import functions_made
from workbench.importers.cpp.syntax.members import class_of, methods_of
from workbench.importers.cpp.syntax.pasted import Chain, applied_in, can_be_pasted, chains_in
from workbench.importers.cpp.syntax.tree import Source, named_in

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = [
    "Named",
    "Needs",
    "classes_in",
    "declared_in",
    "defined_in",
    "is_compiled",
    "said_in",
    "used_in",
    "words_in",
]

_WORD = re.compile(r"[^\W\d]\w*")
_SAYS_NOTHING = re.compile(
    r"//[^\n]*|/\*.*?(?:\*/|\Z)|^[ \t]*#[ \t]*include\b[^\n]*", re.DOTALL | re.MULTILINE
)


class Named(NamedTuple):
    """What one file gives to others, or wants of them.

    Attributes:
        name: without the namespaces and classes that it is in.
        kind: ``function``, ``method``, ``class``, ``complete`` (all of it is there) or ``variable``.
        takes: how many parameters a function has.
    """

    name: str
    kind: str
    takes: int = 0


class Needs:
    """What files want of others, as names; each file adds to it.

    Attributes:
        declared: what they say is defined elsewhere.
    """

    def __init__(self) -> None:
        self.declared: set[Named] = set()
        self._used: set[str] = set()
        self._chains: set[Chain] = set()
        self._applied: set[str] = set()
        self._words: set[str] = set()
        self._texts: list[str] = []  # that no words were taken from yet

    def add(self, source: Source) -> None:
        """Look through one more file."""
        self.declared |= set(declared_in(source))
        self._used |= used_in(source)
        self._chains |= chains_in(source.whole)
        self._applied |= applied_in(source.whole)
        self._texts.append(source.whole)

    @property
    def names(self) -> set[str]:
        """The declared names that are used, or that a macro can paste of the words in these files."""
        names = {named.name for named in self.declared}
        found = names & self._used
        return found | {name for name in names - found if self._can_be_pasted(name)}

    def declared_by_macros(self, names: Iterable[str]) -> set[str]:
        """Those of some names that a macro pastes where a function is declared or called."""
        return {
            name
            for name in (names if self._applied else ())
            if any(word in name for word in self._applied) and self._can_be_pasted(name)
        }

    def _can_be_pasted(self, name: str) -> bool:
        while self._texts and self._chains:
            self._words.update(words_in(self._texts.pop()))
        return any(can_be_pasted(name, chain, self._words) for chain in self._chains)


def words_in(text: str) -> list[str]:
    """The words of a text, but for those of its comments and ``#include`` lines."""
    return _WORD.findall(said_in(text))


def said_in(text: str) -> str:
    """The text without its comments and ``#include`` lines."""
    return _SAYS_NOTHING.sub(" ", text)


def is_compiled(file: str) -> bool:
    """Whether a file of that name is compiled by itself."""
    return PurePosixPath(file).suffix in (*CPP, *CUDA)


def declared_in(source: Source) -> Iterator[Named]:
    """What a file says is defined elsewhere: functions, variables, and classes with their methods."""
    for made in functions_made(source):
        if not made.defined:
            yield Named(_last(made.name), "function", len(made.parameters))
    for scoped in scoped_nodes(source):
        function = function_of(source, scoped)
        if function is not None:
            if not function.defined:
                yield Named(_last(function.name), "function", len(function.parameters))
        elif (named := class_of(source, scoped)) is not None:
            methods = list(methods_of(source, scoped))
            # A constructor without a body has no result, so it is no method.
            left = any(n.type == "declaration" for n in named[2].named_children)
            whole = not left and all(method.defined for method in methods)
            yield Named(_last(named[0]), "complete" if whole else "class")
            for method in methods:
                yield Named(_last(method.name), "method", len(method.parameters))
        elif scoped.node.type == "declaration" and "extern" in source.of(scoped.node).split():
            for value in scoped.node.children_by_field_name("declarator"):
                if (name := named_in(value)) is not None:
                    yield Named(source.of(name), "variable")


def classes_in(sources: Iterable[Source]) -> set[str]:
    """The names of the classes that files define."""
    return {
        _last(named[0])
        for source in sources
        for scoped in scoped_nodes(source)
        if (named := class_of(source, scoped)) is not None
    }


def defined_in(source: Source, classes: set[str]) -> Iterator[Named]:
    """What a source defines for others: functions, variables, and classes by their methods."""
    for made in functions_made(source):
        if made.defined and not made.anonymous and not made.cuda:
            yield Named(_last(made.name), "function", len(made.parameters))
    for scoped in scoped_nodes(source):
        node = scoped.node
        function = function_of(source, scoped)
        if function is not None:
            if function.defined and not function.anonymous and not function.cuda:
                yield Named(_last(function.name), "function", len(function.parameters))
        elif node.type == "declaration" and None not in scoped.scopes:
            if not _for_others(source, node):
                continue
            for value in node.children_by_field_name("declarator"):
                name = named_in(value) if value.type == "init_declarator" else None
                if name is not None:
                    yield Named(source.of(name), "variable")
        if node.type == "function_definition":  # a constructor has no result, so it is no function
            head = node.child_by_field_name("declarator")
            written = source.of(head).partition("(")[0] if head is not None else ""
            owners = classes.intersection(_WORD.findall(written.rpartition("::")[0]))
            yield from (Named(owner, "class") for owner in owners)


def _for_others(source: Source, node: Node) -> bool:
    """Whether a variable is known to other files: a constant is not, unless it is ``extern``."""
    before = source.of(node).partition("=")[0].split()
    return "extern" in before or not {"const", "constexpr", "static"}.intersection(before)


def used_in(source: Source) -> set[str]:
    """The names in a text, but for those that it only declares, and those that it defines itself."""
    own: set[str] = set()
    rest, at = [], 0
    for scoped in scoped_nodes(source):
        function = function_of(source, scoped)
        if function is None:
            continue
        if function.defined:
            own.add(_last(function.name))
        else:
            rest.append(source.text(at, function.start))
            at = max(at, function.list_span[1])
    rest.append(source.text(at, len(source.data)))
    return set(words_in("".join(rest))) - own


def _last(name: str) -> str:
    return name.rpartition("::")[2]
