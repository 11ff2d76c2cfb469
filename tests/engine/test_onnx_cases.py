"""ONNX's test cases of an operator: what onnx has, and an adapter that makes them an op's inputs."""

from __future__ import annotations

import textwrap
from pathlib import Path

import numpy as np
import onnx.backend.test.case.node
import pytest

from tests.engine.case_ops import ASINH, NOWHERE, declared, reasons, used
from workbench.core.errors import UserError
from workbench.core.storage import op_file, project
from workbench.engine.onnx.onnx_cases import OnnxCase, onnx_cases
from workbench.engine.onnx.onnx_node_cases import collect

# -- what onnx has


def test_the_cases_come_again_and_nothing_of_the_process_is_changed() -> None:
    expect = onnx.backend.test.case.node.expect
    np.random.seed(7)
    state = np.random.get_state()[1].tolist()
    first, second = collect("DeformConv"), collect("DeformConv")
    assert [c.name for c in first] == [c.name for c in second]
    assert len(first) >= 4
    assert onnx.backend.test.case.node.expect is expect
    assert np.random.get_state()[1].tolist() == state


@pytest.mark.parametrize(
    ("operator", "least"),
    [("Add", 8), ("MaxPool", 15), ("Resize", 30), ("TopK", 4), ("NonMaxSuppression", 9),
     ("ReduceMax", 5), ("TreeEnsemble", 1), ("Not", 3)],
)  # fmt: skip
def test_cases_of_one_operator_only(operator: str, least: int) -> None:
    cases = collect(operator)
    assert len(cases) >= least
    assert len({c.name for c in cases}) == len(cases)
    assert all(isinstance(o, np.ndarray | list) for c in cases for o in c.outputs if o is not None)


def test_an_unknown_operator_has_near_names() -> None:
    with pytest.raises(UserError, match="no standard operator 'DeformConf'") as caught:
        onnx_cases(declared(ASINH), NOWHERE, "DeformConf")
    assert "DeformConv" in caught.value.problem.hint


def test_an_operator_without_cases() -> None:
    op = declared(ASINH.replace("Asinh", "RandomNormal"))
    with pytest.raises(UserError, match="no test case of RandomNormal"):
        onnx_cases(op, NOWHERE, "RandomNormal")


# -- the adapter


def test_the_gallerys_deform_conv2d_takes_every_case_of_DeformConv() -> None:
    folder = project.gallery_folder() / "deform_conv2d"
    op = op_file.load(folder, validate=False)
    cases = onnx_cases(op, folder, "DeformConv")
    assert len(cases) >= 4
    assert not reasons(cases)
    for case in cases:
        assert list(case.values) == [a.name for a in op.args]
        assert list(case.expected) == ["output"]


@pytest.fixture
def adapted(tmp_path: Path):
    def run(body: str) -> list[OnnxCase]:
        text = f"def Asinh(X, **more):\n{textwrap.indent(body, '    ')}\n"
        (tmp_path / "onnx_cases.py").write_text(text)
        return onnx_cases(declared(ASINH.replace('op = "Asinh"', 'op = "Exp"')), tmp_path, "Asinh")

    return run


def test_an_adapter_decides(adapted) -> None:
    cases = adapted("return {'x': X.astype('float32')}")
    assert len(used(cases)) == 2


def test_not_implemented_skips_a_case(adapted) -> None:
    body = "if X.ndim == 1:\n    raise NotImplementedError('one dimension')\nreturn {'x': X}"
    cases = adapted(body)
    assert reasons(cases) == {"asinh_example": "one dimension"}
    assert list(used(cases)) == ["asinh"]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("return X", "must return the op's arguments by name"),
        ("return {'z': X}", "'z' is no argument of the op; those are: x"),
        ("return {}", "nothing gives 'x' a value"),
        ("return {'x': None}", "'x' cannot be left out"),
        ("return {'x': X.nonsense}", "the adapter failed on asinh_example: AttributeError"),
        ("return 1 +", "the file does not run: SyntaxError"),
    ],
)
def test_a_wrong_adapter_is_named(adapted, tmp_path: Path, body: str, message: str) -> None:
    with pytest.raises(UserError) as caught:
        adapted(body)
    assert message in caught.value.problem.message
    assert caught.value.problem.file == str(tmp_path / "onnx_cases.py")


def test_a_case_with_an_attribute_that_the_adapter_does_not_take_is_skipped(tmp_path: Path) -> None:
    (tmp_path / "onnx_cases.py").write_text("def Selu(X, *, alpha):\n    return {'x': X}\n")
    with pytest.raises(UserError) as caught:
        onnx_cases(declared(ASINH), tmp_path, "Selu")
    notes = " ".join(p.message for p in caught.value.problems)
    assert "the adapter takes no such case" in notes
    assert "gamma" in notes


def test_without_a_function_of_the_operators_name_the_mapping_is_read(tmp_path: Path) -> None:
    (tmp_path / "onnx_cases.py").write_text("def Other(X):\n    return {}\n")
    assert used(onnx_cases(declared(ASINH), tmp_path, "Asinh"))
