"""Every op of torch's registry gives a sound declaration, or a reason why it cannot."""

from __future__ import annotations

import pytest

from workbench.core.check import check_op
from workbench.core.drafts.from_schema import op_from_schema
from workbench.core.errors import UserError
from workbench.core.jobs import SchemaArg, TorchSchema
from workbench.core.storage import op_file

torch = pytest.importorskip("torch")


def test_every_registered_op_drafts_a_sound_declaration_or_is_refused() -> None:
    from workbench.engine.torch_schemas import _schema

    drafted = refused = 0
    for raw in torch._C._jit_get_all_schemas():
        schema = _schema(raw)
        if not schema.name.startswith("aten::"):
            continue
        try:
            op = op_from_schema(schema, "drafted")
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
    assert drafted > 500
    assert refused > 500


def test_arguments_defaults_and_the_standard_operator() -> None:
    args = (
        SchemaArg("input", "Tensor"),
        SchemaArg("weight", "Tensor", optional=True),
        SchemaArg("eps", "float", has_default=True, default=1e-05),
        SchemaArg("generator", "Generator", optional=True, has_default=True),
    )
    schema = TorchSchema("my::layer", "", args, ("Tensor", "Tensor"), False, "text")
    op = op_from_schema(schema, "layer", "my_package")
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


def test_what_cannot_be_in_a_graph_is_refused() -> None:
    for args, returns, words in [
        ((SchemaArg("d", "Device"), SchemaArg("x", "Tensor")), ("Tensor",), "'d' is a Device"),
        ((SchemaArg("x", "Tensor"),), ("int",), "returns int"),
        ((SchemaArg("n", "int"),), ("Tensor",), "takes no tensor"),
        ((SchemaArg("x", "Tensor", keyword_only=True),), ("Tensor",), "keyword only"),
    ]:
        with pytest.raises(UserError) as caught:
            op_from_schema(TorchSchema("a::b", "", args, returns, False, "text"), "b")
        assert words in caught.value.problem.message
