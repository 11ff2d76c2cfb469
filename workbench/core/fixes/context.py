"""What the fixes are made of: the context of a problem, names and values that would be right."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from workbench.core.declaration.names import name_problem
from workbench.core.declaration.op import Node, Op
from workbench.core.edits.common import fresh_name
from workbench.core.exporters import others
from workbench.core.op_toml.key_path import get_at, replace_at
from workbench.core.standard.operators import newer_parts

__all__ = [
    "Fix",
    "FixContext",
    "Proposer",
    "change",
    "change_to",
    "drop",
    "later_opsets",
    "nearest",
    "proposers_of",
    "proposes",
    "put",
    "sound_name",
    "taken_names",
]


class Fix(NamedTuple):
    """A change of the declaration that can be applied on click.

    Attributes:
        title: what it does, for a button: ``Change to float32``.
        op: the declaration with it.
    """

    title: str
    op: Op


@dataclass(frozen=True)
class FixContext:
    """Where a problem is: what a fix is made from.

    Attributes:
        op: the declaration; of a variant, the op with the variant's parts in place.
        key: the problem's key path in it.
    """

    op: Op
    key: str

    @property
    def owner(self) -> str:
        """The key path of the record that the key is a field of."""
        return self.key.rpartition(".")[0]

    def get(self, key: str = "") -> Any:
        """What stands at a key path; at the problem's where none is given."""
        return get_at(self.op, key or self.key)

    @property
    def index(self) -> int:
        """The last index in the key path."""
        return int(re.findall(r"\[(\d+)\]", self.key)[-1])


Proposer = Callable[[FixContext], Iterator[Fix]]

_PROPOSERS: list[tuple[re.Pattern[str], Proposer]] = []


def proposes(pattern: str) -> Callable[[Proposer], Proposer]:
    """Register a function that proposes fixes for problems at matching key paths.

    It need not know what the problem is: of what it proposes, only what removes the problem
    and makes no more new ones is offered.
    """

    def register(function: Proposer) -> Proposer:
        _PROPOSERS.append((re.compile(pattern), function))
        return function

    return register


def proposers_of(key: str) -> Iterator[Proposer]:
    """The proposers for a key path, in their order."""
    return (function for pattern, function in _PROPOSERS if pattern.fullmatch(key))


# -- changes ------------------------------------------------------------------------------


def put(context: FixContext, title: str, value: Any, key: str = "") -> Fix:
    """Another value at a key path."""
    return Fix(title, replace_at(context.op, key or context.key, value))


def change_to(context: FixContext, names: Iterable[str]) -> Iterator[Fix]:
    """Another name, each in turn."""
    return (put(context, f"Change to {name}", name) for name in names)


def change(context: FixContext, title: str, key: str, **fields: Any) -> Fix:
    """Other fields of the record at a key path."""
    record = get_at(context.op, key)
    return Fix(title, replace_at(context.op, key, msgspec.structs.replace(record, **fields)))


def drop(context: FixContext, title: str, key: str = "", count: int = 1) -> Fix:
    """Without the entry (or the first of ``count``) that a key path ends with the index of."""
    key = key or context.key
    owner, _, rest = key.rpartition("[")
    index = int(rest.rstrip("]"))
    items = get_at(context.op, owner)
    return Fix(title, replace_at(context.op, owner, (*items[:index], *items[index + count :])))


# -- names and values ---------------------------------------------------------------------


def later_opsets(context: FixContext, node: Node) -> Iterator[Fix]:
    """Opsets that have what a node of a standard operator uses."""
    model = context.op.model
    if node.domain or node.script:
        return
    names = [a.name for a in node.attributes]
    newer = newer_parts(node.op, model.opset, len(node.inputs), len(node.outputs), names)
    for since in sorted({n.since for n in newer}):
        yield put(context, f"Raise the opset to {since}", since, "model.opset")
        for other in others(model.exported_by):
            if other.opsets[-1] < model.exported_by.opsets[-1]:
                continue  # it is no way to a later opset
            later = replace(model, opset=max(since, other.translates_from), exporter=other.name)
            title = f"Use the {other.words.title} exporter with opset {later.opset}"
            yield Fix(title, replace(context.op, model=later))


def nearest(word: str, known: Collection[str], most: int = 1) -> list[str]:
    """The known names that were probably meant."""
    lower = {name.lower(): name for name in known if name}
    found = difflib.get_close_matches(word.lower(), lower, most, 0.55)
    return [lower[name] for name in found if lower[name] != word]


def sound_name(name: str, taken: Collection[str] = ()) -> str:
    """A name like this one that can be used in Python and C++, and is not taken."""
    text = re.sub(r"_+", "_", re.sub(r"[^A-Za-z0-9]", "_", name)).strip("_")
    text = f"x{text}" if not text or text[0].isdigit() else text
    if name_problem(text):
        text += "_"
    if name_problem(text):
        text = "x"
    return fresh_name(text, set(taken))


def taken_names(op: Op) -> set[str]:
    """The names of arguments, outputs and type variables."""
    return {a.name for a in op.args} | {o.name for o in op.outputs} | set(op.types)
