"""No draft names its node as ONNX Runtime must not see it, and the check says where one does."""

from __future__ import annotations

import pytest

from tests.core.declarations import add_op, edited
from workbench.core import check, fixes
from workbench.core.edits.common import custom_name
from workbench.core.jobs import SchemaArg, TorchSchema
from workbench.core.standard.operators import custom_operator, special_names, standard_operators
from workbench.importers.drafts.blank import BLANK_STYLES, blank_draft
from workbench.importers.drafts.from_schema import op_from_schema


def test_where_and_its_like_are_known() -> None:
    known = special_names()
    assert known["Where"][2] == "ends the process"
    assert {"Add", "Cast", "Transpose"} <= set(known)
    assert "NoSuchOperator" not in known
    assert not any(custom_operator(name) in known for name in known)


@pytest.mark.parametrize("style", BLANK_STYLES)
def test_no_blank_op_bears_the_name_of_a_standard_operator(style: str) -> None:
    for name in ("where", "conv", "layer_normalization", "Where", "scale"):
        op = blank_draft(f"{name}(Tensor x, Tensor b) -> Tensor", style).op
        (node,) = op.mapping.nodes
        assert node.op_type not in {*standard_operators(), *special_names()}
        assert check.check_op(op) == []
    assert node.op == "custom::Scale"


def test_no_op_from_a_schema_bears_such_a_name() -> None:
    args = (SchemaArg("condition", "Tensor"), SchemaArg("x", "Tensor"))
    op = op_from_schema(TorchSchema("mine::where", "", args, ("Tensor",), False, ""), "where")
    assert [n.op for n in op.mapping.nodes] == ["custom::MyWhere"]
    assert custom_name(op) == "custom::MyWhere"


@pytest.mark.parametrize("implementation", ["portable", "export-only"])
def test_the_check_says_it_and_the_fix_renames(implementation: str) -> None:
    op = edited(add_op(), mapping__nodes__0__op="custom::Where", ort__implementation=implementation)
    problems = check.check_op(op)
    if implementation == "export-only":
        assert problems == [], "another runtime may know better"
        return
    (problem,) = problems
    assert problem.key == "mapping.nodes[0].op"
    assert "ends the process" in problem.message
    assert problem.hint == "Rename it: custom::MyWhere."
    (fix, *_) = fixes.fixes(op, problem)
    assert fix.title == "Rename to custom::MyWhere"
    assert check.check_op(fix.op) == []


def test_a_variant_is_looked_at_too() -> None:
    other = {
        "mapping": {"nodes": [{"op": "custom::Where", "inputs": ["a", "b"], "outputs": ["y"]}]}
    }
    op = edited(add_op(), variants={"other": other})
    assert "variants.other.mapping.nodes[0].op" in {p.key for p in check.check_op(op)}
