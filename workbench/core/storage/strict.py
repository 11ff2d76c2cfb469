"""A parsed table as a struct, strictly: what does not fit is named with its key path.

msgspec says where a value stands, without the names of a table's free keys (``variants`` and
``types`` have some). The path is walked once more, beside the type that is declared for it, so
that the message can name the key and what could stand there.
"""

from __future__ import annotations

import difflib
import re
from types import GenericAlias
from typing import Any, Literal, TypeVar, get_args, get_origin

import msgspec

from workbench.core.declaration.declared import members
from workbench.core.errors import UserError
from workbench.core.storage.toml_sync import Plain

__all__ = ["convert"]

_T = TypeVar("_T")

_LOCATION = re.compile(r" - at (?:(`key` in) )?`\$([\w.\[\]]*)`$")
_ROW = re.compile(r".*\.inputs\[\d+\]\.value\[\d+\]")
_STEP = re.compile(r"([A-Za-z_]\w*)|\[(\d+|\.\.\.)\]")


def convert(table: Plain, kind: type[_T]) -> _T:
    """Turn a parsed table into a struct.

    Raises:
        UserError: kind ``declaration`` with the key's path and what would be right.
    """
    try:
        return msgspec.convert(table, kind, str_keys=True)
    except msgspec.ValidationError as error:
        raise _explain(str(error), table, kind) from None


def _explain(text: str, table: Plain, kind: type) -> UserError:
    location = _LOCATION.search(text)
    message = text[: location.start()] if location else text
    key, declared, value = _walk(table, kind, location[2] if location else "")
    hint = ""
    unknown = re.fullmatch(r"Object contains unknown field `(.*)`", message, re.DOTALL)
    missing = re.fullmatch(r"Object missing required field `(.*)`", message)
    if unknown:
        fields = [f.name for part in members(declared) for f in _fields(part)]
        near = difflib.get_close_matches(unknown[1], fields, 1)
        message = f"unknown key '{unknown[1]}'"
        hint = f"Did you mean '{near[0]}'?" if near else f"Known keys: {', '.join(fields)}."
        key = f"{key}.{unknown[1]}".lstrip(".")
    elif missing:
        message = f"the key '{missing[1]}' is missing"
        hint = f"Add {missing[1]} = …"
    elif enum := re.fullmatch(r"Invalid enum value '?(.*?)'?", message, re.DOTALL):
        choices = sorted(str(c) for p in members(declared) for c in _choices(p))
        message = f"'{enum[1]}' is not known here"
        hint = f"Choose one of: {', '.join(choices)}." if choices else ""
    elif _ROW.fullmatch(key) and isinstance(value, list):
        message = "the elements of a tensor stand in one list, and here is a list in it"
        hint = "Write them one after the other, and its sizes as its shape: shape = [2, 3]."
    else:
        message = message[:1].lower() + message[1:].replace("`", "'")
        if location and location[1]:
            name = _wrong_name(value, declared)
            message, key = f"the key '{name}' of this table: {message}", f"{key}.{name}"
    return UserError("declaration", message, hint, key=key)


def _walk(value: Any, kind: Any, path: str) -> tuple[str, Any, Any]:
    """The key path that msgspec's is, free keys named, and the type declared there and the value."""
    key = ""
    for name, index in _STEP.findall(path):
        if name:
            kind = next((f.type for p in members(kind) for f in _fields(p) if f.name == name), None)
            key = f"{key}.{name}".lstrip(".")
            value = value.get(name) if isinstance(value, dict) else None
            continue
        inner = [get_args(p) for p in members(kind) if get_origin(p) in (tuple, dict)]
        kind = inner[0][-1 if index == "..." else 0] if inner else Any
        if index == "...":
            name, value = _wrong_entry(value, kind)
            key = f"{key}.{name}"
        else:
            key = f"{key}[{index}]"
            value = value[int(index)] if isinstance(value, list | tuple) else None
    return key, kind, value


def _fields(kind: Any) -> tuple[msgspec.structs.FieldInfo, ...]:
    is_struct = isinstance(kind, type) and issubclass(kind, msgspec.Struct)
    return msgspec.structs.fields(kind) if is_struct else ()


def _choices(kind: Any) -> tuple[Any, ...]:
    return get_args(kind) if get_origin(kind) is Literal else ()


def _wrong_entry(table: Any, kind: Any) -> tuple[str, Any]:
    """The first entry of a table that is not of a type: msgspec does not say which it was."""
    found = table.items() if isinstance(table, dict) else ()
    return next(((str(name), v) for name, v in found if not _fits(v, kind)), ("…", None))


def _wrong_name(table: Any, declared: Any) -> str:
    """The first key of a table that is not of the type declared for its keys."""
    kind = next((get_args(p)[0] for p in members(declared) if get_origin(p) is dict), Any)
    return next(
        (str(name) for name in table if not _fits({name: 0}, GenericAlias(dict, (kind, Any)))), "…"
    )


def _fits(value: Any, kind: Any) -> bool:
    try:
        msgspec.convert(value, kind, str_keys=True)
    except msgspec.ValidationError:
        return False
    return True
