"""Every op of torch's registry gives a sound declaration, or a reason why it cannot."""

from __future__ import annotations

import pytest

from tests.large import IS_LARGE
from workbench.core.check import check_op
from workbench.core.declaration.op import Attribute, Example, Node
from workbench.core.errors import UserError
from workbench.core.jobs import SchemaArg, TorchSchema
from workbench.core.jobs.known_ops import KnownOp, KnownOutput, OnnxNodes
from workbench.core.storage import op_file
from workbench.importers.drafts.from_schema import ONNX_VARIANT, draft_from_schema, recorded_op

torch = pytest.importorskip("torch")


def test_every_registered_op_drafts_a_sound_declaration_or_is_refused() -> None:
    from workbench.engine.survey.torch_schemas import _schema

    drafted = refused = 0
    every = [_schema(raw) for raw in torch._C._jit_get_all_schemas()]
    schemas = [schema for schema in every if schema.name.startswith("aten::")]
    step = 1 if IS_LARGE else 5
    for schema in schemas[::step]:
        try:
            op = draft_from_schema(schema, "drafted", known=recorded_op(schema)).op
        except UserError:
            refused += 1
            continue
        problems = check_op(op)
        # What a target cannot do is told by the check, with what to do about it.
        assert all(
            "list of tensors" in p.message or "tensors as" in p.message or p.hint for p in problems
        ), (schema.text, problems)
        assert op_file.loads(op_file.dumps(op), validate=False) == op
        drafted += not problems
    assert drafted > 500 // step
    assert refused > 500 // step


def test_arguments_defaults_and_the_standard_operator() -> None:
    args = (
        SchemaArg("input", "Tensor"),
        SchemaArg("weight", "Tensor", optional=True),
        SchemaArg("eps", "float", has_default=True, default=1e-05),
        SchemaArg("generator", "Generator", optional=True, has_default=True),
    )
    schema = TorchSchema("my::layer", "", args, ("Tensor", "Tensor"), False, "text")
    draft = draft_from_schema(schema, "layer", "my_package")
    op = draft.op
    assert [(a.name, a.type, a.optional) for a in op.args] == [
        ("input", "tensor", False),
        ("weight", "tensor", True),
        ("eps", "float", False),
    ]
    assert [o.name for o in op.outputs] == ["y0", "y1"]
    assert op.kernel.package == "my_package"
    (node,) = op.mapping.nodes
    assert (node.op, node.inputs) == ("custom::Layer", ("input", "weight"))
    assert check_op(op) == []
    # What nothing is known of is said to be assumed.
    assert [g.key for g in draft.gaps] == ["outputs[0].shape", "outputs[1].shape"]
    assert "no inputs were tried" in draft.gaps[0].message


GRID = TorchSchema(
    "my::grid",
    "",
    (SchemaArg("self", "Tensor"), SchemaArg("mode", "int"), SchemaArg("align", "bool")),
    ("Tensor",),
    False,
    "text",
)
INPUTS = (
    Example("self_arg", shape=(2, 3), dtype="float64"),
    Example("mode", value=0),
    Example("align", value=True),
)


def test_what_is_known_gives_examples_outputs_and_a_variant() -> None:
    node = Node("Softmax", ("self_arg",), ("y0",), (Attribute("axis", "int", value=0),))
    nodes = OnnxNodes((node,), opset=20)
    outputs = (KnownOutput("self_arg", "[self_arg.shape[0]]", "a guess"),)
    known = KnownOp(INPUTS, outputs, onnx=nodes)
    draft = draft_from_schema(GRID, "grid", known=known)
    assert draft.op.arg("self_arg").dtype == "float64"
    assert draft.op.example("self_arg") == Example("self_arg", shape=(2, 3))
    (output,) = draft.op.outputs
    assert (output.name, output.dtype, output.shape) == ("y", "self_arg", "[self_arg.shape[0]]")
    (gap,) = draft.gaps
    assert gap.key == "outputs[0].shape"
    assert gap.message.endswith("a guess")
    variant = draft.op.variants[ONNX_VARIANT]
    assert (draft.op.ort.implementation, variant.ort.implementation) == ("bridge", "none")
    assert (variant.opset, variant.mapping.nodes[0].outputs) == (20, ("y",))
    assert "for the example's arguments" in variant.doc


def test_standard_nodes_are_the_mapping_only_where_they_say_all() -> None:
    schema = TorchSchema("my::f", "", (SchemaArg("x", "Tensor"),), ("Tensor",), False, "text")
    inputs = (Example("x", shape=(2, 3), dtype="float32"),)
    nodes = OnnxNodes((Node("Asinh", ("x",), ("y0",)),), general=True)
    for general, implementation in ((True, "none"), (False, "bridge")):
        known = KnownOp(
            inputs,
            (KnownOutput("x", "x.shape"),),
            onnx=OnnxNodes(nodes.nodes, general=general),
        )
        op = draft_from_schema(schema, "f", known=known).op
        assert op.ort.implementation == implementation
        assert (ONNX_VARIANT in op.variants) is (not general)


def test_an_op_that_gives_what_no_output_can_be_is_refused() -> None:
    schema = TorchSchema("my::f", "", (SchemaArg("x", "Tensor"),), ("Tensor",), False, "text")
    with pytest.raises(UserError) as caught:
        draft_from_schema(schema, "f", known=KnownOp(reason="its result is complex64", alien=True))
    assert "complex64" in caught.value.problem.message


def test_a_random_op_says_so() -> None:
    known = KnownOp(
        INPUTS, (KnownOutput("self_arg", "self_arg.shape"),), 1, "its results are random"
    )
    assert draft_from_schema(GRID, "grid", known=known).gaps[0].key == "model.inputs"


def test_a_number_beside_integers_is_an_integer() -> None:
    schema = TorchSchema(
        "my::f",
        "",
        (SchemaArg("x", "Tensor"), SchemaArg("k", "number", has_default=True, default=1)),
        ("Tensor",),
        False,
        "text",
    )
    for dtype, kind in (("int64", "int"), ("float32", "float")):
        inputs = (Example("x", shape=(2,), dtype=dtype),)
        op = draft_from_schema(
            schema, "f", known=KnownOp(inputs, (KnownOutput("x", "x.shape"),))
        ).op
        assert (op.args[1].type, type(op.args[1].default).__name__) == (kind, kind)


def test_what_follows_an_argument_that_is_left_out_is_left_out_too() -> None:
    args = (
        SchemaArg("x", "Tensor"),
        SchemaArg("generator", "Generator", optional=True, has_default=True),
        SchemaArg("k", "int", has_default=True, default=1),
        SchemaArg("mode", "str", keyword_only=True),
    )
    op = draft_from_schema(TorchSchema("my::f", "", args, ("Tensor",), False, "text"), "f").op
    assert [a.name for a in op.args] == ["x", "mode"]


def test_what_cannot_be_in_a_graph_is_refused() -> None:
    for args, returns, words in [
        ((SchemaArg("d", "Device"), SchemaArg("x", "Tensor")), ("Tensor",), "'d' is a Device"),
        ((SchemaArg("x", "Tensor"),), ("int",), "returns int"),
        ((SchemaArg("n", "int"),), ("Tensor",), "takes no tensor"),
    ]:
        with pytest.raises(UserError) as caught:
            draft_from_schema(TorchSchema("a::b", "", args, returns, False, "text"), "b")
        assert words in caught.value.problem.message


def test_an_op_that_a_trace_replaces_is_exported_with_torch_export() -> None:
    known = KnownOp(INPUTS, (KnownOutput("self_arg", "self_arg.shape"),), replaced=True)
    op = draft_from_schema(GRID, "grid", known=known).op
    assert (op.model.exporter, op.model.opset, check_op(op)) == ("torch.export", 18, [])
