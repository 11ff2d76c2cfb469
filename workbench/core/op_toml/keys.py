"""The keys of a declaration, as its structs describe them: one table for all who ask.

Forms take labels and tips from it, problems the words of their location, checks and fixes what has
no use where it stands, the stages what makes them stale, the editor of ``op.toml`` its
completions, and ``docs/op-toml.md`` is written from it. A key that is added to a struct is in all
of them.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any, Literal, NamedTuple, get_args, get_origin

import msgspec
from msgspec import NODEFAULT

from workbench.core.declaration.declared import Declared, Facts, Stage, members, plain
from workbench.core.declaration.op import Op
from workbench.core.op_toml.key_path import get_at, owner_of, steps

__all__ = [
    "Key",
    "Use",
    "choices",
    "every_key",
    "files",
    "in_sentence",
    "key_at",
    "keys_of",
    "known",
    "restricted",
    "uses",
    "why_unused",
]


def in_sentence(title: str) -> str:
    """A title inside of a sentence: an abbreviation keeps its capitals."""
    return title if title[:2].isupper() else title[:1].lower() + title[1:]


class Key(NamedTuple):
    """One key.

    Attributes:
        path: ``args[].dtype``, ``variants.*.opset``: without numbers and free names.
        name: the last part of it.
        title: two or three words, the label of its field.
        description: what it means.
        type: as declared, without what describes it.
        default: what holds where it is not written; ``NODEFAULT`` where it must be.
        page: on which it is edited.
        stage: the first stage that a change makes stale.
        facts: what else is known.
        part: the struct that its value is, or that the entries of its value are; None for others.
        is_list: whether it has entries with numbers.
    """

    path: str
    name: str
    title: str
    description: str
    type: Any
    default: Any
    page: str
    stage: Stage
    facts: Facts
    part: type[Declared] | None
    is_list: bool

    @property
    def words(self) -> str:
        """The title inside of a sentence."""
        return in_sentence(self.title)

    @property
    def heading(self) -> str:
        """The first sentence of the description, without its full stop."""
        return self.description.partition(". ")[0].removesuffix(".")

    @property
    def full_title(self) -> str:
        """The title behind that of the part that the key is in: ``Mapping file``."""
        parent = _by_path().get(self.path.rpartition(".")[0].removesuffix("[]").removesuffix(".*"))
        if parent is None or parent.is_list:
            return self.title  # its number tells it from others
        return f"{parent.facts.record.capitalize() or parent.title} {self.words}"

    @property
    def required(self) -> bool:
        """Whether it must be written."""
        return self.default is NODEFAULT

    @property
    def is_table(self) -> bool:
        """Whether its value has entries with names of their own."""
        return get_origin(self.type) is dict

    @property
    def between(self) -> str:
        """The letters between words of its text; empty where that is one word."""
        entries = get_args(self.type) if self.is_table else members(self.type)
        return self.facts.between or ("," if tuple[str, ...] in entries else "")


class Use(NamedTuple):
    """A key where an op has it.

    Attributes:
        path: with numbers and names: ``args[1].dtype``.
        key: the key.
        part: the struct that it is a field of.
        value: what stands there; the default where nothing does.
    """

    path: str
    key: Key
    part: Declared
    value: Any


@functools.cache
def every_key() -> tuple[Key, ...]:
    """Every key, in the order of the structs."""
    return tuple(_under(Op, "", "", "build"))


@functools.cache
def _by_path() -> dict[str, Key]:
    return {key.path: key for key in every_key()}


def known(path: str) -> Key:
    """The key that a path without numbers names, where there is no doubt that it is one."""
    return _by_path()[path]


@functools.cache
def keys_of(path: str) -> tuple[Key, ...]:
    """The keys of the part that a path names without numbers: ``args[]``; of the op where empty."""
    prefix = f"{path}." if path else ""
    return tuple(k for k in every_key() if k.path == f"{prefix}{k.name}")


@functools.lru_cache(maxsize=4096)
def key_at(path: str) -> Key | None:
    """The key that a path such as ``args[1].dtype`` names, or an entry of which it names.

    Args:
        path: with numbers and free names, or without: ``args[].dtype``.

    Returns:
        None where the path leads nowhere.
    """
    if path in _by_path():
        return _by_path()[path]
    found: Key | None = None
    general = ""
    for step in steps(path):
        if found is not None and isinstance(step, int) and found.is_list:
            general = f"{found.path}[]"
        elif found is not None and found.is_table and general == found.path:
            general = f"{found.path}.*"
        else:
            general = f"{general}.{step}".removeprefix(".")
            found = _by_path().get(general)
            if found is None:
                return None
    return found


def choices(key: Key) -> tuple[str, ...]:
    """The words that may stand there; empty where it is not one of a few."""
    return tuple(str(c) for t in members(key.type) if get_origin(t) is Literal for c in get_args(t))


def uses(op: Op) -> list[Use]:
    """Every key of every part that an op has, in the order of the structs."""
    found: list[Use] = []
    _add_uses(found, op, "", "", _all_keys)
    return found


def restricted(op: Op) -> list[Use]:
    """Those of the keys that may have no use where they stand."""
    found: list[Use] = []
    _add_uses(found, op, "", "", _keys_to_restricted)
    return [use for use in found if use.key.facts.applies is not None]


def files(op: Op) -> Iterator[Use]:
    """Every file that an op names where it has a use: of a list of files each with its number."""
    found: list[Use] = []
    _add_uses(found, op, "", "", _keys_to_files)
    for use in found:
        facts = use.key.facts
        if not facts.file or facts.unused(op, use.part):
            continue
        if use.key.is_list:
            yield from (
                use._replace(path=f"{use.path}[{i}]", value=n) for i, n in enumerate(use.value)
            )
        elif use.value:
            yield use


def why_unused(op: Op, path: str) -> str:
    """Why a key has no use where a path names it, as a clause; empty where it has one.

    Raises:
        LookupError, AttributeError: the op has no such part.
    """
    key = key_at(path)
    if key is None:
        return ""
    owner = owner_of(path)
    if key.is_table and not key.part and path.rpartition(".")[2] != key.name:
        owner = owner_of(owner)  # an entry of a table stands where the table does
    return key.facts.unused(op, get_at(op, owner))


# -- how the structs are read -------------------------------------------------------------


def _under(struct: type[Declared], prefix: str, page: str, stage: Stage) -> Iterator[Key]:
    for field in msgspec.structs.fields(struct):
        meta = next(m for m in field.type.__metadata__ if isinstance(m, msgspec.Meta))
        assert meta.extra is not None
        facts: Facts = meta.extra["facts"]
        default = field.default
        if field.default_factory is not NODEFAULT:
            default = field.default_factory()
        kind = plain(field.type)
        part, entry = _part(kind)
        key = Key(
            f"{prefix}{field.name}",
            field.name,
            meta.title or "",
            meta.description or "",
            kind,
            default,
            facts.page or page,
            facts.stage or stage,
            facts,
            part,
            any(get_origin(member) is tuple for member in members(kind)),
        )
        yield key
        if part is not None:
            yield from _under(part, f"{key.path}{entry}.", key.page, key.stage)


def _part(kind: Any) -> tuple[type[Declared] | None, str]:
    """The struct that a value is or has as its entries, and how a path goes on to one."""
    if isinstance(kind, type) and issubclass(kind, Declared):
        return kind, ""
    entries: dict[Any, str] = {tuple: "[]", dict: ".*"}
    entry = entries.get(get_origin(kind), "")
    inner = get_args(kind)[1 if entry == ".*" else 0] if entry else None
    if isinstance(inner, type) and issubclass(inner, Declared):
        return inner, entry
    return None, ""


@functools.cache
def _all_keys(general: str) -> tuple[Key, ...]:
    return keys_of(general)


@functools.cache
def _keys_to_files(general: str) -> tuple[Key, ...]:
    """Those of a part that name a file, or have parts with such keys."""
    return _keys_to(general, lambda key: bool(key.facts.file))


@functools.cache
def _keys_to_restricted(general: str) -> tuple[Key, ...]:
    return _keys_to(general, lambda key: key.facts.applies is not None)


def _keys_to(general: str, wanted: Callable[[Key], bool]) -> tuple[Key, ...]:
    paths = [key.path for key in every_key() if wanted(key)]
    return tuple(
        key
        for key in keys_of(general)
        if wanted(key) or (key.part is not None and any(p.startswith(key.path) for p in paths))
    )


def _add_uses(
    found: list[Use],
    part: Declared,
    at: str,
    general: str,
    keys_in: Callable[[str], tuple[Key, ...]],
) -> None:
    """Add the keys of a part and of its parts: of each part those that ``keys_in`` gives."""
    for key in keys_in(general):
        value = getattr(part, key.name)
        use = Use(f"{at}{key.name}", key, part, value)
        found.append(use)
        if key.part is None:
            continue
        if isinstance(value, dict):
            for name, entry in value.items():
                _add_uses(found, entry, f"{use.path}.{name}.", f"{key.path}.*", keys_in)
        elif key.is_list:
            for i, entry in enumerate(value):
                _add_uses(found, entry, f"{use.path}[{i}].", f"{key.path}[]", keys_in)
        else:
            _add_uses(found, value, f"{use.path}.", key.path, keys_in)
