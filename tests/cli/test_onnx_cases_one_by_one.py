"""``verify --onnx-cases``: a case that fails ends no other, and is counted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.cli.test_onnx_cases_report import report
from tests.large import large
from tools.onnx_operators import ran
from workbench.core.pipeline.op_state import OpReport

WRITTEN = "for (int64_t i = 0; i < y.numel(); ++i) y[i] = x[i] > alpha ? x[i] : 0.0f;"
ONE_DIMENSION = 'if (x.rank() == 1) throw std::runtime_error("rows are due");'


@pytest.fixture
def folder(run: Run, tmp_path: Path) -> Path:
    made = run("new", tmp_path / "p", "--onnx-operator", "ThresholdedRelu")
    assert made.returncode == 0, made.stderr
    return tmp_path / "p" / "ops" / "thresholded_relu"


def write(folder: Path, body: str) -> None:
    kernel = folder / "kernel.cpp"
    head = kernel.read_text().partition("{")[0]
    kernel.write_text(f"#include <stdexcept>\n{head}{{ {body} }}\n")


def test_a_case_that_the_kernel_refuses_is_counted_beside_those_that_agree(
    folder: Path, run: Run
) -> None:
    write(folder, f"{ONE_DIMENSION} {WRITTEN}")
    done = run("verify", folder, "--onnx-cases", "ThresholdedRelu", "--json", "-")
    assert done.returncode == 1
    found = report(done.stdout)
    assert (found["status"], found["cases"], found["cases_agreed"]) == ("failed", 2, 2)
    assert found["cases_failed"] == 1
    told = [p for p in found["problems"] if p.get("severity", "error") == "error"]
    assert len(told) == 1
    assert "rows are due" in told[0]["message"]
    assert told[0]["message"].startswith("case thresholdedrelu_example:")
    assert "2 cases, 1 failed" in done.stderr


def test_where_every_case_fails_the_stage_fails(folder: Path, run: Run) -> None:
    write(folder, 'throw std::runtime_error("never");')
    done = run("verify", folder, "--onnx-cases", "ThresholdedRelu", "--json", "-")
    found = report(done.stdout)
    assert (found["status"], found["cases"]) == ("failed", 0)
    assert found["stages"]["export"]["status"] == "failed"
    assert sum("never" in json.dumps(p) for p in found["problems"]) == 3


def test_a_draft_runs_all_its_cases_with_onnx_runtimes_kernel_in_its_place() -> None:
    ((_, found),) = ran(["AveragePool"])
    assert isinstance(found, OpReport)
    assert found.status == "agrees", "a rule that other cases contradict is no rule of the draft"
    assert found.cases == found.cases_agreed >= 13


@large
@pytest.mark.parametrize("operator", ["GridSample", "TopK", "LayerNormalization"])
def test_further_operators(operator: str) -> None:
    ((_, found),) = ran([operator])
    assert isinstance(found, OpReport)
    assert found.cases_agreed == found.cases > 0


@large
def test_a_kernel_of_onnx_runtime_that_differs_from_onnx_is_told() -> None:
    """Its Resize does on two of ONNX's cases, as a session of the cases' own models shows, too."""
    ((_, found),) = ran(["Resize"])
    assert isinstance(found, OpReport)
    ways = ("linear", "cubic")
    assert {o.case for o in found.outputs if not o.agrees} == {
        f"resize_downsample_scales_{way}_align_corners" for way in ways
    }
    assert found.status == "differs"
    assert found.cases - found.cases_agreed == len(ways)
    assert found.cases > 30


SPLIT = """
  const int64_t rank = input.rank(), at = axis < 0 ? axis + rank : axis, size = input.size(at);
  std::vector<int64_t> parts;
  if (split) {
    for (int64_t i = 0; i < split->numel(); ++i) parts.push_back((*split)[i]);
  } else if (num_outputs) {
    const int64_t each = (size + *num_outputs - 1) / *num_outputs;
    for (int64_t i = 0; i < *num_outputs; ++i) parts.push_back(std::min(each, size - i * each));
  } else {
    wb::fail("nobody says how many");
  }
  int64_t outer = 1, inner = 1, done = 0;
  std::vector<int64_t> sizes;
  for (int64_t i = 0; i < rank; ++i) {
    (i < at ? outer : inner) *= i == at ? 1 : input.size(i);
    sizes.push_back(input.size(i));
  }
  for (int64_t part : parts) {
    sizes[at] = part;
    auto y = outputs.allocate(wb::Span<const int64_t>(sizes.data(), sizes.size()));
    for (int64_t o = 0; o < outer; ++o)
      for (int64_t i = 0; i < part * inner; ++i)
        y[o * part * inner + i] = input[(o * size + done) * inner + i];
    done += part;
  }
"""


def test_an_operator_of_any_number_of_outputs_is_drafted_with_a_list(
    run: Run, tmp_path: Path
) -> None:
    made = run("new", tmp_path / "p", "--onnx-operator", "Split")
    assert "'outputs' are as many as the kernel gives" in made.stdout
    folder = tmp_path / "p" / "ops" / "split"
    write(folder, SPLIT)
    kernel = folder / "kernel.cpp"
    kernel.write_text(f"#include <algorithm>\n#include <vector>\n{kernel.read_text()}")
    done = run("verify", folder, "--onnx-cases", "Split", "--json", "-")
    found = report(done.stdout)
    told = [p["message"] for p in found["problems"] if p.get("severity", "error") == "error"]
    assert found["cases_agreed"] == found["cases"] > 8, told
    assert not told, "a case that the newest opset refuses is skipped"
    for left, number in (("parts.resize(2);", 2), ("parts.resize(5);", 5)):
        body = SPLIT.replace("  int64_t outer", f"  if (parts.size() == 3) {left}\n  int64_t outer")
        write(folder, body)
        kernel.write_text(f"#include <algorithm>\n#include <vector>\n{kernel.read_text()}")
        found = report(run("verify", folder, "--onnx-cases", "Split", "--json", "-").stdout)
        told = [p["message"] for p in found["problems"] if p.get("severity", "error") == "error"]
        words = f"the kernel gives {number} tensors as 'outputs', 3 by ONNX's test case"
        assert told
        assert all(message.endswith(words) for message in told), told
        assert found["cases_failed"] == len(told), "the others go on"


def test_a_kernel_that_is_not_written_is_told_once(folder: Path, run: Run) -> None:
    found = report(run("verify", folder, "--onnx-cases", "ThresholdedRelu", "--json", "-").stdout)
    (told,) = [p for p in found["problems"] if p.get("severity", "error") == "error"]
    assert told["message"] == ("the kernel failed in PyTorch: thresholded_relu is not written yet")
