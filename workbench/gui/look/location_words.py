"""A key path of the declaration in the words of the pages: nobody needs to know ``op.toml``."""

from __future__ import annotations

import re
from typing import Any

from workbench.core.declaration.op import Op
from workbench.core.op_toml.key_path import get_at, prefixes
from workbench.core.op_toml.keys import key_at

__all__ = ["location_words", "part_words"]


def location_words(key: str, op: Op | None = None) -> str:
    """Where a key path is on the pages: ``Model · example of points · dynamic axes``.

    Args:
        key: the key path.
        op: gives records their names; numbers where None.
    """
    known = key_at(key)
    page = known.page.capitalize() if known is not None else ""
    return " · ".join(part for part in (*_variant(key), page, *_parts(key, op)) if part)


def part_words(key: str) -> str:
    """The record that a key path is in, with its number: ``example 1``, ``node 2, attribute 1``."""
    return ", ".join(p for p in _parts(key.rpartition(".")[0], None) if p[-1].isdigit())


def _variant(key: str) -> list[str]:
    match = re.match(r"variants\.([^.\[]+)", key)
    return [f"Variant {match[1]}"] if match else []


def _parts(key: str, op: Op | None) -> list[str]:
    found: list[str] = []
    steps = [p for p in prefixes(key) if p]
    for i, path in enumerate(steps):
        known = key_at(path)
        last = path.rpartition(".")[2]
        if path == "variants" or (known is not None and known.path == "variants"):
            continue  # stands before the page
        if known is None:
            found.append(last.replace("_", " "))
        elif match := re.fullmatch(r"\w+\[(\d+)\]", last):
            found.append(_record(known.facts.record, int(match[1]), path, op))
        elif i + 1 < len(steps) and steps[i + 1].startswith(f"{path}["):
            continue  # the list of the record that follows
        elif known.is_table and last != known.name:
            found[-1:] = [f"{known.facts.record} {last.partition('#')[0]}"]
        elif known.title.lower() != known.page or known.path.count("."):
            found.append(known.words)
    return found


def _record(noun: str, index: int, path: str, op: Op | None) -> str:
    called = _name(path, op)
    if not called:
        return f"{noun} {index + 1}"
    if noun == "node":
        return f"node {index + 1} ({called})"
    return f"{noun} of {called}" if noun == "example" else f"{noun} {called}"


def _name(path: str, op: Op | None) -> str:
    try:
        record: Any = get_at(op, path) if op is not None else None
    except (LookupError, AttributeError):
        return ""
    return next((v for n in ("name", "arg", "op") if (v := getattr(record, n, ""))), "")
