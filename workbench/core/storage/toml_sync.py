"""Writes into a parsed TOML document what differs between two plain values, and nothing else.

So a hand-written file keeps its comments, its order and its spacing.
"""

from __future__ import annotations

import math
from collections.abc import MutableSequence, Sequence
from typing import Any, cast

import tomlkit
from tomlkit.container import Container
from tomlkit.items import AoT, Array, InlineTable, Item, Key, SingleKey, Table, Trivia, Whitespace

__all__ = ["Plain", "fresh_document", "same", "update"]

Plain = dict[str, Any]
"""A table of plain values: dicts, lists, strings, numbers, bools."""

_ALWAYS_INLINE = ("dynamic", "types")
_ROW_NAMES = ("name", "arg", "op")


def same(a: Any, b: Any) -> bool:
    """Equality that tells 1, 1.0 and true apart, and calls nan equal to itself."""
    if type(a) is not type(b):
        return isinstance(a, list | tuple) and isinstance(b, list | tuple) and _same_items(a, b)
    if isinstance(a, dict):
        return list(a.keys()) == list(b.keys()) and all(same(a[k], b[k]) for k in a)
    if isinstance(a, list | tuple):
        return _same_items(a, b)
    if isinstance(a, float):
        return a == b or (math.isnan(a) and math.isnan(b))
    return bool(a == b)


def _same_items(a: Sequence[Any], b: Sequence[Any]) -> bool:
    return len(a) == len(b) and all(map(same, a, b))


def fresh_document(values: Plain) -> tomlkit.TOMLDocument:
    """A document that never had a form of its own."""
    document = tomlkit.document()
    for key, value in values.items():
        document.append(key, _item(value))
    return document


def _item(value: Any, inline: bool = False) -> Any:
    """A TOML item for a plain value: tables as tables, tables inside rows inline."""
    if isinstance(value, dict):
        table: Any = tomlkit.inline_table() if inline else tomlkit.table()
        for key, entry in value.items():
            table.append(key, _item(entry, inline or key in _ALWAYS_INLINE))
        return table
    if isinstance(value, list | tuple):
        if _is_rows(value) and not inline:
            rows = tomlkit.aot()
            for entry in value:
                rows.append(_row(entry))
            return rows
        # All at once: tomlkit numbers the items anew after each that is added.
        parts: list[Item] = []
        for entry in value:
            parts += [Whitespace(","), Whitespace(" ")] if parts else []
            parts.append(_item(entry, inline=True))
        return Array(parts, Trivia(), multiline=_is_rows(value) and len(value) > 1)
    return tomlkit.item(value)


def _row(values: Plain) -> Table:
    table = tomlkit.table()
    for key, cell in values.items():
        table.append(key, _item(cell, inline=True))
    return table


def _is_rows(value: Any) -> bool:
    return (
        isinstance(value, list | tuple) and bool(value) and all(isinstance(v, dict) for v in value)
    )


def update(target: Any, before: Plain, after: Plain) -> None:
    """Write into a document or table what differs between two plain tables.

    Args:
        target: the document or table; it says what ``before`` says.
        before: its values, defaults left out.
        after: the values that it shall have.
    """
    for key in [k for k in before if k not in after and k in target]:
        del target[key]
    for key, value in after.items():
        if key in before and same(before[key], value):
            continue  # also a default that the file does not spell out
        current = target.get(key)
        if isinstance(value, dict) and isinstance(current, Table | InlineTable) and key in before:
            update(current, before[key], value)
        elif _is_rows(value) and _is_rows(before.get(key)) and isinstance(current, AoT | Array):
            _update_rows(current, before[key], value)
        elif key in target:
            target[key] = _item(value, isinstance(target, InlineTable))
        else:
            _add(target, key, _item(value, isinstance(target, InlineTable)))
    if isinstance(target, InlineTable):
        _close_gaps(target.value)


def _add(target: Any, key: str, item: Item) -> None:
    """Add a key behind the last plain one, not behind the comment that leads the next section."""
    container: Container = target.value if isinstance(target, Table) else target
    last: Key | None = None
    if isinstance(container, Container) and not isinstance(item, Table | AoT):
        for name, entry in container.body:
            if name is not None and not isinstance(entry, Table | AoT):
                last = name
    if last is None or isinstance(target, InlineTable):
        target.append(key, item)
    else:
        container._insert_after(last, SingleKey(key), item)


def _close_gaps(container: Container) -> None:
    """One space where removed keys left several; tomlkit adds to them with each edit."""
    body = container.body
    for i in reversed(range(1, len(body))):
        if all(k is None and isinstance(v, Whitespace) for k, v in (body[i - 1], body[i])):
            body[i - 1] = (None, Whitespace(" "))
            del body[i]


# -- rows -------------------------------------------------------------------------------


def _update_rows(current: AoT | Array, before: list[Plain], after: list[Plain]) -> None:
    """Turn the rows into the new ones, each made of the old row that it is recognised as."""
    sources = _recognise(before, after)
    kept = [s for s in sources if s is not None]
    for index in reversed(range(len(before))):
        if index not in kept:
            del current[index]
    items = dict(zip(sorted(kept), current, strict=True))
    for source, row in zip(sources, after, strict=True):
        if source is not None:
            update(items[source], before[source], row)
    if isinstance(current, AoT):
        rows = [items[s] if s is not None else _row(r) for s, r in zip(sources, after, strict=True)]
        _refill(current, cast("list[Table]", rows))
        return
    if kept != sorted(kept):
        for position, source in enumerate(kept):
            current[position] = items[source]
    for position, (source, row) in enumerate(zip(sources, after, strict=True)):
        if source is None:
            cast(MutableSequence[Any], current).insert(position, _item(row, inline=True))


def _recognise(before: list[Plain], after: list[Plain]) -> list[int | None]:
    """Per new row the old one that it comes from: alike, of the same name, or in its place."""
    free = set(range(len(before)))
    sources: list[int | None] = [None] * len(after)

    def claim(index: int, candidates: list[int]) -> None:
        found = next((c for c in candidates if c in free), None)
        if sources[index] is None and found is not None:
            sources[index] = found
            free.discard(found)

    for i, row in enumerate(after):
        claim(i, [j for j, old in enumerate(before) if same(old, row)])
    for i, row in enumerate(after):
        names = [k for k in _ROW_NAMES if row.get(k)]
        claim(i, [j for j, old in enumerate(before) if any(old.get(k) == row[k] for k in names)])
    if len(before) == len(after):
        for i in range(len(after)):
            claim(i, [i])
    return sources


def _refill(rows: AoT, tables: list[Table]) -> None:
    """Put tables into an array of tables, one blank line between two of them."""
    if len(rows) == len(tables) and all(a is b for a, b in zip(rows, tables, strict=True)):
        return
    end = _blank_lines(rows[len(rows) - 1]) if len(rows) else 1
    while len(rows):
        del rows[len(rows) - 1]
    for position, table in enumerate(tables):
        is_last = position == len(tables) - 1
        if _blank_lines(table) == 0 or is_last:
            _end_with(table, end if is_last else 1)
        indent = table.trivia.indent
        rows.append(table)
        table.trivia.indent = indent  # tomlkit adds a line break of its own


def _blank_lines(table: Table) -> int:
    """How many blank lines a table ends with."""
    count = 0
    for name, item in reversed(table.value.body):
        if name is not None or not isinstance(item, Whitespace):
            break
        count += item.s.count("\n")
    return count


def _end_with(table: Table, lines: int) -> None:
    body = table.value.body
    while body and body[-1][0] is None and isinstance(body[-1][1], Whitespace):
        body.pop()
    if lines:
        table.value.add(Whitespace("\n" * lines))
