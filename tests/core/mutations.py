"""Mutations of declarations, derived from the structs: every key there is, and any value in it."""

from __future__ import annotations

import copy
import datetime
import json
from collections.abc import Iterator
from typing import Any, Literal, get_args, get_origin

import msgspec
from hypothesis import strategies as st
from msgspec import UNSET, UnsetType

from workbench.core.declaration.declared import members
from workbench.core.declaration.op import Op

Table = dict[str, Any]
Steps = tuple[str | int, ...]

ODD_TEXTS = (
    "", " ", "\0", "\x1b[2J", "é☃", "a\nb", "'", '"', "\\", "..", "/", "../../x", "/etc/passwd", "~",
    "-", "--help", "$(id)", "::", "custom::", "::X", "a::b::c", "custom::Where", "١", "x²", "None",
    "1." + "9" * 5000, "1.١٧", "1.99999999999", "xs[" + "9" * 5000 + "]", "xs[-1]", "x" * 100_000,
    "(" * 3000, "[" * 3000, "-" * 5000 + "1", "not " * 3000 + "a", "[1]" + "[0]" * 3000,
    "[9223372036854775807 * 9223372036854775807]", "[" + "9" * 5000 + "]", "[1 // 0]", "[1 % 0]",
    "[int(1e308 * 10)]", "[1e999]", "[" + "1 + " * 3000 + "1]", "a.shape[99999999999999999999]",
    "+".join(["broadcast(a.shape, b.shape)"] * 300), "a is None" + " or a is None" * 2000,
    "-DX=\n", "-o/x", "@file", "a.npy", "a.npz", "a.pb", "a.py",
)  # fmt: skip
"""What has been the end of a parser somewhere."""

ODD = st.one_of(
    st.sampled_from(ODD_TEXTS),
    st.text(max_size=6),
    st.booleans(),
    st.sampled_from([0, -1, 1, 2, 64, 65, 10**6, 2**31, 2**32, 2**63 - 1, -(2**63)]),
    st.sampled_from([0.0, -1.0, 0.5, 1e308, -1e308, 5e-324, float("inf"), float("nan")]),
    st.just(datetime.date(2024, 1, 1)),
    st.sampled_from([[], {}, [[]], [{}], [1], ["x"], {"x": 1}, {"": {}}, {"x": {"x": {}}}]),
    st.just([1.5] * 3000),
    st.just(["x"] * 3000),
).map(copy.deepcopy)


def parts_of(kind: Any) -> Iterator[Any]:
    """The members of a union, without 'unset'."""
    return (part for part in members(kind) if part is not UnsetType)


def fields_of(kind: Any) -> dict[str, Any]:
    """Field → type of a struct; of anything else none."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return {f.name: f.type for f in msgspec.structs.fields(kind)}
    return {}


def whole(kind: Any) -> Any:
    """A value of a type as TOML would give it, in which every key there is stands once."""
    kind = next(parts_of(kind))
    if fields := fields_of(kind):
        return {name: whole(inner) for name, inner in fields.items()}
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is tuple:
        return [whole(arguments[0])]
    if origin is dict:
        return {"1": whole(arguments[1])}
    if origin is Literal:
        return arguments[0]
    return {int: 1, float: 1.0, bool: True, str: "x"}[kind]


def spelt_out(part: Any) -> Any:
    """A part of a declaration with each default written out."""
    if isinstance(part, msgspec.Struct):
        values = {n: getattr(part, n) for n in part.__struct_fields__}
        return {n: spelt_out(v) for n, v in values.items() if v is not UNSET}
    if isinstance(part, dict):
        return {str(key): spelt_out(value) for key, value in part.items()}
    return [spelt_out(item) for item in part] if isinstance(part, list | tuple) else part


def paths(value: Any, kind: Any = Op, at: Steps = ()) -> Iterator[tuple[Steps, Any]]:
    """Every place in a table, and the type that is declared for it (None where none is)."""
    yield at, kind
    parts = list(parts_of(kind))
    fields = {n: t for p in parts for n, t in fields_of(p).items()}
    inner = next((get_args(p) for p in parts if get_origin(p) in (tuple, dict)), (None,))
    if isinstance(value, dict):
        for key, item in value.items():
            yield from paths(item, fields.get(key) if fields else inner[-1], (*at, key))
    elif isinstance(value, list):
        for i, item in enumerate(value[:20]):
            yield from paths(item, inner[0], (*at, i))


def at(table: Any, steps: Steps) -> Any:
    for step in steps:
        table = table[step]
    return table


@st.composite
def mutated(draw: st.DrawFn, start: Table, most: int = 3) -> Table:
    """The table after some changes anywhere in it."""
    table = copy.deepcopy(start)
    for _ in range(draw(st.integers(1, most))):
        found = list(paths(table))
        steps, kind = draw(st.sampled_from(found))
        value = at(table, steps)
        if isinstance(value, dict) and draw(st.booleans()):
            fields = {n: t for p in parts_of(kind) for n, t in fields_of(p).items()}
            missing = [n for n in fields if n not in value]
            if missing and draw(st.booleans()):
                name = draw(st.sampled_from(missing))
                value[name] = whole(fields[name]) if draw(st.booleans()) else draw(ODD)
            else:
                name = draw(st.sampled_from(["", "zz", "$", "a.b", "0", "`x`", "name", "é\n"]))
                twice = list(value.values())
                value[name] = copy.deepcopy(draw(st.sampled_from(twice))) if twice else draw(ODD)
            continue
        if not steps:
            continue
        parent, step = at(table, steps[:-1]), steps[-1]
        match draw(st.sampled_from(["odd", "odd", "remove", "twice", "other's", "alike"])):
            case "odd":
                parent[step] = draw(ODD)
            case "remove":
                del parent[step]
            case "twice" if isinstance(parent, list):
                parent.insert(step, copy.deepcopy(value))
            case "alike":
                same = [p for p, k in found if p and k == kind]
                parent[step] = copy.deepcopy(at(table, draw(st.sampled_from(same or [steps]))))
            case _:
                other = at(table, draw(st.sampled_from(found))[0])
                if len(json.dumps(other, default=str)) < 20_000:
                    parent[step] = copy.deepcopy(other)
    return table


def toml(table: Table) -> str:
    """The text of a table, each top-level key on its line."""
    return "".join(f"{_text(str(key))} = {_inline(value)}\n" for key, value in table.items())


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _inline(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_text(str(k))} = {_inline(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_inline, value)) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    return _text(value) if isinstance(value, str) else str(value)


WHOLE: Table = whole(Op)
"""Every key of a declaration, at every level."""

__all__ = ["ODD", "WHOLE", "at", "mutated", "paths", "spelt_out", "toml", "whole"]
