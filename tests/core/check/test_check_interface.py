"""What ``check_op`` says about names, types, arguments, outputs and the kernel."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from tests.core.declarations import add_op, edited, found, shown
from tests.core.strategies import WELL_FORMED, sound_ops
from workbench.core.check import check_op
from workbench.core.declaration.op import Op
from workbench.core.storage.project import gallery, gallery_folder

INT = {"name": "n", "type": "int"}


CASES: list[tuple[dict[str, Any], str, str, str]] = [
    # names
    ({"name": ""}, "name", "empty", ""),
    ({"name": "1st"}, "name", "'1st' is no identifier", ""),
    ({"name": "my-op"}, "name", "no identifier", ""),
    ({"name": "../evil"}, "name", "no identifier", ""),
    ({"name": "op\n"}, "name", "no identifier", ""),
    ({"name": "größe"}, "name", "no identifier", ""),
    ({"torch": "add"}, "torch", "no qualified name", "my_lib::my_add"),
    ({"torch": "a::b::c"}, "torch", "no qualified name", "my_lib::my_add"),
    ({"torch": "::add"}, "torch", "empty", ""),
    ({"torch": "tests::"}, "torch", "empty", ""),
    ({"torch": "tests::class"}, "torch", "keyword", ""),
    ({"torch": "tests::namespace"}, "torch", "keyword", ""),
    ({"torch": "aten::add"}, "torch", "namespace of torch itself", "of your own"),
    ({"torch": "prim::add"}, "torch", "namespace of torch itself", "of your own"),
    ({"args__0__name": "lambda"}, "args[0].name", "keyword of Python or C++", ""),
    ({"args__0__name": "template"}, "args[0].name", "keyword of Python or C++", ""),
    ({"args__0__name": "int"}, "args[0].name", "keyword of Python or C++", ""),
    ({"args__0__name": "two words"}, "args[0].name", "no identifier", ""),
    ({"args__0__name": "_a"}, "args[0].name", "leading or double underscore", ""),
    ({"args__0__name": "a__b"}, "args[0].name", "leading or double underscore", ""),
    ({"args__1__name": "a"}, "args[1].name", "two arguments are named 'a'", "Rename"),
    ({"outputs__0__name": "a"}, "outputs[0].name", "'a' is taken already", "Rename"),
    ({"outputs__0__name": "for"}, "outputs[0].name", "keyword", ""),
    ({"outputs__0__name": "y "}, "outputs[0].name", "no identifier", ""),
    (
        {"outputs__1": {"name": "y", "dtype": "a", "shape": "[]"}},
        "outputs[1].name",
        "taken",
        "Rename",
    ),
    ({"outputs__0__name": "T"}, "outputs[0].name", "T", ""),
    # type variables
    ({"types__T": []}, "types.T", "list of element types is empty", "float32"),
    ({"types__T": ["float32", "float32"]}, "types.T", "listed twice", ""),
    ({"types__T": ["f32"]}, "types.T", "'f32' is no element type", "float64"),
    ({"types__T": ["T"]}, "types.T", "'T' is no element type", "float64"),
    ({"types__int32": ["float32"]}, "types.int32", "element type already", "T"),
    ({"types__a": ["float32"]}, "types.a", "argument's name too", "T"),
    ({"types": {"T": ["float32"], "1": ["int8"]}}, "types.1", "no identifier", ""),
    # element types of arguments
    ({"args__0__dtype": "float"}, "args[0].dtype", "'float' is no element type", "float32"),
    ({"args__0__dtype": ""}, "args[0].dtype", "'' is no element type", "float32"),
    ({"args__0__dtype": []}, "args[0].dtype", "empty", "float32"),
    ({"args__0__dtype": ["int8", "int8"]}, "args[0].dtype", "twice", ""),
    ({"args__0__dtype": ["T"]}, "args[0].dtype", "'T' is no element type", ""),
    ({"args__0__dtype": "b"}, "args[0].dtype", "'b' is no element type", ""),
    ({"args__2__dtype": "int8"}, "args[2].dtype", "has no element type", "Remove"),
    # ranges and choices; argument 2 is a float with the default 1.0
    ({"args__2__range": [1]}, "args[2].range", "a range has two ends, and not 1", "[1, 8]"),
    ({"args__2__range": [3, 1]}, "args[2].range", "goes from 3 to 1, so it has no", "first"),
    (
        {"args__2__range": [2.0, 3]},
        "args[2].default",
        "default is 1.0, and its range is 2.0 to 3",
        "",
    ),
    ({"args__3": {**INT, "range": [1, 2.5]}}, "args[3].range", "2.5 is no value for 'n'", "1"),
    ({"args__3": {**INT, "range": [1, 2**63]}}, "args[3].range", "is no value for 'n'", ""),
    ({"args__0__range": [1, 2]}, "args[0].range", "a tensor argument has no range", "Remove"),
    (
        {"args__3": {"name": "s", "type": "str", "range": [1, 2]}},
        "args[3].range",
        "a str argument has no range",
        "",
    ),
    (
        {"args__3": {"name": "b", "type": "bool", "choices": ["x"]}},
        "args[3].choices",
        "a bool argument has no choices",
        "",
    ),
    ({"args__2__choices": ["x"]}, "args[2].choices", "\"x\" is no value for 'scale'", "1.0"),
    ({"args__2__choices": [1.0, 1.0]}, "args[2].choices", "a choice is listed twice", ""),
    ({"args__2__choices": [2.0, 3]}, "args[2].default", "its choices are 2.0, 3", "choices of"),
    (
        {"args__2__choices": [1.0], "args__2__range": [0, 1]},
        "args[2].choices",
        "the range says already which values it takes",
        "remove the range",
    ),
    (
        {"args__3": {"name": "k", "type": "int[]", "range": [1, 8], "default": [3, 9]}},
        "args[3].default",
        "the default is 9, and its range is 1 to 8",
        "",
    ),
    # defaults
    ({"args__0__default": 1}, "args[0].default", "a tensor has no default", "optional"),
    ({"args__2__default": "1"}, "args[2].default", "'1' is no value of type float", "1.0"),
    ({"args__2__default": float("inf")}, "args[2].default", "no inf and no nan", "optional"),
    ({"args__2__range": [0, float("inf")]}, "args[2].range", "two finite ends", "choices"),
    ({"args__2__choices": [1.0, float("nan")]}, "args[2].choices", "nan is no choice", "Remove"),
    ({"args__2__default": True}, "args[2].default", "True is no value of type float", ""),
    ({"args__2__default": [1.0]}, "args[2].default", "no value of type float", ""),
    ({"args__3": {**INT, "default": 1.5}}, "args[3].default", "1.5 is no value of type int", ""),
    ({"args__3": {**INT, "default": True}}, "args[3].default", "no value of type int", ""),
    ({"args__3": {**INT, "default": 2**63}}, "args[3].default", "int", ""),
    (
        {"args__3": {"name": "n", "type": "int[]", "default": 3}},
        "args[3].default",
        "3 is no value of type int[]",
        "",
    ),
    (
        {"args__3": {"name": "n", "type": "int[]", "default": [1, 2.0]}},
        "args[3].default",
        "no value of type int[]",
        "",
    ),
    (
        {"args__3": {"name": "n", "type": "bool", "default": 0}},
        "args[3].default",
        "0 is no value of type bool",
        "",
    ),
    (
        {"args__3": INT},
        "args[3].default",
        "'n' has no default but follows 'scale'",
        "move it before",
    ),
    (
        {"args__3": {"name": "c", "dtype": "int8"}},
        "args[3].default",
        "'c' has no default but follows 'scale'",
        "default",
    ),
    (
        {"args__3": {"name": "s", "type": "str[]", "default": ["x"]}},
        "args[3].type",
        "TorchScript exporter hands no list of strings",
        "torch.export",
    ),
    # outputs
    ({"outputs": []}, "outputs", "no output", "[[outputs]]"),
    (
        {"outputs__0__dtype": "complex64"},
        "outputs[0].dtype",
        "no tensors of complex",
        "view_as_real",
    ),
    ({"outputs__0__dtype": "int4"}, "outputs[0].dtype", "no tensors that hold its", "Give int8"),
    ({"outputs__0__dtype": "double"}, "outputs[0].dtype", "no element type and no tensor", "a, b"),
    ({"outputs__0__dtype": "scale"}, "outputs[0].dtype", "'scale' is no tensor", ""),
    (
        {"args__1__optional": True, "outputs__0__dtype": "b"},
        "outputs[0].dtype",
        "'b' may be None",
        "always there",
    ),
    (
        {"types__S": ["int8"], "outputs__0__dtype": "S"},
        "outputs[0].dtype",
        "nothing decides this type",
        "Name one element type",
    ),
    # shape rules
    ({"outputs__0__shape": "c.shape"}, "outputs[0].shape", "'c', which is no argument", "a, b"),
    ({"outputs__0__shape": "[a.shape[0], m]"}, "outputs[0].shape", "'m'", "scale"),
    ({"outputs__0__shape": ""}, "outputs[0].shape", "no shape rule", "e.g. a.shape"),
    ({"outputs__0__shape": "a.shape["}, "outputs[0].shape", "no shape rule", "e.g. a.shape"),
    ({"outputs__0__shape": "a"}, "outputs[0].shape", "write a.shape", ""),
    ({"outputs__0__shape": "scale"}, "outputs[0].shape", "its type is float", ""),
    ({"outputs__0__shape": "a.shape[0]"}, "outputs[0].shape", "one number", "[a.shape[0]]"),
    ({"outputs__0__shape": "print(1)"}, "outputs[0].shape", "known functions", ""),
    # the kernel
    ({"kernel__source": ""}, "kernel.source", "not inside the op's folder", "relative"),
    ({"kernel__source": "/etc/x.cpp"}, "kernel.source", "not inside", "relative"),
    ({"kernel__source": "../x.cpp"}, "kernel.source", "not inside", "relative"),
    ({"kernel__source": "src/../../x.cpp"}, "kernel.source", "not inside", "relative"),
    ({"kernel__source": "kernel.py"}, "kernel.source", "no C++ source", "kernel.cpp"),
    ({"kernel__source": "kernel"}, "kernel.source", "no C++ source", "kernel.cpp"),
    ({"kernel__source": "ker\0nel.cpp"}, "kernel.source", "", ""),
    ({"kernel__function": "my add"}, "kernel.function", "no C++ function name", ""),
    ({"kernel__function": "::f"}, "kernel.function", "no C++ function name", ""),
    ({"kernel__function": "f<int>"}, "kernel.function", "no C++ function name", ""),
    ({"kernel__function": "f(); //"}, "kernel.function", "no C++ function name", ""),
    ({"kernel__registration": "own"}, "kernel.registration", "portable kernel", "libtorch"),
]


@pytest.mark.parametrize(("changes", "key", "message", "hint"), CASES)
def test_problem_names_key_and_remedy(
    changes: dict[str, Any], key: str, message: str, hint: str
) -> None:
    assert hint in found(edited(add_op(), **changes), key, message).hint


@pytest.mark.parametrize(
    "name", "ctx g self torch onnx onnxscript wb at std unknown broadcast len list min max".split()
)
@pytest.mark.parametrize("part", ["args", "outputs"])
def test_names_of_the_generated_code_are_refused(name: str, part: str) -> None:
    op = edited(add_op(), **{f"{part}__0__name": name})
    found(op, f"{part}[0].name", "meaning of its own in the generated code")


@pytest.mark.parametrize("name", ["NULL", "EOF", "INT_MAX", "errno", "assert", "INFINITY"])
def test_macros_of_c_are_no_argument_names(name: str) -> None:
    found(edited(add_op(), args__0__name=name), "args[0].name", name)


def test_type_variable_of_an_argument_does_not_meet_another_arguments_name() -> None:
    # A tensor 'a' of several types is 'template <class T_a>' in the kernel's head.
    op = edited(add_op(), args__0__dtype=["float32", "float64"], args__1__name="T_a")
    assert any("T_a" in p.message for p in check_op(op)), "template <class T_a> … T_a"


@pytest.mark.parametrize(
    "changes",
    [
        {"kernel__function": "mine::add"},
        {"kernel__source": "src/deep/kernel.cc"},
        {"args__1__dtype": ["int8", "int16"]},
        {"args__2__default": 1},  # an integer is a float's value
        {"outputs__0__dtype": "bool"},
        {"outputs__0__shape": "[unknown, len(a.shape)]"},
        {"args__3": {"name": "c", "dtype": "int8", "optional": True}},
    ],
)
def test_sound_declarations_have_no_interface_problem(changes: dict[str, Any]) -> None:
    assert not [
        p
        for p in check_op(edited(add_op(), **changes))
        if p.key.startswith(("args", "outputs", "kernel", "types", "name", "torch"))
    ]


def test_every_problem_is_an_error_of_the_declaration() -> None:
    op = edited(add_op(), name="1", outputs__0__shape="c", model__opset=0, ort__oldest="0")
    problems = check_op(op)
    assert {p.severity for p in problems} == {"error"}
    assert {p.kind for p in problems} <= {"declaration", "shape-rule"}


@pytest.mark.parametrize("folder", sorted(p.name for p in gallery_folder().iterdir()))
def test_gallery_op_has_no_problem(folder: str) -> None:
    ops = {path.name: op for path, op in gallery()}
    assert shown(check_op(ops[folder])) == ""
    assert ops[folder].name == folder


@given(op=WELL_FORMED)
def test_check_never_raises_on_any_wellformed_declaration(op: Op) -> None:
    assert all(p.message and p.key for p in check_op(op))


def test_product_of_huge_sizes_is_refused_not_raised() -> None:
    op = edited(add_op(), model__inputs__0__shape=[2**62] * 300)
    found(op, "model.inputs[0].shape", "")


@given(op=sound_ops())
def test_sound_declarations_have_no_problem(op: Op) -> None:
    assert shown(check_op(op)) == ""


def test_what_is_wrong_with_a_named_part_is_told_there_alone() -> None:
    let = {"rows": "a.shape[0] // kk", "more": "rows + 1"}
    op = edited(add_op(), let=let, outputs__0__shape="[rows, more, missing]")
    told = {p.key: p.message for p in check_op(op)}
    assert "'kk'" in told["let.rows"]
    assert "let.more" not in told
    assert not any("'kk'" in message for key, message in told.items() if key != "let.rows")
    op = edited(op, let={"rows": "a.shape[0]", "more": "rows + 1"})
    assert "'missing'" in {p.key: p.message for p in check_op(op)}["outputs[0].shape"]
