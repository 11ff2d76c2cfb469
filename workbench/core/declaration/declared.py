"""What all parts of a declaration share, and how a key of it describes itself.

A key of ``op.toml`` is a field of a struct. What is known about it stands beside it, once, as
``Annotated[type, key(title, description, …)]``; ``op_toml/keys.py`` reads it, and from there it gets into
forms, problems, fixes, the editor of ``op.toml``, stage keys and ``docs/op-toml.md``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

__all__ = [
    "Declared",
    "Facts",
    "Stage",
    "Whole",
    "key",
    "members",
    "plain",
]

Whole = Any
"""The op that a part is in; its struct is made of those that ask for it, so they cannot name it."""

Stage = Literal["build", "export", "compare", "check", "none"]
"""The first stage that a change makes stale; ``check`` for what only a check tries, ``none`` for words
that are for people."""


class Declared(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of the declaration: immutable, strict, defaults left out."""


class Facts(msgspec.Struct, frozen=True):
    """What is known of a key beside its title and its description.

    Attributes:
        page: the page on which it is edited; that of the part it is in where empty.
        record: what one entry of a list or table is called.
        placeholder: an example, or what an empty value means; shown in an empty field.
        unit: of a number.
        file: a key of ``FILE_ROLES`` where the value names a file of the op's folder.
        stage: what a change makes stale; that of the part it is in where None.
        applies: given the op and the part that the key is in, why the key has no use there, as a
            clause without a capital and a full stop; empty where it has one.
        instead: what else would fix such a key: ``set style = "libtorch"``.
        idle: the same where it may be written all the same, e.g. as a change of mind is likely.
        names: given the op and the part that the key is in, or None where that is not known, what
            may stand there, or be a word of it (see ``key_names``).
        between: the letters between such words, where one text has several.
    """

    page: str = ""
    record: str = ""
    placeholder: str = ""
    unit: str = ""
    file: str = ""
    stage: Stage | None = None
    applies: Callable[[Whole, Any], str] | None = None
    instead: str = ""
    idle: Callable[[Whole, Any], str] | None = None
    names: Callable[[Whole, Any], Iterable[str]] | None = None
    between: str = ""

    def unused(self, op: Whole, part: Any) -> str:
        """Why the key has no use in a part of an op; empty where it has one."""
        reason = self.applies(op, part) if self.applies is not None else ""
        return reason or (self.idle(op, part) if self.idle is not None else "")


def key(title: str, description: str, **facts: Any) -> msgspec.Meta:
    """What a key is called and means.

    Args:
        title: two or three words, the label of its field.
        description: one or a few sentences for people, the first of them enough to go on.
        facts: see ``Facts``.
    """
    return msgspec.Meta(title=title, description=description, extra={"facts": Facts(**facts)})


def members(kind: Any) -> tuple[Any, ...]:
    """The members of a union; of any other type, the type itself. Without what describes them."""
    kind = plain(kind)
    if get_origin(kind) in (Union, UnionType):
        return tuple(part for member in get_args(kind) for part in members(member))
    return (kind,)


def plain(kind: Any) -> Any:
    """A type without what describes it."""
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind
