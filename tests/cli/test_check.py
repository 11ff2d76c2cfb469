"""``op-workbench check``: each op in many cells, and what is wrong told by its circumstances."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.conftest import TWICE_TOML, UNVERIFIED_TOML, MakeOp
from tests.engine.test_crash_causes import here
from tests.large import large
from tests.ops.declared import EXPORTERS
from tests.ops.test_declared_examples import IN_RANGE, RANDOM, RANDOM_KERNEL
from workbench.engine.build.unset import can_find_unset

UNROLLED = """
#include <workbench/tensor.h>

void twice(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y) {
  const float* from = x.data();
  float* to = y.data();
  for (int64_t i = 0; i + 1 < y.numel(); i += 2) {
    to[i] = 2 * from[i];
    to[i + 1] = 2 * from[i + 1];
  }
}
"""


def test_what_verify_calls_right_and_check_calls_wrong(
    make_op: MakeOp, run: Run, tmp_path: Path
) -> None:
    wrong = make_op(TWICE_TOML.replace("[2, 3]", "[2, 4]"), UNROLLED)
    assert run("verify", wrong).returncode == 0
    written = tmp_path / "report.json"
    done = run("check", wrong, "--json", str(written))
    assert done.returncode == 1
    (odd,) = json.loads(written.read_text())["ops"]
    assert odd["status"] in ("failed", "differs")
    assert any("sizes" in finding["factor"] for finding in odd["findings"])
    assert "sizes: " in done.stdout


NEVER_SET = """
#include <workbench/tensor.h>

#include <cstdlib>

void twice(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y) {
  float* volatile sums = static_cast<float*>(std::malloc(sizeof(float) * y.numel()));
  for (int64_t i = 0; i < y.numel(); ++i) sums[i] += 2 * x[i];  // here
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = sums[i];
  std::free(sums);
}
"""


@large
@pytest.mark.skipif(not can_find_unset(), reason="for x86-64, and the bundled clang")
def test_a_value_that_was_never_set_is_named_with_its_line(
    make_op: MakeOp, run: Run, tmp_path: Path
) -> None:
    written = tmp_path / "report.json"
    folder = make_op(kernel=NEVER_SET)
    done = run("check", folder, "--json", str(written))
    assert done.returncode == 1
    (op,) = json.loads(written.read_text())["ops"]
    problem = op["findings"][0]["problem"]
    assert problem["message"].startswith("the kernel uses an uninitialised value")
    assert f"{problem['file']}:{problem['line']}" == here(folder)
    assert f"kernel.cpp:{problem['line']}" in done.stdout


@large  # a check that ends well: see test_check_workers
def test_what_is_right_and_what_is_unproven(make_op: MakeOp, run: Run, tmp_path: Path) -> None:
    written = tmp_path / "report.json"
    done = run("check", make_op(), make_op(UNVERIFIED_TOML), "--json", str(written))
    assert done.returncode == 1
    right, unproven = json.loads(written.read_text())["ops"]
    assert right["status"] == "agrees"
    assert set(right["counts"]) == {"agrees"}
    assert right["elements"] > 0
    builds = {cell["levels"].get("look") for cell in right["cells"]}
    assert builds == {None, "opcheck", "torch.compile", "memory checked", "threads checked"}
    # Alike everywhere is not right.
    assert unproven["status"] == "unverified"
    by_torch = ("opcheck", "torch.compile")
    plain = [c for c in unproven["cells"] if c["levels"].get("look") not in by_torch]
    assert {cell["status"] for cell in plain} == {"alike"}
    assert "add a [reference]" in unproven["notes"][0]


def test_an_op_with_errors_is_not_checked(make_op: MakeOp, run: Run) -> None:
    done = run("check", make_op("schema = ["))
    assert done.returncode == 1
    assert "FAILED: no cells" in done.stdout


SEVEN_TAPS = """
#include <workbench/tensor.h>

void twice(const wb::Context&, wb::Tensor<const float> x, int64_t k, wb::Tensor<float> y) {
  for (int64_t i = 0; i < y.numel(); ++i) {
    float taps[7];
    for (int64_t j = 0; j < k; ++j) taps[j] = x[i];
    float sum = 0;
    for (int64_t j = 0; j < k; ++j) sum += taps[j];
    y[i] = sum;
  }
}
"""


@large
def test_a_kernel_that_overruns_at_the_upper_end_of_a_range(
    make_op: MakeOp, run: Run, tmp_path: Path
) -> None:
    plain = (
        TWICE_TOML.replace("[[outputs]]", '[[args]]\nname = "k"\ntype = "int"\n\n[[outputs]]', 1)
        .replace(
            'outputs = ["y"]',
            'outputs = ["y"]\nattributes = [{ name = "k", type = "int", arg = "k" }]',
            1,
        )
        .replace("2 * x", "k * x")
        .replace('shape = "x.shape"', 'shape = "[x.shape[0], x.shape[1]]"')
        .replace('dynamic = { 0 = "n" }\n', "")
    )
    plain += '\n[[model.inputs]]\narg = "k"\nvalue = 2\n'
    ranged = plain.replace('type = "int"\n', 'type = "int"\nrange = [1, 8]\n', 1)
    written = tmp_path / "report.json"
    ops = (make_op(plain, SEVEN_TAPS), make_op(ranged, SEVEN_TAPS))
    done = run("check", *ops, "--json", str(written))
    assert done.returncode == 1, done.stdout
    unseen, seen = json.loads(written.read_text())["ops"]
    assert unseen["status"] == "agrees"
    assert seen["findings"], done.stdout
    for finding in seen["findings"]:
        assert "value of k" in finding["factor"], finding
        assert all("8" in level for level in finding["levels"]), finding
    assert "value of k: " in done.stdout
    right = {c["levels"].get("value of k") for c in seen["cells"] if c["status"] == "agrees"}
    assert {None, "1", "4"} <= right


MEET = """
#include <workbench/tensor.h>

#include <cmath>

template <class T>
void twice(const wb::Context&, wb::Tensor<const T> x, wb::Tensor<T> y) {
  bool infinite = false;
  for (int64_t i = 0; i < y.numel(); ++i) infinite |= std::isinf(x[i]);
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = 2 * x[i] + (infinite && sizeof(T) == 8);
}
"""


@large
def test_what_is_wrong_where_two_levels_meet_is_told_by_these(
    make_op: MakeOp, run: Run, tmp_path: Path
) -> None:
    toml = (
        TWICE_TOML.replace('name = "x"\n', 'name = "x"\ndtype = "T"\n', 1)
        .replace('dtype = "x"', 'dtype = "T"')
        .replace('shape = "x.shape"', 'shape = "[x.shape[0], x.shape[1]]"')
        .replace('dynamic = { 0 = "n" }\n', "")
        .replace("[[args]]", '[types]\nT = ["float32", "float64"]\n\n[[args]]', 1)
    )
    written = tmp_path / "report.json"
    done = run("check", make_op(toml, MEET), "--json", str(written))
    assert done.returncode == 1, done.stdout
    (report,) = json.loads(written.read_text())["ops"]
    (finding,) = report["findings"]
    assert finding["factor"] == "element types and values"
    assert finding["levels"] == ["float64 and inf"]
    assert '--script "element types: float64, values: inf"' in done.stdout


@large
def test_a_check_of_an_op_with_a_random_output_proves_nothing(
    make_op: MakeOp, run: Run, tmp_path: Path
) -> None:
    """Its elements are not compared, so no cell says that the op is right, whatever else agrees."""
    toml = RANDOM.replace("EXPORTER", EXPORTERS[0]).replace("HOLDS", IN_RANGE)
    written = tmp_path / "report.json"
    run("check", make_op(toml, RANDOM_KERNEL), "--json", str(written))
    (report,) = json.loads(written.read_text())["ops"]
    assert report["status"] == "unverified"
    plain = [cell for cell in report["cells"] if "look" not in cell["levels"]]
    assert {cell["status"] for cell in plain} == {"alike"}
    assert any("is random" in note for note in report["notes"])
