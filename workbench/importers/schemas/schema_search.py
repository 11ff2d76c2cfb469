"""Search over thousands of registered ops, fast enough for every keystroke.

Words match in any order, anywhere in an op's name, its overload or its arguments' names;
capitals and underscores do not count, so ``GridSample``, ``grid_sample`` and ``sample grid``
find the same op.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from workbench.core.declaration.names import words_of
from workbench.importers.schemas.schema_cache import ListedOp

__all__ = ["SchemaIndex"]

_EXACT, _FOLDED, _PREFIX, _WORD, _INSIDE, _ELSEWHERE = range(6)
_LAST_NAMESPACES = frozenset({"prim", "prims", "static_runtime", "profiler", "inductor"})


class _Entry(NamedTuple):
    """An op as the search sees it.

    Attributes:
        text: everything that a word may be found in, folded, parts separated by spaces.
        plain: the name without its namespace, folded.
        starts: where in ``plain`` the name's words begin.
        demotion: 0 for an op that one would call; more for others.
        order: what decides between equals.
    """

    text: str
    plain: str
    starts: frozenset[int]
    demotion: int
    order: tuple[int, str, str]


class SchemaIndex:
    """An index over a list of ops.

    Args:
        ops: the ops; results are positions in this list.
    """

    def __init__(self, ops: Sequence[ListedOp] = ()) -> None:
        self._entries: list[_Entry] = []
        self._everything: list[int] | None = None
        self.add(ops)

    def __len__(self) -> int:
        return len(self._entries)

    def add(self, ops: Sequence[ListedOp]) -> None:
        """Append ops. A window adds a few hundred at a time, so that none of its frames is late."""
        self._entries += map(_entry, ops)
        self._everything = None

    def search(self, query: str) -> list[int]:
        """The positions of the ops that have every word of the query, the best first."""
        phrase = query.rpartition("::")[2].strip()
        words = [w for w in map(_fold, re.split(r"[\s.:,()]+", query)) if w]
        if not words:
            if self._everything is None:
                entries = self._entries
                keys = ((e.demotion, e.order[1:], i) for i, e in enumerate(entries))
                self._everything = [key[-1] for key in sorted(keys)]
            return list(self._everything)
        whole = _fold(phrase)
        found = []
        for i, entry in enumerate(self._entries):
            text = entry.text
            for word in words:
                if word not in text:
                    break
            else:
                found.append((*_rank(entry, words, whole, phrase), *entry.order, i))
        found.sort()
        return [hit[-1] for hit in found]


def _rank(entry: _Entry, words: list[str], whole: str, phrase: str) -> tuple[bool, int, int]:
    plain = entry.plain
    name, dot, overload = phrase.partition(".")
    if dot and plain == _fold(name) and entry.order[2].lower().startswith(overload.lower()):
        best = _EXACT
    elif plain == whole:
        best = _EXACT if entry.order[1].endswith(f"::{phrase}") else _FOLDED
    elif plain.startswith(whole):
        best = _PREFIX
    else:
        best = max(_quality(entry, word) for word in words)
    return entry.demotion >= _OUT, best, entry.demotion


def _quality(entry: _Entry, word: str) -> int:
    at = entry.plain.find(word)
    if at < 0:
        return _ELSEWHERE
    while at >= 0:
        if at in entry.starts:
            return _WORD
        at = entry.plain.find(word, at + 1)
    return _INSIDE


def _fold(text: str) -> str:
    return text.replace("_", "").lower()


def _entry(op: ListedOp) -> _Entry:
    namespace, _, name = op.name.rpartition("::")
    plain, starts = "", []
    for word in words_of(name):
        starts.append(len(plain))
        plain += word.lower()
    demotion = _demotion(namespace, name, op)
    text = f"{_fold(namespace)} {plain} {_fold(op.overload)} {_fold(op.args)}"
    return _Entry(text, plain, frozenset(starts), demotion, (len(plain), op.name, op.overload))


_OUT = 4


def _demotion(namespace: str, name: str, op: ListedOp) -> int:
    """How unlikely it is that one means this op."""
    if op.overload.endswith("out") or " out" in f" {op.args} ":
        return _OUT
    if name.startswith("_") or namespace.startswith("_") or "backward" in name:
        return 3
    gives_tensor = any(f'"returns":["{kind}"' in op.json for kind in ("Tensor", "List[Tensor]"))
    if name.endswith("_") or namespace in _LAST_NAMESPACES or not gives_tensor:
        return 2
    return 0 if namespace == "aten" or op.package else 1
