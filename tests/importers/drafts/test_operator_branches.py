"""Drafts of standard operators whose cases are not all of one rank, or of types of one exporter alone."""

from __future__ import annotations

import pytest

from tools.onnx_operators import lines
from workbench.engine.onnx.operator_cases import operator_cases
from workbench.importers.drafts.from_operator import draft_from_operator


@pytest.mark.parametrize(
    "operator",
    ["MatMul", "SoftmaxCrossEntropyLoss", "ReduceSum", "AffineGrid", "Tile", "Expand", "Unsqueeze"],
)
def test_cases_of_other_ranks_are_branches_of_the_shape_rule(operator: str) -> None:
    (line,) = lines([operator])
    assert line.expressed == line.cases, line


def test_what_tells_the_cases_apart_stands_in_the_rule() -> None:
    draft = draft_from_operator(operator_cases("SoftmaxCrossEntropyLoss"))
    assert draft.op.outputs[0].shape == 'labels.shape if reduction == "none" else []'
    assert any("each branch" in gap.message for gap in draft.gaps), "it says that it was found"


def test_a_number_that_one_case_alone_shows_is_no_size() -> None:
    """The one case of Tile with two dimensions gives [4, 4]."""
    shape = draft_from_operator(operator_cases("Tile")).op.outputs[0].shape
    assert shape.count(" if ") == 1
    assert "[4" not in shape


def test_an_exporter_that_knows_the_cases_types_is_taken() -> None:
    add = draft_from_operator(operator_cases("Add")).op
    assert add.model.exporter == "torch.export"
    (line,) = lines(["Add"])
    assert line.expressed == line.cases, line
    sin = draft_from_operator(operator_cases("Sin")).op
    assert sin.model.exporter == "torchscript", "the default one where it knows them all"
