"""A reference is drafted where nothing says what an op should give, and only what fits is one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.conftest import STANDARD_VARIANT, UNVERIFIED_TOML, MakeOp
from workbench.core.storage import op_file

KERNEL = """
#include <workbench/tensor.h>

#include <algorithm>

void NAME(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y) {
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = EXPRESSION;
}
"""
RELU = "std::max(x[i], 0.0f)"
HARD_SWISH = "x[i] * std::max(0.0f, std::min(1.0f, x[i] / 6 + 0.5f))"


@pytest.fixture
def op(make_op: MakeOp):
    def make(name: str, expression: str, toml: str = UNVERIFIED_TOML) -> Path:
        kernel = KERNEL.replace("NAME", name).replace("EXPRESSION", expression)
        return make_op(toml.replace("twice", name), kernel)

    return make


def test_torchs_function_of_the_name_is_the_truth_from_then_on(op, run: Run) -> None:
    good, wrong = op("relu", RELU), op("relu", RELU.replace("0.0f", "0.25f"))
    assert "--draft-reference" in run("verify", good).stderr
    done = run("verify", good, "--draft-reference")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "the reference is torch.nn.functional.relu(x)" in done.stdout
    assert op_file.load(good).reference.python == "torch.nn.functional.relu(x)"
    assert op_file.load(good).mapping.nodes[0].op_type == "Twice"  # nothing else is changed
    again = run("verify", good, "--json", "-")
    assert json.loads(again.stdout)["ops"][0]["status"] == "agrees"
    done = run("verify", wrong, "--draft-reference")
    assert done.returncode == 1
    assert "DIFFERS" in done.stdout


def test_onnxs_definition_of_the_name(op, run: Run) -> None:
    good = op("hard_swish", HARD_SWISH)
    done = run("verify", good, "--draft-reference")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "reference.py: the definition of HardSwish in ONNX" in done.stdout
    assert "ReferenceEvaluator" in (good / "reference.py").read_text()
    wrong = op("hard_swish", HARD_SWISH.replace("0.5f", "0.75f"))
    assert run("verify", wrong, "--draft-reference").returncode == 1


def test_what_has_the_name_and_does_not_fit_is_not_offered(op, run: Run) -> None:
    """torch.prod and torch.nonzero take the tensor; they give another shape, or another type."""
    for name in ("prod", "nonzero"):
        folder = op(name, "2 * x[i]")
        done = run("verify", folder, "--draft-reference")
        assert done.returncode == 1
        assert f"nothing of the name '{name}' fits: reference.py has the head" in done.stdout


def test_a_head_to_be_written_never_counts_as_passed(op, run: Run) -> None:
    folder = op("twice_as_much", "2 * x[i]")
    (folder / "reference.py").write_text("# somebody's notes\n")
    assert run("verify", folder, "--draft-reference").returncode == 1
    assert (folder / "reference.py").read_text() == "# somebody's notes\n"
    text = (folder / "reference_2.py").read_text()
    assert "def twice_as_much(x):" in text
    assert "x: tensor of float32" in text
    assert "y: as x, shape x.shape" in text
    for command in ("verify", "check"):
        done = run(command, folder, "--allow-unverified")
        assert done.returncode == 1, done.stdout
        assert "compute y here" in done.stdout


def test_the_standard_nodes_of_another_mapping(op, run: Run) -> None:
    toml = UNVERIFIED_TOML + STANDARD_VARIANT
    good = op("twice_as_much", "2 * x[i]", toml)
    done = run("verify", good, "--draft-reference")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "reference.py: the standard nodes of its mapping 'standard'" in done.stdout
    assert "standard" in op_file.load(good).variants
    wrong = op("twice_as_much", "2.5f * x[i]", toml)
    assert run("verify", wrong, "--draft-reference").returncode == 1
