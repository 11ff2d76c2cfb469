"""Functions that several of the given files define, of which an op can have one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from workbench.importers.cpp.search.names import is_compiled
from workbench.importers.cpp.syntax.found import Function
from workbench.importers.cpp.syntax.types import canonical

__all__ = ["Rivals", "types_of"]

_Key = tuple[str, tuple[str, ...]]


class Rivals:
    """The definitions that the linker would find twice.

    Args:
        functions: those of all files.
        texts: the files.
    """

    def __init__(self, functions: Iterable[Function], texts: Mapping[str, str]) -> None:
        self._texts = {name: text.encode() for name, text in texts.items()}
        self._same: dict[_Key, list[Function]] = {}
        for f in functions:
            if f.defined and is_compiled(f.file) and not (f.anonymous or f.template or f.cuda):
                self._same.setdefault(_key(f), []).append(f)

    def files(self, function: Function) -> tuple[str, ...]:
        """The other files that define a function."""
        same = self._same.get(_key(function), [])
        if function not in same:
            return ()
        return tuple(dict.fromkeys(f.file for f in same if f.file != function.file))

    def differ(self, function: Function) -> bool:
        """Whether they do not define it alike."""
        same = self._same.get(_key(function), []) if self.files(function) else []
        return len({self._body(f) for f in same}) > 1

    def _body(self, function: Function) -> bytes:
        if function.expanded:
            return b"".join(function.expanded.encode().split())
        return b"".join(self._texts[function.file][slice(*function.body_span)].split())


def _key(function: Function) -> _Key:
    return function.name, types_of(function)


def types_of(function: Function) -> tuple[str, ...]:
    """Of the parameters, as C++ tells overloads apart: an enumeration is no number there."""
    return tuple(canonical(p.written) for p in function.parameters)
