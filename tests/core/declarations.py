"""Declarations for the tests, and a short way to change one thing in them."""

from __future__ import annotations

from typing import Any

import msgspec

from workbench.core.check import check_op
from workbench.core.declaration.op import Op
from workbench.core.errors import Problem
from workbench.core.storage import op_file

ADD = """\
# What the file says stays as it was written.
schema = 1
name = "add"
torch = "tests::add"

[types]
T = ["float32", "float64"]

[[args]]
name = "a"  # the left side
dtype = "T"

[[args]]
name = "b"
dtype = "T"
optional = false

[[args]]
name = "scale"
type = "float"
default = 1.0

[[outputs]]
name = "y"
dtype = "T"
shape = "broadcast(a.shape, b.shape)"

[kernel]
source = "kernel.cpp"

[[mapping.nodes]]
op = "custom::Add"
inputs = ["a", "b"]
outputs = ["y"]
attributes = [{ name = "scale", type = "float", arg = "scale" }]

[model]
opset = 17

[[model.inputs]]
arg = "a"
shape = [2, 3]

[[model.inputs]]
arg = "b"
shape = [3]
"""
"""A sound portable op with a type variable, an attribute and a comment or two."""


def add_op() -> Op:
    return op_file.loads(ADD)


def plain(op: Op) -> dict[str, Any]:
    """The declaration as a table, to be changed and read again with ``declared``."""
    return as_table(op)


def as_table(part: Any) -> Any:
    """A part of a declaration as TOML would give it: tables and lists."""
    if isinstance(part, msgspec.Struct):
        part = msgspec.to_builtins(part, str_keys=True)
    if isinstance(part, dict):
        return {key: as_table(value) for key, value in part.items()}
    return [as_table(item) for item in part] if isinstance(part, list | tuple) else part


def declared(table: dict[str, Any]) -> Op:
    return op_file.convert(table, Op)


def edited(op: Op, **changes: Any) -> Op:
    """The declaration with values put at key paths: ``args__1__dtype="bool"``.

    ``...`` removes the key; the index after the last one appends.
    """
    table = plain(op)
    for path, value in changes.items():
        *parents, last = path.split("__")
        parent: Any = table
        for part in parents:
            parent = parent[int(part)] if isinstance(parent, list) else parent.setdefault(part, {})
        if value is ...:
            del parent[int(last) if isinstance(parent, list) else last]
        elif isinstance(parent, list):
            parent[int(last) : int(last) + 1] = [value]
        else:
            parent[last] = value
    return declared(table)


def exactly(part: Any) -> str:
    """A text that tells ``1``, ``1.0`` and ``true`` apart, which ``==`` does not."""
    if isinstance(part, msgspec.Struct):
        fields = (f"{n}={exactly(getattr(part, n))}" for n in part.__struct_fields__)
        return f"{type(part).__name__}({', '.join(fields)})"
    if isinstance(part, dict):
        return exactly(sorted(part.items()))
    if isinstance(part, list | tuple):
        return f"[{', '.join(map(exactly, part))}]"
    return repr(part)


def shown(problems: list[Problem] | tuple[Problem, ...]) -> str:
    return "\n".join(map(str, problems))


def found(op: Op, key: str, message: str) -> Problem:
    """The problem of that key and message, or a failure that shows what was found instead."""
    problems = check_op(op)
    hits = [p for p in problems if p.key == key and message in p.message]
    assert hits, f"no problem at {key} says {message!r}:\n{shown(problems)}"
    return hits[0]
