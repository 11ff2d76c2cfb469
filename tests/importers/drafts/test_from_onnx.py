"""A declaration drafted from a node of an ONNX model."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace

from workbench.core import check
from workbench.core.declaration.op import Op
from workbench.core.errors import UserError
from workbench.core.jobs import ModelNodesResult
from workbench.core.jobs.model_nodes import MissingOperator, ModelAttribute, ModelNode, ModelValue
from workbench.core.standard.ort_versions import first_to_read
from workbench.core.storage import op_file
from workbench.core.storage.project import create_project
from workbench.importers.drafts.draft import write_draft
from workbench.importers.drafts.from_onnx import draft_from_onnx
from workbench.importers.drafts.onnx_names import op_name
from workbench.importers.drafts.onnx_sample import MAX_COPIED_BYTES


def tensor(name: str, *shape: int | str | None, dtype: str = "float32") -> ModelValue:
    return ModelValue(name, dtype, shape)


def draft(*nodes: ModelNode, domain: str = "my.ops", op_type: str = "ScaleShift", **more):
    opset, path, size = more.get("opset", 17), more.get("path"), more.get("bytes", 10)
    missing = MissingOperator(op_type, domain, 1, "no kernel", len(nodes), nodes)
    found = ModelNodesResult(opset, 9, (missing,), more.get("external", ()), size)
    return draft_from_onnx(found, missing, more.get("index", 0), path)


def keys(made) -> set[str]:
    return {gap.key for gap in made.gaps}


PLAIN = ModelNode(
    "/s1/ScaleShift",
    (tensor("/act/out", "N", 3),),
    (tensor("/s1/out", "N", 3),),
    (ModelAttribute("alpha", "float", 0.5), ModelAttribute("beta", "int", 2)),
)


def test_inputs_then_attributes_become_arguments() -> None:
    made = draft(PLAIN)
    op: Op = made.op
    assert (op.name, op.torch) == ("scale_shift", "custom::scale_shift")
    assert [(a.name, a.type) for a in op.args] == [
        ("x", "tensor"), ("alpha", "float"), ("beta", "int"),
    ]  # fmt: skip
    (node,) = op.mapping.nodes
    assert (node.op, node.inputs, node.outputs) == ("my.ops::ScaleShift", ("x",), ("y",))
    assert [(a.name, a.type, a.arg) for a in node.attributes] == [
        ("alpha", "float", "alpha"), ("beta", "int", "beta"),
    ]  # fmt: skip
    assert [e.value for e in op.model.inputs[1:]] == [0.5, 2]
    assert not made.gaps
    assert check.check_op(op) == []


def test_a_dynamic_size_gets_a_small_number_and_its_name() -> None:
    example = draft(PLAIN).op.model.inputs[0]
    assert example.shape == (2, 3)
    assert example.dynamic == {0: "N"}


def test_the_kernel_has_the_right_head() -> None:
    text = draft(PLAIN).texts["kernel.cpp"]
    assert "void scale_shift(" in text
    assert "double alpha" in text
    assert "int64_t beta" in text


def test_shape_rules_are_read_off() -> None:
    node = ModelNode(
        "n",
        (tensor("a", "N", 3, 4), tensor("b", 5, "M")),
        (
            tensor("p", 5, "M"),
            tensor("q", "M", 7, "N"),
            tensor("r", 2, None),
            ModelValue("s", "int64"),
        ),
    )
    made = draft(node)
    assert [o.shape for o in made.op.outputs] == [
        "b.shape", "[b.shape[1], 7, a.shape[0]]", "[2, unknown]", "a.shape",
    ]  # fmt: skip
    assert keys(made) == {"outputs[2].shape", "outputs[3].shape"}
    assert check.check_op(made.op) == []


def test_nodes_of_other_types_make_a_type_variable() -> None:
    double = replace(
        PLAIN,
        inputs=(tensor("u", "N", 3, dtype="float64"),),
        outputs=(tensor("v", "N", 3, dtype="float64"),),
    )
    op = draft(PLAIN, double).op
    assert op.types == {"T": ("float32", "float64")}
    assert op.args[0].dtype == op.outputs[0].dtype == "T"


def test_a_left_out_input_is_optional_and_a_constant_keeps_its_elements() -> None:
    k = ModelValue("k", "int64", (1,), True, (3,))
    node = ModelNode("n", (tensor("points", 8, 3), ModelValue(""), k), (tensor("y", 8, 3),))
    made = draft(node)
    assert [(a.name, a.optional) for a in made.op.args] == [
        ("points", False), ("x1", True), ("k", False),
    ]  # fmt: skip
    assert made.op.model.inputs[1].none
    assert made.op.model.inputs[2].value == (3,)
    assert {"args[1].dtype", "args[1].optional"} <= keys(made)


def test_what_a_further_node_leaves_out_is_optional_or_has_a_default() -> None:
    fewer = ModelNode("other", PLAIN.inputs, PLAIN.outputs, PLAIN.attributes[:1])
    more = replace(PLAIN, inputs=(*PLAIN.inputs, tensor("bias", 3)))
    op = draft(more, fewer).op
    assert op.args[1].optional
    assert [a.default for a in op.args[2:]] == [UNSET, 2]
    assert check.check_op(op) == []


@pytest.mark.parametrize(
    ("attribute", "kind", "value"),
    [
        (ModelAttribute("sizes", "ints", (1, 2)), "int[]", (1, 2)),
        (ModelAttribute("mode", "string", "hard"), "str", "hard"),
        (ModelAttribute("table", "tensor", (1.0, 2.0), "float32", (2,)), "float[]", (1.0, 2.0)),
        (ModelAttribute("one", "tensor", 3, "int64"), "int", 3),
    ],
)
def test_attributes_of_all_types(attribute: ModelAttribute, kind: str, value: object) -> None:
    op = draft(replace(PLAIN, attributes=(attribute,))).op
    assert (op.args[1].type, op.model.inputs[1].value) == (kind, value)
    assert check.check_op(op) == []


@pytest.mark.parametrize(
    ("attribute", "words"),
    [
        (ModelAttribute("lut", "tensor", dtype="float32", shape=(2, 2)), "2 by 2"),
        (ModelAttribute("lut", "tensor", (1, 2), "int4", (2,)), "no argument holds"),
        (ModelAttribute("names", "strings", ("a", "b")), "portable kernel"),
        (ModelAttribute("mask", "tensor", (True, False), "bool", (2,)), "portable kernel"),
    ],
)
def test_what_no_argument_holds_is_left_out_and_reported(attribute, words: str) -> None:
    made = draft(replace(PLAIN, attributes=(attribute,)))
    assert [a.name for a in made.op.args] == ["x"]
    assert words in made.gaps[0].message


def test_an_infinite_attribute_is_kept() -> None:
    made = draft(replace(PLAIN, attributes=(ModelAttribute("low", "float", float("-inf")),)))
    assert made.op.model.inputs[1].value == float("-inf")
    assert not any("cannot be written" in gap.message for gap in made.gaps)


def test_a_text_that_no_file_can_spell_becomes_empty_and_is_reported() -> None:
    made = draft(replace(PLAIN, attributes=(ModelAttribute("word", "string", "a\0b"),)))
    assert made.op.model.inputs[1].value == ""
    assert "cannot be written" in made.gaps[0].message


@pytest.mark.parametrize(
    ("node", "words"),
    [
        (replace(PLAIN, inputs=(tensor("t", 2, dtype="string"),)), "strings"),
        (replace(PLAIN, inputs=(tensor("t", 2, dtype="sequence"),)), "sequence"),
        (replace(PLAIN, inputs=()), "takes no tensor"),
        (replace(PLAIN, attributes=(ModelAttribute("body", "graph"),)), "graph"),
    ],
)
def test_what_no_declaration_can_express_is_refused(node: ModelNode, words: str) -> None:
    with pytest.raises(UserError, match=words):
        draft(node)


def test_an_element_type_that_one_exporter_lacks_takes_the_other() -> None:
    made = draft(replace(PLAIN, inputs=(tensor("t", 2, dtype="uint16"),)))
    assert check.check_op(made.op) == []
    assert made.op.model.exporter == "torch.export"
    assert made.op.ort.oldest == first_to_read(made.op.model.opset)


@pytest.mark.parametrize("domain", ["", "com.microsoft", "ai.onnx.ml"])
def test_a_reserved_domain_becomes_one_of_one_s_own(domain: str) -> None:
    made = draft(PLAIN, domain=domain)
    assert made.op.mapping.nodes[0].op == "custom::ScaleShift"
    assert "mapping.nodes[0].op" in keys(made)


def test_a_name_that_onnx_runtime_takes_for_its_own_is_changed() -> None:
    made = draft(PLAIN, domain="custom", op_type="Cast", path=Path("some.onnx"))
    assert made.op.mapping.nodes[0].op == "custom::MyCast"
    (gap,) = made.gaps
    assert gap.key == "mapping.nodes[0].op"
    assert "treats every node called 'Cast' specially" in gap.message
    assert "custom::MyCast" in gap.message
    assert (made.op.model.onnx, made.copies) == ("", {})
    # With another number of inputs it was not seen to be taken for the standard operator.
    node = replace(PLAIN, inputs=tuple(tensor(n, "N", 3) for n in "abcd"))
    assert draft(node, domain="custom", op_type="Cast").op.mapping.nodes[0].op == "custom::Cast"


@pytest.mark.parametrize(
    ("name", "arg"),
    [("/a/b.weight", "weight"), ("int", "int_value"), ("345", "x"), ("naïve", "na_ve"), ("", "x"),
     ("self", "self_value"), ("a b;c", "a_b_c"), ("x" * 300, "x")],
)  # fmt: skip
def test_names_become_identifiers(name: str, arg: str) -> None:
    value = ModelValue(name or "0", "float32", (2,), constant=True)
    assert draft(replace(PLAIN, inputs=(value,))).op.args[0].name == arg


@pytest.mark.parametrize(
    ("op_type", "name"),
    [("ScaleShift", "scale_shift"), ("KNNQuery", "knn_query"), ("relu", "relu"), ("Int", "op_int")],
)
def test_an_op_is_named_after_its_operator(op_type: str, name: str) -> None:
    assert op_name(op_type) == name


@pytest.mark.parametrize(
    ("opset", "written", "exporter"),
    [(7, 9, "torchscript"), (13, 13, "torchscript"), (21, 21, "torch.export"), (30, 23, "torch.export")],
)  # fmt: skip
def test_the_opset_is_the_model_s_where_torch_exports_it(opset, written, exporter) -> None:
    made = draft(PLAIN, opset=opset)
    assert (made.op.model.opset, made.op.model.exporter) == (written, exporter)
    assert ("model.opset" in keys(made)) == (opset != written)


def test_the_model_becomes_the_sample(tmp_path: Path) -> None:
    model = tmp_path / "net.onnx"
    model.write_bytes(b"a model")
    made = draft(PLAIN, path=model)
    create_project(tmp_path / "p")
    folder = write_draft(made, tmp_path / "p", made.op.name)
    assert (folder / "net.onnx").read_bytes() == b"a model"
    op = op_file.load(folder)
    assert (op.model.onnx, op.model.node) == ("net.onnx", "ScaleShift")


def test_what_a_model_calls_its_data_is_found_by_no_source(tmp_path: Path) -> None:
    """A model that is sent names these files, and the compiler looks into the op's folder."""
    model = tmp_path / "net.onnx"
    model.write_bytes(b"a model")
    names = ("kernel.cpp", "vector", "workbench/tensor.h", "numpy.py", "net.onnx.data")
    for name in names:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"weights")
    made = draft(PLAIN, path=model, external=names)
    create_project(tmp_path / "p")
    folder = write_draft(made, tmp_path / "p", made.op.name)
    op = op_file.load(folder)
    assert op.model.onnx == "model/net.onnx"
    assert (folder / "model" / "net.onnx").read_bytes() == b"a model"
    assert all((folder / "model" / name).read_bytes() == b"weights" for name in names)
    assert sorted(p.name for p in folder.iterdir()) == ["kernel.cpp", "model", "op.toml"]
    assert "void scale_shift" in (folder / "kernel.cpp").read_text()
    assert check.check_op(op) == []


def test_data_that_became_a_link_are_not_copied(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret")
    folder = tmp_path / "sent"
    folder.mkdir()
    (folder / "w.bin").symlink_to(tmp_path / "secret")
    with pytest.raises(UserError, match=r"through the link 'w\.bin'"):
        draft(PLAIN, path=folder / "net.onnx", external=("w.bin",))


def test_a_huge_model_stays_where_it_is(tmp_path: Path) -> None:
    model = tmp_path / "net.onnx"
    made = draft(PLAIN, path=model, bytes=MAX_COPIED_BYTES + 1)
    assert not made.copies
    assert made.op.model.onnx == str(model)
    assert "not copied" in made.gaps[0].message
    assert check.check_op(made.op) == []


_NAMES = st.text("abxyNT_./:09 é", min_size=1, max_size=8) | st.sampled_from(
    ["x", "a/b.c", "int", "T", "y", "T1", "unknown", "out", "layer.weight"]
)
_DTYPES = st.sampled_from(["", "float32", "int64", "bool", "float64", "bfloat16", "uint16"])
_SIZES = st.none() | st.integers(0, 9) | _NAMES | st.just(10**12)
_VALUES = st.builds(
    ModelValue,
    _NAMES | st.just(""),
    _DTYPES,
    st.none() | st.lists(_SIZES, max_size=5).map(tuple),
    st.booleans(),
    st.none() | st.lists(st.integers(-9, 9) | st.floats(-5, 5), max_size=4).map(tuple),
)
_LITERALS = {
    "int": st.integers(-(1 << 63), (1 << 63) - 1),
    "float": st.floats(),
    "string": st.text(max_size=6),
    "ints": st.lists(st.integers(-9, 9), max_size=3).map(tuple),
    "floats": st.lists(st.floats(), max_size=3).map(tuple),
    "strings": st.lists(st.text(max_size=3), max_size=2).map(tuple),
}
_ATTRIBUTES = st.one_of(
    *(st.builds(ModelAttribute, _NAMES, st.just(kind), v) for kind, v in _LITERALS.items())
)
_NODES = st.builds(
    ModelNode,
    _NAMES,
    st.lists(_VALUES, max_size=4).map(tuple),
    st.lists(_VALUES, max_size=3).map(tuple),
    st.lists(_ATTRIBUTES, max_size=3).map(tuple),
)


@given(nodes=st.lists(_NODES, min_size=1, max_size=3), opset=st.integers(0, 40))
def test_any_node_gives_a_sound_declaration_or_a_clear_refusal(nodes, opset: int) -> None:
    try:
        made = draft(*nodes, opset=opset)
    except UserError:
        return
    assert check.check_op(made.op) == []


def test_a_declaration_says_only_what_can_be() -> None:
    op = draft(PLAIN).op
    outside = replace(op, model=replace(op.model, onnx="../net.onnx"))
    assert "leads out" in check.check_op(outside)[0].message
    lost = replace(op, model=replace(op.model, node="n"))
    assert "no ONNX model" in check.check_op(lost)[0].message
