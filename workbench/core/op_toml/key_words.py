"""What is known of a key as text: for whoever reads ``op.toml`` or writes it by hand."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Literal, get_args, get_origin

from msgspec import UNSET, UnsetType

from workbench.core.declaration.declared import Declared, members
from workbench.core.declaration.op import Op
from workbench.core.files.file_roles import FILE_ROLES
from workbench.core.op_toml.keys import Key, every_key, keys_of
from workbench.core.types.literals import Value

__all__ = ["default_words", "facts_of", "reference", "section_of", "type_words"]

_PLAIN = {str: "text", int: "whole number", float: "number", bool: "true or false"}
_STALE = {
    "export": "A change makes the export stale, not the build.",
    "compare": "A change makes the comparison stale, not the export.",
    "check": "A change makes a check stale, and nothing else.",
    "none": "A change makes nothing stale.",
}


def type_words(key: Key) -> str:
    """What may stand there: ``text``, ``list of whole numbers``, ``one of …``."""
    kinds = [t for t in members(key.type) if t is not UnsetType]
    if set(members(Value)) <= set(kinds):
        return "true or false, a number or text, or a list of them"
    return ", or ".join(dict.fromkeys(_kind(t) for t in kinds))


def _kind(kind: Any) -> str:
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Literal:
        return f"one of {', '.join(f'`{c}`' for c in inner)}"
    if isinstance(kind, type) and issubclass(kind, Declared):
        return "table"
    if origin is tuple:
        items = members(inner[0])
        kinds = [t for t in items if t is not int or float not in items]
        return f"list of {' or '.join(f'{_kind(t)}s' for t in kinds)}"
    if origin is dict:
        return f"table: {_PLAIN[inner[0]]} = {_kind(inner[1])}"
    return _PLAIN[kind]


def default_words(key: Key) -> str:
    """What holds where the key is not written, as TOML; empty where that is no value."""
    empty = key.default in ("", (), {}, UNSET) or isinstance(key.default, Declared)
    return "" if key.required or (empty and key.default is not False) else json.dumps(key.default)


def facts_of(key: Key) -> Iterator[str]:
    """Type, default, unit and the like, a sentence each."""
    yield f"{type_words(key)[:1].upper()}{type_words(key)[1:]}."
    if key.required:
        yield "It must be there."
    elif default := default_words(key):
        yield f"Default: `{default}`."
    if key.facts.unit:
        yield f"Unit: {key.facts.unit}."
    if key.facts.file:
        yield f"Names a file: {FILE_ROLES[key.facts.file].words}."


# -- the page of all keys -----------------------------------------------------------------

_TOP = "At the top"
_HEAD = """# Every key of op.toml

This page is written by `tools/op_toml_reference.py` from the declaration's own structs
(`workbench/core/declaration/op.py`); do not edit it. A key that is not there has its default. A change of a
key makes the build and all that follows stale, unless stated otherwise. What a value means
beyond its type is checked by the program, which says what is wrong and offers fixes.
"""


def reference() -> str:
    """The page, in Markdown."""
    return "\n".join([_HEAD, *_section("", Op), *_parts()]).rstrip() + "\n"


def _parts() -> Iterator[str]:
    seen: set[type] = set()
    for key in every_key():
        if key.part is not None and key.part not in seen:
            seen.add(key.part)
            yield from _section(key.path + _part_suffix(key), key.part)


def header(path: str) -> str:
    """How TOML begins a part: ``[kernel]``, ``[[mapping.nodes]]``, ``[variants.NAME]``."""
    name = path.replace("[]", "").replace("*", "NAME")
    return f"[[{name}]]" if path.endswith("[]") else f"[{name}]"


def section_of(key: Key) -> str:
    """The heading on the page of all keys below which a key is described."""
    owner = key.path.rpartition(".")[0]
    if not owner:
        return _TOP
    holder = next(k for k in every_key() if k.path + _part_suffix(k) == owner)
    first = next(k for k in every_key() if k.part is holder.part)
    return header(first.path + _part_suffix(first))


def _part_suffix(key: Key) -> str:
    """How a path goes on into the parts that a key holds."""
    return "[]" if key.is_list else ".*" * key.is_table


def _section(path: str, part: type[Declared]) -> Iterator[str]:
    about = " ".join((part.__doc__ or "").split())
    yield f"## `{header(path)}`\n\n{about}\n" if path else f"## {_TOP}\n\n{about}\n"
    first = {k.part: k.path for k in reversed(every_key()) if k.part is not None}
    for key in keys_of(path):
        # A tag to whoever shows Markdown: the words behind it would be gone.
        said = key.description.replace("\n", " ").replace("<", r"\<")
        text = [said, *facts_of(key)]
        if key.part is not None and first[key.part] != key.path:
            text.append(f"Its keys are those of `{first[key.part].replace('[]', '')}`.")
        text += [_STALE[key.stage]] if key.stage in _STALE else []
        called = "" if key.words == key.name else f" ({key.words})"
        yield f"- **`{key.name}`**{called}: {' '.join(text)}"
    yield ""
