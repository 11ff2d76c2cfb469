"""Which of the op's outputs ONNX's expected ones are: by the node's, not by the op's order."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.engine.case_ops import declared, reasons, used
from workbench.core.errors import UserError
from workbench.engine.onnx.onnx_cases import OnnxCase, onnx_cases

UNIQUE = """
[[args]]
name = "x"
[[outputs]]
name = "inverse"
dtype = "int64"
shape = "[unknown]"
[[outputs]]
name = "y"
dtype = "x"
shape = "[unknown]"
[[outputs]]
name = "counts"
dtype = "int64"
shape = "[unknown]"
"""
NODE = """
[[mapping.nodes]]
op = "%s"
inputs = ["x"]
outputs = [%s]
"""
ADAPTER = """
def Unique(X, *, axis=None, sorted=1):
    if axis is not None or not sorted:
        raise NotImplementedError("an axis, or not sorted")
    return %s
"""


def unique(folder: Path, nodes: str, returned: str = "{'x': X}") -> list[OnnxCase]:
    (folder / "onnx_cases.py").write_text(ADAPTER % returned)
    return onnx_cases(declared(UNIQUE + nodes), folder, "Unique")


def check(cases: list[OnnxCase], names: set[str]) -> None:
    assert used(cases)
    for case in used(cases).values():
        assert set(case.expected) == names
        values = np.unique(case.values["x"], return_inverse=True, return_counts=True)
        for name, array in zip(("y", "inverse", "counts"), values, strict=True):
            if name in names:
                np.testing.assert_array_equal(case.expected[name], array.reshape(-1))


@pytest.mark.parametrize("op", ["Unique", "my::Unique"])
def test_by_the_outputs_of_the_node(tmp_path: Path, op: str) -> None:
    """ONNX's order is y, indices, inverse, counts; the op has no indices."""
    node = NODE % (op, '"y", "first", "inverse", "counts"')
    check(unique(tmp_path, node), {"y", "inverse", "counts"})


def test_what_the_node_does_not_give_is_not_compared(tmp_path: Path) -> None:
    nodes = NODE % ("Unique", '"y", "first", "inverse"') + NODE % ("my::Count", '"counts"')
    check(unique(tmp_path, nodes), {"y", "inverse"})


def test_of_several_nodes_the_one_of_the_branch_that_the_case_takes(tmp_path: Path) -> None:
    flag = '[[args]]\nname = "whole"\ntype = "bool"\ndefault = false\n'
    taken = NODE % ("Unique", '"y", "first", "inverse", "counts"') + 'when = "whole"\n'
    other = NODE % ("Unique", '"y", "inverse", "other", "counts"') + 'when = "not whole"\n'
    cases = unique(tmp_path, flag + taken + other, "{'x': X, 'whole': True}")
    check(cases, {"y", "inverse", "counts"})


def test_a_variants_node_serves_where_the_mapping_has_none(tmp_path: Path) -> None:
    text = NODE % ("my::Other", '"inverse", "y", "counts"')
    variant = NODE.replace("mapping", "variants.plain.mapping")
    text += variant % ("Unique", '"y", "first", "inverse", "counts"')
    check(unique(tmp_path, text), {"y", "inverse", "counts"})


def test_nodes_that_contradict_each_other_are_no_guess(tmp_path: Path) -> None:
    nodes = NODE % ("Unique", '"y"') + NODE % ("Unique", '"a", "b", "inverse", "counts"')
    check(unique(tmp_path, nodes), {"y", "inverse", "counts"})
    nodes = NODE % ("Unique", '"y", "first", "inverse"') + NODE % ("Unique", '"a", "b", "counts"')
    with pytest.raises(UserError) as caught:
        unique(tmp_path, nodes)
    assert "several nodes Unique give other outputs" in str(caught.value.problems)


def test_without_a_node_of_the_operator_the_adapter_says_the_outputs(tmp_path: Path) -> None:
    node = NODE % ("my::Other", '"inverse", "y", "counts"')
    with pytest.raises(UserError) as caught:
        unique(tmp_path, node)
    assert "no node Unique says which outputs" in caught.value.problem.message
    assert "return (arguments, (" in caught.value.problem.hint
    expression = "({'x': X}, ('y', None, 'inverse', 'counts'))"
    check(unique(tmp_path, node, expression), {"y", "inverse", "counts"})
    with pytest.raises(UserError, match="'z' is no output of the op"):
        unique(tmp_path, node, "({'x': X}, ('z',))")


def test_a_single_output_is_the_operators_first(tmp_path: Path) -> None:
    (tmp_path / "onnx_cases.py").write_text(ADAPTER % "{'x': X}")
    text = '[[args]]\nname = "x"\n[[outputs]]\nname = "y"\ndtype = "x"\nshape = "[unknown]"\n'
    cases = onnx_cases(declared(text + NODE % ("my::Other", '"y"')), tmp_path, "Unique")
    check(cases, {"y"})
    assert "an axis, or not sorted" in reasons(cases).values()
