"""``op.toml``: reading it strictly, and writing it without touching what did not change.

A hand-written file keeps its comments, order and spacing: only the keys whose value
changed are written. The values are compared as declared, so ``optional = false`` written
by hand stays although it is the default.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import msgspec
import tomlkit
from tomlkit.items import AoT, Array, InlineTable, Table

from workbench.core import check
from workbench.core.errors import UserError
from workbench.core.files import read_text, write_text
from workbench.core.op import SCHEMA_VERSION, Op

__all__ = ["FILE_NAME", "convert", "dumps", "load", "loads", "parse_toml", "save"]

FILE_NAME = "op.toml"

Table_ = dict[str, Any]
_T = TypeVar("_T")

MIGRATIONS: dict[int, Callable[[Table_], Table_]] = {}
"""From schema version → a function giving the next version's table."""


def parse_toml(text: str) -> Table_:
    """Parse TOML.

    Raises:
        UserError: kind ``toml`` with the line.
    """
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        place = re.search(r"at line (\d+), column (\d+)", str(error))
        line, column = (int(place[1]), int(place[2])) if place else (0, 0)
        message = re.sub(r" \(at .*\)$", "", str(error))
        raise UserError("toml", f"not valid TOML: {message}", line=line, column=column) from None


def convert(table: Table_, kind: type[_T]) -> _T:
    """Turn a parsed table into a struct, strictly.

    Raises:
        UserError: kind ``declaration`` with the key's path and what would be right.
    """
    try:
        return msgspec.convert(table, kind, str_keys=True)
    except msgspec.ValidationError as error:
        raise _explain(str(error), kind) from None


def _explain(text: str, kind: type) -> UserError:
    message, _, path = text.partition(" - at `")
    key = (
        path.rstrip("`")
        .removeprefix("key in ")
        .replace("$.", "")
        .replace("$", "")
        .replace("[...]", "[…]")
    )
    hint = ""
    unknown = re.match(r"Object contains unknown field `(.*)`", message)
    missing = re.match(r"Object missing required field `(.*)`", message)
    if unknown:
        fields = _fields_at(kind, key)
        near = difflib.get_close_matches(unknown[1], fields, 1)
        message = f"unknown key '{unknown[1]}'"
        hint = f"Did you mean '{near[0]}'?" if near else f"Known keys: {', '.join(fields)}."
        key = f"{key}.{unknown[1]}".lstrip(".")
    elif missing:
        message = f"the key '{missing[1]}' is missing"
        hint = f"Add {missing[1]} = …"
    elif enum := re.match(r"Invalid enum value '?(.*?)'?$", message):
        choices = _choices_at(kind, key)
        message = f"'{enum[1]}' is not known here"
        hint = f"Choose one of: {', '.join(choices)}." if choices else ""
    else:
        message = message[:1].lower() + message[1:].replace("`", "'")
    return UserError("declaration", message, hint, key=key)


def _type_at(kind: Any, key: str) -> Any:
    """The declared type at a key path such as ``args[0].dtype``."""
    for name in re.findall(r"[A-Za-z_]\w*", key):
        info = msgspec.inspect.type_info(kind)
        if not isinstance(info, msgspec.inspect.StructType):
            return None
        field = next((f for f in info.fields if f.name == name), None)
        if field is None:
            return None
        inner: Any = field.type
        while isinstance(inner, msgspec.inspect.VarTupleType):
            inner = inner.item_type
        kind = inner.cls if isinstance(inner, msgspec.inspect.StructType) else inner
    return kind


def _fields_at(kind: type, key: str) -> list[str]:
    found = _type_at(kind, key)
    return list(getattr(found, "__struct_fields__", ()))


def _choices_at(kind: type, key: str) -> list[str]:
    found = _type_at(kind, key)
    return [str(v) for v in getattr(found, "values", ())]


def loads(text: str, validate: bool = True) -> Op:
    """Read a declaration from TOML text.

    Raises:
        UserError: kinds ``toml``, ``declaration`` or ``shape-rule``; all problems found.
    """
    table = parse_toml(text)
    version = table.get("schema")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise UserError(
            "declaration",
            "the key 'schema' is missing or no number",
            f"Add schema = {SCHEMA_VERSION}",
            key="schema",
        )
    if version > SCHEMA_VERSION:
        raise UserError(
            "declaration",
            f"made by a newer Op Workbench: schema {version}, this one reads up to {SCHEMA_VERSION}",
            "Update Op Workbench to open it.",
            key="schema",
        )
    while version < SCHEMA_VERSION:
        table = MIGRATIONS[version](table)
        version += 1
        table["schema"] = version
    op = convert(table, Op)
    if validate:
        problems = check.check_op(op)
        if problems:
            raise UserError.of(problems)
    return op


def load(folder: Path, validate: bool = True) -> Op:
    """Read ``op.toml`` of an op's folder. Raises UserError that names the file."""
    path = folder / FILE_NAME
    text = read_text(path)
    try:
        return loads(text, validate)
    except UserError as error:
        raise error.at(path) from None


def save(folder: Path, op: Op) -> None:
    """Write an op's ``op.toml`` atomically, keeping what did not change as it was written."""
    path = folder / FILE_NAME
    write_text(path, dumps(op, read_text(path) if path.exists() else ""))


def dumps(op: Op, base: str = "") -> str:
    """TOML text of a declaration.

    Args:
        op: the declaration.
        base: the file's present text; its comments, order and spacing are kept.
    """
    if base:
        try:
            before = loads(base, validate=False)
            if before == op:
                return base
            document = tomlkit.parse(base)
            _update(document, _plain(before), _plain(op))
            text = tomlkit.dumps(document)
            if loads(text, validate=False) == op:
                return text
        except (UserError, tomlkit.exceptions.TOMLKitError):
            pass  # the old text is broken, so there is no formatting to keep
    return _fresh(op)


def _plain(op: Op) -> Table_:
    return cast(Table_, msgspec.to_builtins(op, str_keys=True))


def _fresh(op: Op) -> str:
    document = tomlkit.document()
    for key, value in _plain(op).items():
        document.append(key, _item(value))
    return tomlkit.dumps(document)


def _item(value: Any, inline: bool = False) -> Any:
    """A TOML item for a plain value: tables as tables, small lists of tables inline."""
    if isinstance(value, dict):
        table: Any = tomlkit.inline_table() if inline else tomlkit.table()
        for key, entry in value.items():
            table.append(key, _item(entry, inline or key in ("dynamic", "types")))
        return table
    if isinstance(value, list | tuple):
        tables = bool(value) and all(isinstance(v, dict) for v in value)
        if tables and not inline:
            rows = tomlkit.aot()
            for entry in value:
                table = tomlkit.table()
                for key, cell in entry.items():
                    table.append(key, _item(cell, inline=True))
                rows.append(table)
            return rows
        array = tomlkit.array()
        for entry in value:
            array.append(_item(entry, inline=True))
        return array.multiline(tables and len(value) > 1)
    return tomlkit.item(value)


def _update(target: Any, before: Table_, after: Table_) -> None:
    """Write into a TOML table what differs between two plain tables."""
    for key in [k for k in before if k not in after]:
        if key in target:
            del target[key]
    for key, value in after.items():
        if key in before and before[key] == value and key in target:
            continue
        if key in before and before[key] == value:
            continue  # a default that the file does not spell out
        current = target.get(key)
        if isinstance(value, dict) and isinstance(current, Table | InlineTable) and key in before:
            _update(current, before[key], value)
        elif _is_rows(value) and _is_rows(before.get(key)) and isinstance(current, AoT | Array):
            target[key] = _rows(current, before[key], value)
        else:
            inline = isinstance(target, InlineTable)
            target[key] = _item(value, inline)


def _is_rows(value: Any) -> bool:
    return (
        isinstance(value, list | tuple) and bool(value) and all(isinstance(v, dict) for v in value)
    )


def _rows(current: AoT | Array, before: list[Table_], after: list[Table_]) -> Any:
    """The new list of tables, made of the old tables wherever one is recognised."""
    free = list(range(len(before)))

    def match(row: Table_, index: int) -> int | None:
        keys = [k for k in ("name", "arg", "op") if row.get(k)]
        same = [i for i in free if before[i] == row]
        named = [i for i in free if any(before[i].get(k) == row[k] for k in keys)]
        placed = [i for i in free if i == index and len(before) == len(after)]
        return next(iter([*same, *named, *placed]), None)

    rows: Any = tomlkit.aot() if isinstance(current, AoT) else tomlkit.array()
    for index, row in enumerate(after):
        source = match(row, index)
        if source is None:
            entry = _item([row])[0] if isinstance(current, AoT) else _item(row, inline=True)
        else:
            free.remove(source)
            entry = current[source]
            _update(entry, before[source], row)
        rows.append(entry)
    if isinstance(rows, Array):
        rows.multiline(len(after) > 1)
    return rows
