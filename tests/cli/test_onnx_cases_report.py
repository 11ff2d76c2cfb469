"""``verify --onnx-cases``: every skipped case is in the JSON, and the table stops at none in silence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.conftest import MakeOp

UNIQUE = """
schema = 1
name = "unique"
torch = "aten::_unique2"

[[args]]
name = "x"

[[args]]
name = "sorted"
type = "bool"
default = true

[[args]]
name = "return_inverse"
type = "bool"
default = true

[[args]]
name = "return_counts"
type = "bool"
default = true

[[outputs]]
name = "y"
dtype = "x"
shape = "[unknown]"

[[outputs]]
name = "inverse"
dtype = "int64"
shape = "x.shape"

[[outputs]]
name = "counts"
dtype = "int64"
shape = "[unknown]"

[kernel]
style = "installed"

[[mapping.nodes]]
op = "Unique"
inputs = ["x"]
outputs = ["y", "first", "inverse", "counts"]

[ort]
implementation = "none"

[[model.inputs]]
arg = "x"
shape = [7]
"""
ADAPTER = """
def Unique(X, *, axis=None, sorted=1):
    if axis is not None or not sorted:
        raise NotImplementedError("an axis, or not sorted")
    return {"x": X, "sorted": True}
"""


@pytest.fixture
def unique(make_op: MakeOp) -> Path:
    folder = make_op(UNIQUE)
    (folder / "onnx_cases.py").write_text(ADAPTER)
    return folder


def report(text: str) -> dict[str, object]:
    return json.loads(text)["ops"][0]


def test_expected_outputs_are_those_of_the_node(unique: Path, run: Run) -> None:
    done = run("verify", unique, "--onnx-cases", "Unique", "--json", "-")
    assert done.returncode == 0, done.stdout + done.stderr
    found = report(done.stdout)
    assert found["status"] == "agrees"
    assert (found["cases"], found["cases_agreed"]) == (1, 1)
    skipped = {s["name"]: s["reason"] for s in found["skipped"]}
    assert len(skipped) == 6
    assert skipped["unique_sorted_with_axis"] == "an axis, or not sorted"
    assert ", 1 case, 6 skipped" in done.stderr


CAST = """
schema = 1
name = "to_double"
torch = "wb_test::to_double"

[[args]]
name = "x"

[[outputs]]
name = "y"
dtype = "float64"
shape = "x.shape"

[kernel]
style = "python"
source = "kernel.py"
function = "ToDouble"

[[mapping.nodes]]
op = "Cast"
inputs = ["x"]
outputs = ["y"]

[[mapping.nodes.attributes]]
name = "to"
type = "int"
value = 11

[ort]
implementation = "none"

[[model.inputs]]
arg = "x"
shape = [3]
"""
TO_DOUBLE = """
import torch


class ToDouble(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.double()
"""


def test_the_table_says_how_many_more_there_are(make_op: MakeOp, run: Run, tmp_path: Path) -> None:
    folder = make_op(CAST, "")
    (folder / "kernel.py").write_text(TO_DOUBLE)
    target = tmp_path / "report.json"
    done = run("verify", folder, "--onnx-cases", "Cast", "--json", target, "--trust")
    found = report(target.read_text())
    skipped = found["skipped"]
    assert len(skipped) > 50
    assert len(found["problems"]) >= len(skipped)
    shown = [line for line in done.stdout.splitlines() if "is skipped:" in line]
    rest = len(skipped) - len(shown)
    assert 0 < rest < len(skipped)
    assert f"and {rest} more of them: --json FILE has them all" in done.stdout


def test_a_standard_operator_is_drafted_and_its_cases_are_the_truth(
    run: Run, tmp_path: Path
) -> None:
    made = run("new", tmp_path / "p", "--onnx-operator", "ThresholdedRelu")
    assert made.returncode == 0, made.stderr
    folder = tmp_path / "p" / "ops" / "thresholded_relu"
    assert f"verify {folder} --onnx-cases ThresholdedRelu" in made.stdout
    kernel = folder / "kernel.cpp"
    body = "for (int64_t i = 0; i < y.numel(); ++i) y[i] = x[i] > alpha ? x[i] : 0.0f;"
    kernel.write_text(f"{kernel.read_text().partition('{')[0]}{{ {body} }}\n")
    done = run("verify", folder, "--onnx-cases", "ThresholdedRelu")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "agrees" in done.stdout
    assert "3 cases" in done.stdout
    kernel.write_text(kernel.read_text().replace("> alpha", ">= 0"))
    wrong = run("verify", folder, "--onnx-cases", "ThresholdedRelu")
    assert wrong.returncode == 1
    assert "DIFFERS" in wrong.stdout


def test_an_operator_that_is_none_has_near_names(run: Run, tmp_path: Path) -> None:
    done = run("new", tmp_path / "p", "--onnx-operator", "GridSampel")
    assert done.returncode == 1
    assert "Did you mean GridSample" in done.stderr
    assert not (tmp_path / "p").exists()
