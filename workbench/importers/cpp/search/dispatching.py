"""Functions that only have torch call an op that is registered: they are the op for C++, not another one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Set

from workbench.importers.cpp.syntax.body_tree import body_of
from workbench.importers.cpp.syntax.found import Function

__all__ = ["dispatching"]

_FINDS = re.compile(r"\bfindSchemaOrThrow\s*\(\s*\"([\w:]+)\"")


def dispatching(functions: Iterable[Function], ops: Set[str], texts: dict[str, str]) -> set[str]:
    """The names of the functions that call one of the ops by torch's dispatcher.

    Args:
        functions: those of the texts.
        ops: the names of registered ops, with their namespaces.
        texts: the C++ texts by file name.
    """
    if not ops or not any("findSchemaOrThrow" in text for text in texts.values()):
        return set()
    defined = (f for f in functions if f.defined and "findSchemaOrThrow" in texts.get(f.file, ""))
    return {f.name for f in defined if not ops.isdisjoint(_FINDS.findall(body_of(f, texts)))}
