"""What ``check_op`` says about ``[ort]``: which implementation can serve which op and mapping."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.declarations import add_op, edited, found, shown
from workbench.core.check import check_op
from workbench.core.declaration.op import Op

KEY = "ort.implementation"
NODE = "mapping__nodes__0__"
SCALE = [{"name": "scale", "type": "float", "arg": "scale"}]
INSTALLED = {"kernel__style": "installed", "torch": "aten::add"}
LIBTORCH = {"kernel__style": "libtorch"}
PYTHON = {"kernel__style": "python", "kernel__source": "a.py", "kernel__function": "Add"}
PYBIND = {**LIBTORCH, "kernel__registration": "pybind"}
STANDARD = {NODE + "op": "Add", NODE + "attributes": []}
OWN = {"ort__implementation": "own", "ort__source": "add_ort.cpp"}


def ort(implementation: str, **values: Any) -> dict[str, Any]:
    return {"ort__implementation": implementation, **{f"ort__{k}": v for k, v in values.items()}}


def node(**values: Any) -> dict[str, Any]:
    return {
        "op": "custom::Add",
        "inputs": ["a", "b"],
        "outputs": ["y"],
        "attributes": SCALE,
        **values,
    }


CASES: list[tuple[dict[str, Any], str, str, str]] = [
    # what the kernel's style allows
    ({**LIBTORCH}, KEY, "libtorch kernel cannot be compiled", '"bridge"'),
    ({**INSTALLED}, KEY, "installed kernel cannot be compiled", '"bridge"'),
    ({**PYTHON}, KEY, "python kernel cannot be compiled", '"own"'),
    ({**PYTHON, **ort("bridge")}, KEY, "Python function is no op of torch", "portable style"),
    ({**PYBIND, **ort("bridge")}, KEY, "extension module is no op", 'registration = "generated"'),
    (ort("none"), KEY, "custom::Add, which ONNX Runtime does not know", '"portable"'),
    ({**LIBTORCH, **ort("none")}, KEY, "does not know", '"bridge"'),
    ({**PYTHON, **ort("none")}, KEY, "does not know", '"own"'),
    ({**STANDARD, **ort("export-only")}, KEY, "standard nodes only", '"none"'),
    (STANDARD, KEY, "no custom node", '"none"'),
    ({**STANDARD, **LIBTORCH, **ort("bridge")}, KEY, "no custom node", '"none"'),
    ({**STANDARD, **OWN}, KEY, "no custom node", '"none"'),
    (
        {"mapping": {"source": "m.py"}},
        KEY,
        "no custom node",
        "List the nodes that m.py makes",
    ),
    (
        {**INSTALLED, **ort("bridge"), "args__3": {"name": "f", "type": "str[]"}},
        "args[3].type",
        "a bridge passes no str[]",
        "default",
    ),
    # what the node must carry
    (
        {NODE + "inputs": ["a"]},
        "mapping.nodes",
        "does not carry 'b'",
        "Add 'b' to the node's inputs",
    ),
    (
        {NODE + "attributes": [], "args__2": {"name": "scale", "type": "float"}},
        "mapping.nodes",
        "does not carry 'scale'",
        "attributes",
    ),
    (
        {
            **INSTALLED,
            **ort("bridge"),
            NODE + "inputs": ["a"],
        },
        "mapping.nodes",
        "does not carry 'b'",
        "inputs",
    ),
    (
        {
            "mapping__constants": [{"name": "two", "dtype": "float32", "value": 2}],
            NODE + "inputs": ["a", "b", "two"],
        },
        "mapping.nodes",
        "'two' of custom::Add is no argument",
        "constants made from one",
    ),
    ({NODE + "outputs": ["z"]}, "mapping.nodes", "not the op's", "op's order: y"),
    # several nodes of one operator
    (
        {
            "args__3": {"name": "swap", "type": "bool", "default": False},
            "mapping__nodes": [
                node(when="swap", inputs=["b", "a"]),
                node(when="not swap"),
            ],
        },
        "mapping.nodes",
        "input 0 of custom::Add is",
        "operators of different names",
    ),
    (
        {
            "args__3": {"name": "alone", "type": "bool", "default": False},
            "mapping__nodes": [node(when="alone", inputs=["a"]), node(when="not alone")],
        },
        "mapping.nodes",
        "does not carry 'b'",
        "inputs",
    ),
    # the user's own C++
    (ort("own"), "ort.source", "not named", "foo_ort.cpp"),
    (ort("own", source="../a.cpp"), "ort.source", "not inside", "relative"),
    (ort("own", source="a.py"), "ort.source", "no C++ source", ".cpp"),
    (ort("own", source="kernel.cpp"), "ort.source", "kernel's own file", "of its own"),
    (ort("own", source="a.cpp", structs=["A B"]), "ort.structs[0]", "no C++ struct", ""),
    (
        {
            **OWN,
            "ort__structs": ["A"],
            "args__3": {"name": "c", "type": "bool", "default": False},
            "mapping__nodes": [node(when="c"), node(when="not c", op="other::Add")],
        },
        "ort.structs",
        "several domains (custom, other)",
        "RegisterCustomOps",
    ),
    (ort("portable", source="a.cpp"), "ort.source", 'only implementation = "own"', "Remove"),
    (ort("export-only", structs=["A"]), "ort.structs", 'only implementation = "own"', "Remove"),
    ({**OWN, "kernel__sources": ["add_ort.cpp"]}, "kernel.sources[0]", "already", "Remove"),
]


@pytest.mark.parametrize(("changes", "key", "message", "hint"), CASES)
def test_problem_names_key_and_remedy(
    changes: dict[str, Any], key: str, message: str, hint: str
) -> None:
    assert hint in found(changed(changes), key, message).hint


def changed(changes: dict[str, Any]) -> Op:
    return edited(add_op(), **changes)


SOUND: list[dict[str, Any]] = [
    {},
    ort("bridge"),
    ort("export-only"),
    OWN,
    {**OWN, "ort__structs": ["AddOp", "ns::Other<float, 2>"]},
    {**OWN, **LIBTORCH},
    {**OWN, **PYTHON},
    {**OWN, **PYTHON, "kernel__sources": ["more.cpp"], "kernel__compile_flags": ["-O3"]},
    {**LIBTORCH, **ort("bridge")},
    {**INSTALLED, **ort("bridge")},
    {**STANDARD, **ort("none")},
    # an argument with a default need not be carried
    {NODE + "attributes": []},
    # a function that travels in the model needs no kernel
    {NODE + "script": "add.py", **ort("none"), NODE + "attributes": []},
    # branches of one operator, and of two
    {
        "args__3": {"name": "c", "optional": True, "dtype": "T"},
        "mapping__nodes": [
            node(when="c is None"),
            node(when="c is not None", inputs=["a", "b", "c"]),
        ],
    },
    {
        "args__3": {"name": "fast", "type": "bool", "default": False},
        "mapping__nodes": [node(when="not fast"), node(when="fast", op="custom::FastAdd")],
    },
]


@pytest.mark.parametrize("changes", SOUND)
def test_sound_declarations_have_no_problem(changes: dict[str, Any]) -> None:
    problems = [p for p in check_op(changed(changes)) if not p.key.startswith("model")]
    assert problems == [], shown(problems)
