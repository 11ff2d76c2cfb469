"""A standard operator as an op of one's own: the definition's names, the cases' types and shapes."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.large import large
from tools.onnx_operators import lines, standard_names
from workbench.core.errors import UserError
from workbench.core.jobs import OperatorCase, OperatorResult, StageEnded
from workbench.core.jobs.lines import decode_event, encode
from workbench.core.jobs.model_nodes import ModelValue
from workbench.engine.onnx.onnx_cases import onnx_cases
from workbench.engine.onnx.operator_cases import operator_cases
from workbench.importers.drafts.from_operator import draft_from_operator


def test_the_signature_is_the_standards() -> None:
    draft = draft_from_operator(operator_cases("GridSample"))
    op = draft.op
    assert [a.name for a in op.args] == ["x", "grid", "align_corners", "mode", "padding_mode"]
    assert [a.default for a in op.args[2:]] == [0, "linear", "zeros"]
    (node,) = op.mapping.nodes
    assert node.op == "custom::MyGridSample", "never the standard operator's own name"
    assert [a.name for a in node.attributes] == ["align_corners", "mode", "padding_mode"]
    assert "not written yet" in draft.texts["kernel.cpp"]
    assert any(g.key == "outputs[0].shape" for g in draft.gaps)


def test_optional_inputs_lists_and_types() -> None:
    clip = draft_from_operator(operator_cases("Clip")).op
    assert [(a.name, a.optional) for a in clip.args] == [
        ("input", False), ("min_value", True), ("max_value", True)
    ]  # fmt: skip
    assert set(clip.types["T"]) == {"float32", "int8"}
    concat = draft_from_operator(operator_cases("Concat")).op
    assert concat.args[0].is_tensor_list
    assert concat.args[1].default is not None, "a required attribute has none"


@pytest.mark.parametrize(
    ("operator", "fewest"),
    [("GridSample", 18), ("RoiAlign", 3), ("AveragePool", 13), ("ReduceSum", 10), ("Concat", 6)],
)
def test_the_draft_expresses_the_cases(operator: str, fewest: int) -> None:
    (line,) = lines([operator])
    assert line.expressed >= fewest, line


@pytest.mark.parametrize("operator", ["Cast", "IsNaN", "IsInf", "Attention"])
def test_cases_with_nan_and_inf_reach_whoever_asks_for_them(operator: str) -> None:
    told = StageEnded(1, "operator", "ok", 0.1, result=operator_cases(operator))
    assert decode_event(encode(told)) == told


def test_what_may_be_missing_decides_the_type_of_an_output(tmp_path: Path) -> None:
    op = draft_from_operator(operator_cases("QuantizeLinear")).op
    (y,) = op.outputs
    zero_point = op.arg("y_zero_point")
    assert zero_point is not None
    assert (y.dtype, zero_point.dtype, zero_point.optional) == ("T3", "T3", True)
    assert op.types["T3"][0] == "int16", "as in ONNX's case without it"
    (line,) = lines(["QuantizeLinear"])
    assert line.expressed == 8
    bytes_first = replace(op, types={"T3": ("uint8", "int16")})
    (symmetric,) = [
        c for c in onnx_cases(bytes_first, tmp_path, "QuantizeLinear") if "_symmetric" in c.name
    ]
    assert symmetric.skipped == (
        "the output 'y' is int16 in the case, by its declaration uint8 where no tensor decides it"
    )
    assert all("no op takes" in reason for reason in line.reasons), line.reasons


@pytest.mark.parametrize(
    ("operator", "attribute", "fewest"),
    [("Cast", "to", 20), ("BitCast", "to", 10), ("EyeLike", "dtype", 2)],
)
def test_a_type_that_an_attribute_chooses_is_an_argument(
    operator: str, attribute: str, fewest: int
) -> None:
    draft = draft_from_operator(operator_cases(operator))
    (output,) = draft.op.outputs
    chosen = draft.op.arg(attribute)
    assert chosen is not None
    assert (output.dtype, chosen.type) == (attribute, "dtype")
    assert len(chosen.dtype) > 1
    assert f"wb::ElementType<T_{attribute}>" in draft.texts["kernel.cpp"]
    assert any(f"'{attribute}' says the element type of" in g.message for g in draft.gaps)
    (line,) = lines([operator])
    assert line.expressed == fewest, line


def test_an_attribute_that_is_a_tensor_is_an_argument() -> None:
    """The element type of what it gives is that of the attribute, which no input has."""
    draft = draft_from_operator(operator_cases("ConstantOfShape"))
    value = draft.op.arg("value")
    assert value is not None
    assert value.is_tensor
    assert draft.op.outputs[0].dtype == "value"
    (node,) = draft.op.mapping.nodes
    assert [(a.name, a.type, a.arg) for a in node.attributes] == [("value", "tensor", "value")]
    assert "value" not in node.inputs
    for operator, cases in (("ConstantOfShape", 3), ("Constant", 1)):
        (line,) = lines([operator])
        assert (line.expressed, line.cases) == (cases, cases), line


def test_no_number_that_is_the_same_in_all_cases_is_taken_for_a_type() -> None:
    op = draft_from_operator(operator_cases("BlackmanWindow")).op
    assert [a.type for a in op.args if a.type == "dtype"] == []


@large
def test_the_drafts_of_all_operators_express_most_cases() -> None:
    made = list(lines(standard_names()))
    assert sum(line.expressed for line in made) >= 1000
    for line in made:
        assert line.cases or line.reasons, line
        assert line.expressed == line.cases or line.reasons, "what is skipped says why"


@pytest.mark.parametrize(
    ("operator", "told"),
    [
        ("GridSampel", "has no standard operator 'GridSampel'"),
        ("SequenceInsert", "takes or gives sequences or optionals"),
        ("SequenceLength", "takes or gives sequences or optionals"),
        ("Optional", "takes or gives sequences or optionals"),
        ("RandomNormal", "has no test case"),
        ("Scaler", "has no test case"),
    ],
)
def test_what_has_no_cases_of_tensors(operator: str, told: str) -> None:
    with pytest.raises(UserError, match=told):
        operator_cases(operator)


def test_an_operator_with_graphs_inside_is_none_that_an_op_can_be() -> None:
    for operator in ("If", "Loop"):
        with pytest.raises(UserError, match=f"{operator} has a graph as its attribute"):
            draft_from_operator(operator_cases(operator))


def test_an_operator_of_strings_names_them() -> None:
    with pytest.raises(UserError, match="every case of StringConcat has string"):
        draft_from_operator(operator_cases("StringConcat"))


def test_an_operator_that_is_none() -> None:
    value = ModelValue("given", "float32", (2,))
    found = OperatorResult("Nonesuch", 17, (OperatorCase("a", (value,), (value,), {}),), (), {})
    with pytest.raises(UserError, match="has no operator Nonesuch"):
        draft_from_operator(found)


def test_an_output_that_one_case_alone_gives_has_no_rule_that_the_others_do_not_know() -> None:
    """The other cases of LSTM leave out its first output, and one that gives both has another layout."""
    y, y_h = draft_from_operator(operator_cases("LSTM")).op.outputs
    assert y.shape == "[unknown, unknown, unknown, unknown]"
    assert y_h.shape.startswith("[unknown, ")


def test_an_output_has_the_type_of_the_input_that_the_definition_says() -> None:
    assert (
        draft_from_operator(operator_cases("QLinearMatMul")).op.outputs[0].dtype == "y_zero_point"
    )
