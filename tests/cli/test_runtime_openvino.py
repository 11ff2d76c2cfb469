"""``runtime add openvino`` and ``verify --runtime openvino``: the wheel is fetched from the network, so
what runs in it is for ``make test-all``, where it is kept beside the build cache."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.added_runtimes import with_runtimes
from tests.cli.conftest import Run
from tests.conftest import TWICE_KERNEL, TWICE_TOML, MakeOp
from tests.engine.test_fallback import with_fallback
from tests.large import large
from workbench import paths
from workbench.core.storage import op_file

NAME = "openvino"
THERE = '\nbool there() { return std::getenv("OP_WORKBENCH_CACHE") == nullptr; }\n\nvoid twice'
"""A kernel that can tell that it runs there: that program is given none of our variables."""
ONLY_THERE = "#include <cstdlib>\n" + TWICE_KERNEL.replace("void twice", THERE)
DATA_TOML = TWICE_TOML.replace('shape = "x.shape"', 'shape = "[unknown, 2]"').replace(
    'python = "2 * x"', 'python = "2 * x.flatten()[:, None].repeat(1, 2)"'
)
DATA_KERNEL = """
#include <workbench/tensor.h>

void twice(const wb::Context&, wb::Tensor<const float> x, wb::Output<float> out) {
  wb::Tensor<float> y = out.allocate({x.numel(), 2});
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = 2 * x[i / 2];
}
"""
TYPES = ("float16", "bfloat16", "int8", "int16", "int32", "int64", "uint8", "float64")
TYPES_TOML = TWICE_TOML.replace(
    'name = "x"\n', f'name = "x"\ndtype = {json.dumps(["float32", *TYPES])}\n', 1
).replace('python = "2 * x"', 'python = "x + x"') + "".join(
    f'\n[[model.cases]]\nname = "{dtype}"\n\n[[model.cases.inputs]]\narg = "x"\ndtype = "{dtype}"\n'
    "shape = [2, 3]\nseed = 1\n"
    for dtype in TYPES
)
TYPES_KERNEL = """
#include <workbench/half.h>
#include <workbench/tensor.h>

template <class T>
void twice(const wb::Context& ctx, wb::Tensor<const T> x, wb::Tensor<T> y) {
  ctx.parallel_for(y.numel(), 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) y[i] = static_cast<T>(2 * static_cast<double>(x[i]));
  });
}
"""
EVERY_TOML = """
schema = 1
name = "every"
torch = "wb_test::every"
args = [
  { name = "x" },
  { name = "whole", type = "int" },
  { name = "real", type = "float" },
  { name = "flag", type = "bool" },
  { name = "text", type = "str" },
  { name = "wholes", type = "int[]" },
  { name = "reals", type = "float[]" },
  { name = "scale", type = "float" },
  { name = "axes", type = "int[]" },
  { name = "n", type = "int" },
  { name = "h", type = "int" },
  { name = "w", type = "int" },
  { name = "mask", optional = true },
  { name = "parts", type = "tensor[]", dtype = "float32" },
]

[[outputs]]
name = "y"
dtype = "x"
shape = "[x.shape[0], n]"

[[mapping.constants]]
name = "n_input"
dtype = "int64"
arg = "n"

[[mapping.nodes]]
op = "test.custom::Every"
inputs = ["x", "n_input", "mask", "parts"]
outputs = ["y"]
attributes = [
  { name = "whole", type = "int", arg = "whole" },
  { name = "real", type = "float", arg = "real" },
  { name = "flag", type = "int", arg = "flag" },
  { name = "text", type = "string", arg = "text" },
  { name = "wholes", type = "ints", arg = "wholes" },
  { name = "reals", type = "floats", arg = "reals" },
  { name = "scale", type = "tensor", arg = "scale" },
  { name = "axes", type = "tensor", dtype = "int64", arg = "axes" },
  { name = "hw", type = "ints", rule = "[h, w]" },
]

[model]
inputs = [
  { arg = "x", shape = [2, 3], seed = 1, dynamic = { 0 = "rows" } },
  { arg = "whole", value = 3 },
  { arg = "real", value = 0.5 },
  { arg = "flag", value = true },
  { arg = "text", value = "abc" },
  { arg = "wholes", value = [1, 2] },
  { arg = "reals", value = [1.5, 2.5] },
  { arg = "scale", value = 1.25 },
  { arg = "axes", value = [7, 8] },
  { arg = "n", value = 17 },
  { arg = "h", value = 4 },
  { arg = "w", value = 5 },
  { arg = "mask", shape = [2], seed = 3 },
  { arg = "parts[0]", shape = [4], seed = 4 },
  { arg = "parts[1]", shape = [4], seed = 5 },
]

[[model.cases]]
name = "none"

[[model.cases.inputs]]
arg = "mask"
none = true
"""
EVERY_KERNEL = """
#include <workbench/tensor.h>

void every(const wb::Context&, wb::Tensor<const float> x, int64_t whole, double real, bool flag,
           std::string_view text, wb::Span<const int64_t> wholes, wb::Span<const double> reals,
           double scale, wb::Span<const int64_t> axes, int64_t n, int64_t h, int64_t w,
           std::optional<wb::Tensor<const float>> mask, wb::TensorList<const float> parts,
           wb::Tensor<float> y) {
  const double seen[] = {double(whole), real, double(flag), double(text.size()), double(text[0]),
                         double(wholes.size()), double(wholes[1]), double(reals.size()), reals[0],
                         scale, double(axes[0]), double(axes[1]), double(h), double(w),
                         mask ? (*mask)[1] : -3., double(n), double(parts.size()) + parts[1][3]};
  for (int64_t i = 0; i < y.size(0); ++i) {
    for (int64_t j = 0; j < n; ++j) y(i, j) = x(i, 0) * 100 + float(seen[j]);
  }
}
"""
SCALED_TOML = TWICE_TOML.replace(
    "[[outputs]]", '[[args]]\nname = "by"\ntype = "float"\n\n[[outputs]]'
)
SCALED_TOML = SCALED_TOML.replace(
    'outputs = ["y"]\n', 'outputs = ["y"]\nattributes = [{ name = "by", type = "float", arg = "by" }]\n'
).replace("2 * x", "x * by").replace(
    "[[model.inputs]]\n", '[model]\nsource = "net.py"\noutputs = ["y"]\n\n[[model.inputs]]\n', 1
)  # fmt: skip
SCALED_KERNEL = TWICE_KERNEL.replace(
    "wb::Tensor<float> y", "double by, wb::Tensor<float> y"
).replace("2 * x[i]", "float(by) * x[i]")
NET = """
import torch

class Net(torch.nn.Module):
    def __init__(self, op):
        super().__init__()
        self.op = op

    def forward(self, x):
        return self.op(x, 2.0) + 10 * self.op(x, 3.0)

def model(op):
    return Net(op)
"""


@pytest.fixture(scope="module")
def mine(request: pytest.FixtureRequest) -> dict[str, str | None]:
    """A data folder in which the runtime has been added, kept between runs."""
    folder = with_runtimes(request.config, "op-workbench-runtime-openvino", NAME)
    return {"OP_WORKBENCH_DATA": str(folder)}


def verified(run: Run, tmp_path: Path, *words: str | Path, **more: Any) -> dict[str, Any]:
    """What came of each op there, by name."""
    told = tmp_path / "told"
    run("verify", *words, "--runtime", NAME, "--json", told, timeout=1800, **more)
    return {one["op"]: one for one in json.loads(told.read_text())["ops"]}


def test_a_wheel_that_cannot_be_had_is_told_with_command_and_reason(
    run: Run, tmp_path: Path
) -> None:
    env: dict[str, str | None] = {"OP_WORKBENCH_DATA": str(tmp_path), "PIP_NO_INDEX": "1"}
    done = run("runtime", "add", NAME, env={**env, "PIP_FIND_LINKS": None})
    assert done.returncode == 1
    assert "without the telemetry" in done.stdout
    assert "--no-deps openvino==" in done.stderr
    assert "No matching distribution found for openvino==" in done.stderr
    assert not list(tmp_path.glob("runtimes/*")), "nothing half-made is left"


@large
def test_each_op_runs_there_and_what_goes_wrong_is_told(
    make_op: MakeOp, run: Run, mine: dict[str, str | None], tmp_path: Path
) -> None:
    named = {
        "good": (TWICE_TOML, TWICE_KERNEL),
        "data": (DATA_TOML, DATA_KERNEL),
        "wrong": (TWICE_TOML, ONLY_THERE.replace("2 * x[i]", "(there() ? 3 : 2) * x[i]")),
        "body": (with_fallback(), ONLY_THERE.replace("2 * x[i]", "(there() ? 3 : 2) * x[i]")),
        "throws": (TWICE_TOML, ONLY_THERE.replace("2 * x[i];", '2 * x[i];\n  wb::check(!there(), "no");')),
        "ends": (TWICE_TOML, ONLY_THERE.replace("2 * x[i];", "2 * x[i];\n  if (there()) __builtin_trap();")),
        "types": (TYPES_TOML, TYPES_KERNEL),
        "twice_in_one": (SCALED_TOML, SCALED_KERNEL),
    }  # fmt: skip
    ops = [
        make_op(toml.replace('"twice"', f'"{name}"', 1), kernel, folder=tmp_path / name)
        for name, (toml, kernel) in named.items()
    ]
    (tmp_path / "twice_in_one" / "net.py").write_text(NET)
    every = make_op(EVERY_TOML, EVERY_KERNEL, folder=tmp_path / "every")
    found = verified(run, tmp_path, *ops, every, env=mine)
    assert {name: [r["status"] for r in one["runtimes"]] for name, one in found.items()} == {
        "good": ["agrees"], "data": ["agrees"], "wrong": ["differs"], "body": ["differs"],
        "throws": ["failed"], "ends": ["failed"], "types": ["agrees"], "twice_in_one": ["agrees"],
        "every": ["unverified"],
    }, [one["error"] for one in found.values()]  # fmt: skip
    told = {name: one["runtimes"][0] for name, one in found.items()}
    assert told["good"]["ran_with"].startswith("openvino 2026.")
    assert told["throws"]["problems"][0]["message"].endswith("; no")
    assert "it crashed (SIG" in told["ends"]["problems"][0]["message"]
    assert {case["name"].partition(",")[0] for case in told["types"]["skipped"]} == {"float64"}
    assert {o["dtype"] for o in told["types"]["outputs"]} == {"float32", *TYPES} - {"float64"}
    assert (told["every"]["max_abs_diff"], told["types"]["max_abs_diff"]) == (0, 0)
    # The first may compile what is the same for all ops, where a header has changed since.
    assert sorted(one["build_seconds"] for one in told.values())[-2] < 4


@large
def test_the_gallerys_portable_ops_agree_exactly_and_the_others_are_refused_with_a_reason(
    run: Run, mine: dict[str, str | None], tmp_path: Path
) -> None:
    ops = sorted(path.parent for path in (paths.ops_lib() / "ops").glob("*/op.toml"))
    for name, one in verified(run, tmp_path, *ops, env=mine).items():
        op = op_file.load(paths.ops_lib() / "ops" / name).resolved()
        if not one["runtimes"]:
            assert one["status"] not in ("agrees", "unverified"), "it was verified, and not run"
            continue
        (found,) = one["runtimes"]
        if not op.ort.side.is_compared:
            assert found["status"] == "not run", name
        elif op.ort.side.library(op.kernel.kind) is None:
            assert found["status"] == "agrees", name  # OpenVINO's own operators
        elif op.ort.side.name == "portable":
            assert (found["status"], found["max_abs_diff"]) == ("agrees", 0), name
        else:
            assert found["status"] == "not run", name
            assert "OpenVINO" in found["problems"][0]["message"]
