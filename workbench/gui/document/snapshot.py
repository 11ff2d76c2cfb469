"""A state of a declaration, as an undo step and a comparison want it: immutable."""

from __future__ import annotations

import functools

import msgspec

from workbench.core.declaration.op import Op
from workbench.core.errors import Problem, UserError
from workbench.core.op_toml.key_path import get_at
from workbench.core.storage import op_file
from workbench.core.storage.journal import UnfinishedText
from workbench.core.storage.toml_position import line_of

__all__ = ["Snapshot", "read_snapshot"]


class Snapshot(msgspec.Struct, frozen=True):
    """A state of the declaration.

    Attributes:
        op: the declaration; the last readable one while the text is broken.
        unfinished: the texts of fields that it could not take, by key path.
        text: what ``op.toml`` is written onto: its comments, order and spacing are kept.
        broken: why the text cannot be read; then it stands for itself, whatever the op says.
    """

    op: Op
    unfinished: dict[str, UnfinishedText] = {}
    text: str = ""
    broken: tuple[Problem, ...] = ()

    def toml(self) -> str:
        """The file in this state."""
        return self.text if self.broken else _dumps(_Key(self))


def read_snapshot(text: str, before: Snapshot | None = None) -> Snapshot:
    """The state after the text of ``op.toml`` was written by hand.

    Args:
        text: the text.
        before: the state before; its op stays where the text cannot be read, and so do the
            unfinished texts of fields that the text leaves alone.

    Raises:
        UserError: the text cannot be read, and there is no state before.
    """
    try:
        op = op_file.loads(text, validate=False)
    except UserError as error:
        if before is None:
            raise
        problems = tuple(_placed(p, text) for p in error.problems)
        return Snapshot(before.op, before.unfinished, text, problems)
    unfinished = before.unfinished if before is not None else {}
    kept = {k: t for k, t in unfinished.items() if before is not None and _alike(op, before.op, k)}
    return Snapshot(op, kept, text)


def _placed(problem: Problem, text: str) -> Problem:
    if problem.line or not problem.key:
        return problem
    return msgspec.structs.replace(problem, line=line_of(text, problem.key))


def _alike(a: Op, b: Op, key: str) -> bool:
    try:
        return bool(get_at(a, key) == get_at(b, key))
    except (LookupError, AttributeError, TypeError):
        return False


class _Key:
    """A snapshot by its identity: comparing whole declarations would cost what is saved here."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot

    def __hash__(self) -> int:
        return id(self.snapshot)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and other.snapshot is self.snapshot


@functools.lru_cache(64)
def _dumps(key: _Key) -> str:
    return op_file.dumps(key.snapshot.op, key.snapshot.text)
