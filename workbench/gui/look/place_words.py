"""A key path of the declaration in the words of the pages: nobody needs to know ``op.toml``."""

from __future__ import annotations

import re
from typing import Any

from workbench.core.key_path import get_at, prefixes
from workbench.core.op import Op

__all__ = ["part_words", "place_words"]

_PAGES = {
    "name": "Signature", "torch": "Signature", "doc": "Signature", "types": "Signature",
    "args": "Signature", "outputs": "Signature", "kernel": "Signature",
    "mapping": "Mapping", "ort": "Mapping", "variant": "Mapping", "opset": "Mapping",
    "model": "Model", "case": "Model", "reference": "Model",
}  # fmt: skip
_RECORDS = {
    "args": "argument", "outputs": "output", "nodes": "node", "constants": "constant",
    "attributes": "attribute", "cases": "case", "sources": "further file",
    "include": "include folder", "types": "type variable",
}  # fmt: skip
_WORDS = {
    "dtype": "element type", "arg": "argument", "doc": "description", "torch": "torch name",
    "dynamic": "dynamic axes", "generator": "values", "when": "condition", "op": "operator",
    "atol": "absolute tolerance", "rtol": "relative tolerance", "source": "file",
    "ort": "ONNX Runtime", "inputs": "inputs", "compile_flags": "compiler flags",
    "link_flags": "linker flags", "since_version": "version", "include": "include folders",
    "sources": "further files", "variant": "mapping in use", "types": "type variables",
    "args": "arguments", "expression": "expression",
}  # fmt: skip


def place_words(key: str, op: Op | None = None) -> str:
    """Where a key path is on the pages: ``Model · example of points · dynamic axes``.

    Args:
        key: the key path.
        op: gives records their names; numbers where None.
    """
    if match := re.match(r"variants\.([^.\[]+)\.?", key):
        if op is not None and match[1] in op.variants:
            op = op.resolved(match[1])
        inner = place_words(key[match.end() :], op)
        return " · ".join(part for part in (f"Variant {match[1]}", inner) if part)
    page = _PAGES.get(re.split(r"[.\[]", key)[0], "")
    return " · ".join(part for part in (page, *_parts(key, op)) if part)


def part_words(key: str) -> str:
    """The record that a key path is in, with its number: ``example 1``, ``node 2, attribute 1``."""
    return ", ".join(p for p in _parts(key.rpartition(".")[0], None) if p[-1].isdigit())


def _parts(key: str, op: Op | None) -> list[str]:
    found: list[str] = []
    steps = [p for p in prefixes(key) if p]
    for i, path in enumerate(steps):
        last = path.rpartition(".")[2]
        if match := re.fullmatch(r"(\w+)\[(\d+)\]", last):
            found.append(_record(match[1], int(match[2]), path, op))
        elif i + 1 < len(steps) and steps[i + 1].startswith(f"{path}["):
            continue  # the list of the record that follows
        elif path.startswith("types."):
            found = [f"type variable {last.partition('#')[0]}"]
        elif i or last not in ("mapping", "model", "case", "outputs"):
            found.append(_WORDS.get(last, last.replace("_", " ")))
    return found


def _record(name: str, index: int, path: str, op: Op | None) -> str:
    in_node = ".nodes[" in path
    noun = "input" if in_node and name == "inputs" else _RECORDS.get(name, "")
    noun = noun or ("example" if name == "inputs" else name.replace("_", " "))
    called = "" if in_node and name == "inputs" else _name(path, op)
    if not called:
        return f"{noun} {index + 1}"
    if name == "nodes":
        return f"node {index + 1} ({called})"
    return f"{noun} of {called}" if noun == "example" else f"{noun} {called}"


def _name(path: str, op: Op | None) -> str:
    try:
        record: Any = get_at(op, path) if op is not None else None
    except (LookupError, AttributeError):
        return ""
    return next((v for n in ("name", "arg", "op") if (v := getattr(record, n, ""))), "")
