"""What ``check_op`` says about the mapping, the ONNX Runtime side and the sample model."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.declarations import add_op, as_table, edited, found, shown
from workbench.core.check import check_op
from workbench.core.standard.operators import standard_operators

NODE = "mapping__nodes__0__"
ATTRIBUTE = f"{NODE}attributes__0__"
TWO = {"op": "custom::Two", "inputs": ["y"], "outputs": ["z"]}


def constant(**values: Any) -> dict[str, Any]:
    return {"mapping__constants": [{"name": "two", "dtype": "float32", **values}]}


def example(index: int, **values: Any) -> dict[str, Any]:
    return {f"model__inputs__{index}__{key}": value for key, value in values.items()}


def reference(**values: Any) -> dict[str, Any]:
    return {"reference": values}


CASES: list[tuple[dict[str, Any], str, str, str]] = [
    # the node's domain
    ({NODE + "op": "MyAdd"}, "mapping.nodes[0].op", "default ONNX domain", "custom::MyAdd"),
    ({NODE + "op": ""}, "mapping.nodes[0].op", "default ONNX domain", "custom::MyOp"),
    ({NODE + "op": "::MyAdd"}, "mapping.nodes[0].op", "no Domain::Op", "custom::MyAdd"),
    ({NODE + "op": "custom::"}, "mapping.nodes[0].op", "no Domain::Op", "custom::MyAdd"),
    ({NODE + "op": "a::b::C"}, "mapping.nodes[0].op", "no Domain::Op", "custom::MyAdd"),
    ({NODE + "op": "cus tom::Add"}, "mapping.nodes[0].op", "no Domain::Op", ""),
    ({NODE + "op": 'custom::A"dd'}, "mapping.nodes[0].op", "no Domain::Op", ""),
    ({NODE + "op": "ai.onnx::X"}, "mapping.nodes[0].op", "default ONNX domain", "custom::X"),
    ({NODE + "op": "ai.onnx.ml::X"}, "mapping.nodes[0].op", "ONNX standard", "custom::X"),
    ({NODE + "op": "com.microsoft::X"}, "mapping.nodes[0].op", "Runtime's own", "custom::X"),
    (
        {NODE + "op": "GridSample", "model__opset": 11},
        "mapping.nodes[0].op",
        "exists since opset 16, the model has opset 11",
        "model.opset = 16",
    ),
    # nodes, inputs, outputs
    ({"mapping__nodes": []}, "mapping.nodes", "no node", "[[mapping.nodes]]"),
    ({NODE + "inputs": ["a", "c"]}, "mapping.nodes[0].inputs[1]", "'c' is not known", "a, b"),
    (
        {NODE + "inputs": ["a", "scale"]},
        "mapping.nodes[0].inputs[1]",
        "'scale' is a float",
        "[[mapping.constants]]",
    ),
    ({NODE + "inputs": ["a", "y"]}, "mapping.nodes[0].inputs[1]", "'y' is not known", "a, b"),
    ({NODE + "outputs": []}, "mapping.nodes[0].outputs", "no output", "outputs = "),
    ({NODE + "outputs": ["y", "y"]}, "mapping.nodes[0].outputs", "same name", ""),
    ({NODE + "outputs": ["y", "1"]}, "mapping.nodes[0].outputs", "no identifier", ""),
    ({NODE + "outputs": ["a"]}, "mapping.nodes[0].outputs", "'a' is taken", ""),
    ({NODE + "outputs": ["z"]}, "mapping.nodes", "produces the op's output 'y'", '["y"]'),
    ({"mapping__nodes__1": {**TWO, "outputs": ["y"]}}, "mapping.nodes[1].outputs", "'y' is", ""),
    # An output named like an argument hides the argument's value in the symbolic function.
    ({NODE + "outputs": ["y", "scale"]}, "mapping.nodes[0].outputs", "'scale' is taken", ""),
    # attributes
    ({ATTRIBUTE + "name": ""}, "mapping.nodes[0].attributes[0].name", "no attribute name", ""),
    ({ATTRIBUTE + "name": "a-b"}, "mapping.nodes[0].attributes[0].name", "no attribute name", ""),
    ({ATTRIBUTE + "arg": "c"}, "mapping.nodes[0].attributes[0].arg", "no argument", "scale"),
    ({ATTRIBUTE + "arg": "a"}, "mapping.nodes[0].attributes[0].arg", "'a' is a tensor", "input"),
    ({ATTRIBUTE + "arg": ...}, "mapping.nodes[0].attributes[0]", "either 'arg' or 'value'", ""),
    ({ATTRIBUTE + "value": 1.0}, "mapping.nodes[0].attributes[0]", "either 'arg' or 'value'", ""),
    (
        {ATTRIBUTE + "type": "int"},
        "mapping.nodes[0].attributes[0].type",
        "'scale' is a float, the attribute is declared int",
        'type = "float"',
    ),
    (
        {ATTRIBUTE + "arg": ..., ATTRIBUTE + "value": "x"},
        "mapping.nodes[0].attributes[0].value",
        "'x' is no value of type float",
        "",
    ),
    (
        {ATTRIBUTE + "arg": ..., ATTRIBUTE + "value": 1, ATTRIBUTE + "type": "ints"},
        "mapping.nodes[0].attributes[0].value",
        "1 is no value of type ints",
        "",
    ),
    (
        {NODE + "attributes__1": {"name": "scale", "type": "int", "value": 1}},
        "mapping.nodes[0].attributes[1].name",
        "two attributes are named 'scale'",
        "",
    ),
    # constants
    (constant(), "mapping.constants[0]", "either 'value' or 'arg'", ""),
    (constant(value=2.0, arg="scale"), "mapping.constants[0]", "either 'value' or 'arg'", ""),
    (constant(value="x"), "mapping.constants[0].value", "'x' is no number", ""),
    (constant(value=[1.0, "x"]), "mapping.constants[0].value", "no number", ""),
    (constant(arg="a"), "mapping.constants[0].arg", "'a' is no argument with a number", ""),
    (constant(arg="c"), "mapping.constants[0].arg", "'c' is no argument", ""),
    (constant(value=2, dtype="f32"), "mapping.constants[0].dtype", "'f32' is no element", "bool"),
    (constant(value=2, dtype="scale"), "mapping.constants[0].dtype", "'scale'", ""),
    (constant(value=2, name="a"), "mapping.constants[0].name", "'a' is taken", ""),
    (constant(value=2, name="scale"), "mapping.constants[0].name", "'scale' is taken", ""),
    (constant(value=2, name="if"), "mapping.constants[0].name", "keyword", ""),
    (
        {"mapping__constants": [{"name": "k", "dtype": "int8", "value": 1}] * 2},
        "mapping.constants[1].name",
        "'k' is taken",
        "",
    ),
    # the ONNX Runtime side
    ({"ort__oldest": "1.16"}, "ort.oldest", "'1.16'", '"1.17"'),
    ({"ort__oldest": "2.0"}, "ort.oldest", "'2.0'", '"1.17"'),
    ({"ort__oldest": ""}, "ort.oldest", "''", '"1.17"'),
    ({"ort__oldest": "1.17.1"}, "ort.oldest", "'1.17.1'", '"1.17"'),
    ({"ort__since_version": 0}, "ort.since_version", "start at 1", ""),
    ({"kernel__style": "libtorch"}, "ort.implementation", "libtorch kernel", "export-only"),
    ({"ort__implementation": "none"}, "ort.implementation", "custom::Add", "export-only"),
    (
        {NODE + "op": "Add", NODE + "attributes": [], "ort__implementation": "export-only"},
        "ort.implementation",
        "standard nodes only",
        '"none"',
    ),
    ({NODE + "op": "Add"}, "ort.implementation", "no custom node", '"none"'),
    ({"mapping__nodes__1": TWO}, "mapping.nodes", "outputs of custom::Two", "op's order: y"),
    ({NODE + "inputs": ["a"]}, "mapping.nodes", "does not carry 'b'", "the node's inputs"),
    (
        {NODE + "attributes": [], "args__2__default": ...},
        "mapping.nodes",
        "does not carry 'scale'",
        "the node's attributes",
    ),
    (
        {
            NODE + "attributes": [{"name": "scale", "type": "float", "rule": "2"}],
            "args__2__default": ...,
        },
        "mapping.nodes",
        "does not carry 'scale'",
        "Its attribute 'scale' is another value",
    ),
    ({NODE + "outputs": ["z", "y"]}, "mapping.nodes", "outputs of custom::Add", "y."),
    (
        {NODE + "inputs": ["a", "b", "two"], **constant(value=2)},
        "mapping.nodes",
        "input 'two' of custom::Add is no argument",
        "constants made from one",
    ),
    (
        {"args__3": {"name": "k", "type": "bool[]", "default": []}},
        "args[3].type",
        "no bool[]",
        "int[]",
    ),
    # the sample model
    ({"model__opset": 8}, "model.opset", "opsets 9 to 20, not 8", "9 to 20"),
    ({"model__opset": 21}, "model.opset", "opsets 9 to 20, not 21", "other exporter"),
    (
        {"model__exporter": "torch.export", "model__opset": 24},
        "model.opset",
        "torch.export exporter writes opsets 9 to 23, not 24",
        "other exporter",
    ),
    (
        {"model__exporter": "torch.export", "model__opset": 21},
        "model.opset",
        "ONNX Runtime 1.17 (ort.oldest) reads opset 20 at most, not 21",
        'ort.oldest = "1.18", or model.opset = 20',
    ),
    ({"model__rtol": -1.0}, "model.rtol", "0 or more", ""),
    ({"model__atol": float("nan")}, "model.atol", "0 or more", ""),
    ({"model__rtol": float("inf")}, "model.rtol", "0 or more", ""),
    ({"outputs__0__atol": -1.0}, "outputs[0].atol", "0 or more", ""),
    (example(1, arg="c"), "model.inputs[1].arg", "'c' is no argument", "a, b, scale"),
    (example(1, arg="a"), "model.inputs[1].arg", "'a' has two examples", ""),
    ({"model__inputs__1": ...}, "model.inputs", "'b' has no example", '"b"'),
    (example(0, shape=...), "model.inputs[0].shape", "no shape", "shape = "),
    (example(0, shape=[2, -1]), "model.inputs[0].shape", "negative", ""),
    (example(0, shape=[1 << 20, 1 << 20]), "model.inputs[0].shape", "elements", "smaller"),
    (example(0, shape=[1] * 65), "model.inputs[0].shape", "64 dimensions", ""),
    (example(0, dtype="int8"), "model.inputs[0].dtype", "'int8' is not among", "float32, float64"),
    (example(0, dtype="float64"), "model.inputs[1].dtype", "'b' and 'a' share the type T", ""),
    (example(0, value=1.0), "model.inputs[0].value", "1 elements are given", ""),
    (example(0, value=["x"] * 6), "model.inputs[0].value", "are numbers", ""),
    (example(0, none=True), "model.inputs[0].none", "'a' is not optional", ""),
    (example(0, generator="uniform", low=2.0), "model.inputs[0].low", "less than", ""),
    (example(0, high=float("inf")), "model.inputs[0].low", "finite", ""),
    (example(0, dynamic={"2": "n"}), "model.inputs[0].dynamic", "axis 2 is outside", ""),
    (example(0, dynamic={"-3": "n"}), "model.inputs[0].dynamic", "axis -3 is outside", ""),
    (example(0, dynamic={"0": "batch size"}), "model.inputs[0].dynamic", "no identifier", ""),
    (
        {"model__inputs__2": {"arg": "scale", "value": "x"}},
        "model.inputs[2].value",
        "'x' is no value of type float",
        "",
    ),
    (
        {"args__2__default": ..., "model__inputs__2": {"arg": "scale"}},
        "model.inputs",
        "the example of 'scale' has no value",
        "value = ",
    ),
    ({"args__2__default": ...}, "model.inputs", "'scale' has no example", '"scale"'),
    # the reference
    (reference(python="a", source="r.py"), "reference.python", "is in a file", "remove source"),
    (reference(function="f"), "reference.function", "there is no file", "source"),
    (reference(source="r.py", function="f()"), "reference.function", "no Python function", ""),
    (reference(source="r.py", function="class"), "reference.function", "class", ""),
    (reference(source="/r.py"), "reference.source", "not inside the op's folder", "relative"),
    (reference(source="../r.py"), "reference.source", "not inside the op's folder", "relative"),
    (reference(source="r.cpp"), "reference.source", "no Python file", ""),
    (reference(source="a\0.py"), "reference.source", "", ""),
    (reference(python="a +"), "reference.python", "no Python expression", "2 * a + b"),
    (reference(python="y = a"), "reference.python", "no Python expression", "'source'"),
    (reference(python="(" * 500), "reference.python", "no Python expression", ""),
    (reference(python="\0"), "reference.python", "no Python expression", ""),
]


@pytest.mark.parametrize(("changes", "key", "message", "hint"), CASES)
def test_problem_names_key_and_remedy(
    changes: dict[str, Any], key: str, message: str, hint: str
) -> None:
    assert hint in found(edited(add_op(), **changes), key, message).hint


SOUND: list[dict[str, Any]] = [
    {NODE + "op": "my-company.ops::Add_2"},
    {NODE + "attributes": []},  # the kernel takes the declared default
    {"kernel__style": "libtorch", "ort__implementation": "export-only"},
    {NODE + "op": "Add", NODE + "attributes": [], "ort__implementation": "none"},
    {"ort__oldest": "1.20", "ort__since_version": 3},
    {"model__opset": 18, "model__exporter": "torch.export"},
    {"model__opset": 9},
    {"model__opset": 20},
    {
        **constant(arg="scale", name="scale"),
        NODE + "inputs": ["a", "b", "scale"],
        NODE + "attributes": [],
    },
    {
        "args__3": {"name": "c", "dtype": "int8", "optional": True},
        NODE + "inputs": ["a", "", "b"],
    },
    example(0, dynamic={"0": "n", "-1": "m"}),
    example(0, shape=[]),
    example(0, shape=[0, 3]),
    reference(python="2 * a + b"),
    reference(python="(a, b)\n"),
    reference(source="deep/r.py", function="f"),
    example(0, dtype="float64") | example(1, dtype="float64"),
]


@pytest.mark.parametrize("changes", SOUND)
def test_sound_declaration_has_no_problem(changes: dict[str, Any]) -> None:
    assert shown(check_op(edited(add_op(), **changes))) == ""


SAME = {"name": "same", "inputs": [{"arg": "b", "shape": [2, 3], "same_as": "a"}]}


def test_a_case_s_tensor_may_be_that_of_a_main_example() -> None:
    assert shown(check_op(edited(add_op(), model__cases=[SAME]))) == ""
    other = {"name": "same", "inputs": [{"arg": "b", "shape": [4, 3], "same_as": "a"}]}
    problem = found(edited(add_op(), model__cases=[other]), "model.cases[0].inputs[0].shape", "")
    assert problem.message == "'b' is the tensor of 'a', and has another shape"


def test_a_case_s_tensor_is_that_of_its_twin_in_the_main_examples() -> None:
    """What the case does not give again has to fit, too."""
    op = edited(add_op(), **example(1, same_as="a"))
    other = {"name": "longer", "inputs": [{"arg": "a", "shape": [4, 3]}]}
    problem = found(edited(op, model__cases=[other]), "model.cases[0].inputs.shape", "")
    assert problem.message == "'b' is the tensor of 'a', and has another shape"


def test_tensor_example_of_a_scalar_is_refused() -> None:
    op = edited(add_op(), model__inputs__2={"arg": "scale", "shape": [2], "value": 1.0})
    found(op, "model.inputs[2].shape", "")


def test_nodes_may_use_what_earlier_nodes_made() -> None:
    nodes = [
        {"op": "Mul", "inputs": ["a", "two"], "outputs": ["twice"]},
        {"op": "Add", "inputs": ["twice", "b"], "outputs": ["y"]},
    ]
    change = {
        "mapping": {
            "constants": [{"name": "two", "dtype": "a", "value": 2}],
            "nodes": nodes,
        },
        "ort": {"implementation": "none"},
    }
    assert shown(check_op(edited(add_op(), **change))) == ""
    change["mapping"]["nodes"] = nodes[::-1]
    found(edited(add_op(), **change), "mapping.nodes[0].inputs[0]", "'twice' is not known")


def test_example_none_needs_an_optional_argument() -> None:
    op = edited(add_op(), args__1__optional=True, model__inputs__1={"arg": "b", "none": True})
    assert not [p for p in check_op(op) if p.key.startswith("model")]


def test_standard_operators_know_the_opset() -> None:
    assert standard_operators()["GridSample"][0].since == 16
    assert "MyAdd" not in standard_operators()
    assert as_table(add_op())["mapping"]["nodes"][0]["op"] == "custom::Add"


@pytest.mark.parametrize(
    ("dtype", "value", "hint"),
    [
        ("uint8", 256, "It goes from 0 to 255."),
        ("uint64", -1, "It goes from 0 to 18446744073709551615."),
        ("int32", 0.5, "It goes from -2147483648 to 2147483647."),
        ("int64", 1 << 63, "It goes from -9223372036854775808 to 9223372036854775807."),
        ("uint64", (1 << 64) - 1, ""),
        ("int8", -128.0, ""),
    ],
)
def test_an_element_that_its_type_has_not(dtype: str, value: float, hint: str) -> None:
    op = edited(add_op(), types__T=[dtype], model__exporter="torch.export")
    op = edited(op, **example(0, dtype=dtype, shape=[1], value=[value]))
    op = edited(op, **example(1, dtype=dtype))
    found = [p for p in check_op(op) if p.key == "model.inputs[0].value"]
    expected = [(f"{value} is no {dtype}", hint)] if hint else []
    assert [(p.message, p.hint) for p in found] == expected
