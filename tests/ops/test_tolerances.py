"""The default tolerances, in real runs: what is wrong by little is found, what is right agrees."""

from __future__ import annotations

import time
import zipfile
from pathlib import Path

import numpy as np
import pytest

from tests.conftest import MakeOp, Verify
from tests.large import large, some
from workbench import paths
from workbench.core.pipeline.op_state import OpState

TOML = """
schema = 1
name = "scaled"
torch = "wb_test::scaled"

[[args]]
name = "x"
dtype = "DTYPE"

[[outputs]]
name = "y"
dtype = "RESULT"
shape = "x.shape"

[[mapping.nodes]]
op = "test.custom::Scaled"
inputs = ["x"]
outputs = ["y"]

[[model.inputs]]
arg = "x"
VALUES

[reference]
python = "REFERENCE"
"""
KERNEL = """
#include <workbench/tensor.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

void scaled(const wb::Context&, wb::Tensor<const FROM> x, wb::Tensor<TO> y) {
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = BODY;
}
"""
CTYPES = {"float32": "float", "float64": "double", "int64": "int64_t"}


def verified(
    make_op: MakeOp,
    verify: Verify,
    body: str,
    reference: str,
    *,
    values: str = "shape = [3, 4]\nseed = 1",
    dtype: str = "float32",
    result: str = "",
    model: str = "",
) -> OpState:
    result = result or dtype
    toml = TOML.replace("DTYPE", dtype).replace("RESULT", result).replace("VALUES", values)
    toml = toml.replace("REFERENCE", reference)
    toml = toml.replace("[[model.inputs]]", f"[model]\n{model}\n\n[[model.inputs]]", 1)
    kernel = KERNEL.replace("FROM", CTYPES[dtype]).replace("TO", CTYPES[result])
    return verify(make_op(toml, kernel.replace("BODY", body)))


def status(state: OpState) -> str:
    report = state.report()
    assert report.stages["run"].status == "ok", report.error
    return report.status


def test_a_float64_kernel_that_computes_in_float32(make_op: MakeOp, verify: Verify) -> None:
    wrong = "static_cast<float>(x[i]) / 3.0f"
    state = verified(make_op, verify, wrong, "x / 3", dtype="float64")
    assert status(state) == "differs"
    assert status(verified(make_op, verify, "x[i] / 3", "x / 3", dtype="float64")) == "agrees"


@pytest.mark.parametrize(
    ("wrong", "dtype"),
    [
        pytest.param("1e-8f", "float32", marks=large),
        ("9e-6f", "float32"),
        pytest.param("1e-8", "float64", marks=large),
    ],
)
def test_a_small_number_where_nothing_is_due(
    make_op: MakeOp, verify: Verify, wrong: str, dtype: str
) -> None:
    body = f"i ? 0 : {wrong}"
    assert status(verified(make_op, verify, body, "0 * x", dtype=dtype)) == "differs"


def test_a_kernel_whose_small_results_are_lost(make_op: MakeOp, verify: Verify) -> None:
    """All of the output is near 1e-8, and the kernel gives zeros."""
    state = verified(make_op, verify, "x[i] - x[i]", "1e-8 * x")
    assert status(state) == "differs"
    assert status(verified(make_op, verify, "1e-8f * x[i]", "1e-8 * x")) == "agrees"


@pytest.mark.parametrize(
    "wide",
    some(["atol = 5.0", "rtol = 5.0", "atol = 5.0\nrtol = 5.0"], ["atol = 5.0\nrtol = 5.0"]),
)
def test_whole_numbers_are_exact_whatever_is_set(
    make_op: MakeOp, verify: Verify, wide: str
) -> None:
    values = "shape = [3]\nvalue = [3, 4, 5]"
    state = verified(
        make_op, verify, "2 * x[i] + (i == 1)", "2 * x", values=values, dtype="int64", model=wide
    )
    assert status(state) == "differs"


BY_LITTLE = [
    # of the element's last place 24 units too much: within the type's tolerance of 1.3e-6
    ("x[i] * 3 * (1 + 24 * std::numeric_limits<float>::epsilon())", "x * 3"),
    ("std::exp(x[i]) * (1 - 2e-6f)", "torch.exp(x)"),
    # a constant with too few digits
    ("x[i] * 3.14158f", "x * 3.14159265358979"),
    ("i == 5 ? x[i] * 3 * (1 + 2e-6f) : x[i] * 3", "x * 3"),
]


@pytest.mark.parametrize(("wrong", "reference"), BY_LITTLE)
def test_a_few_units_in_the_last_place(
    make_op: MakeOp, verify: Verify, wrong: str, reference: str
) -> None:
    state = verified(make_op, verify, wrong, reference)
    assert status(state) == "differs"
    assert state.report().rounding.used > 1


def test_the_budget_and_what_is_used_of_it_are_told(make_op: MakeOp, verify: Verify) -> None:
    state = verified(make_op, verify, "std::exp(x[i])", "torch.exp(x)")
    report = state.report()
    assert report.status == "agrees"
    assert 0 <= report.rounding.error < report.rounding.budget
    assert report.rounding.text.endswith(" ULP")


SUM = "[&] { float s = 0; for (int64_t k = 0; k < 400000; ++k) s += x[i] / (k + 1); return s; }()"
LONG = "(x.double() / torch.arange(1, 400001)[:, None]).sum(0).float()"


def test_a_long_sum_that_rounds_more_than_is_usual(make_op: MakeOp, verify: Verify) -> None:
    """The type's tolerance would call it wrong."""
    values = "value = [0.1, 0.3, 1.7, 2.9]\nshape = [4]"
    state = verified(make_op, verify, SUM, LONG, values=values)
    assert status(state) == "agrees"
    rounding = state.report().rounding
    assert rounding.error * 2**-23 > 1.3e-6 + 1e-5  # more than the type allows
    (told,) = [p for p in state.all_problems() if p.kind == "rounding"]
    assert told.severity == "warning"
    assert (
        f"{rounding.beyond} of the 4 elements of 'y' differ from what is expected" in told.message
    )
    assert "by more than is usual for float32" in told.message
    wrong = SUM.replace("return s", "return s * 1.01f")
    assert status(verified(make_op, verify, wrong, LONG, values=values)) == "differs"


def test_rounding_to_whole_numbers_is_no_rounding_error(make_op: MakeOp, verify: Verify) -> None:
    """What rounds by the processor's mode moves by one; that must hide nothing."""
    values = "value = [0.5, 1.5, 2.5, -0.5, 1234.5, 70000.5]\nshape = [6]"
    right, wrong = "std::nearbyint(x[i])", "std::round(x[i])"
    assert status(verified(make_op, verify, right, "torch.round(x)", values=values)) == "agrees"
    assert status(verified(make_op, verify, wrong, "torch.round(x)", values=values)) == "differs"


@pytest.mark.parametrize(
    "when", ["std::abort();", "for (;;) ;", "throw 1;", 'std::fputs("again", stderr);']
)
def test_a_kernel_that_minds_how_it_is_rounded(make_op: MakeOp, verify: Verify, when: str) -> None:
    """It is measured in a copy; without a measurement the type's tolerance holds."""
    odd = "[&] { volatile float one = 1; if (one + 1e-10f != 1 || one - 1e-10f != 1) { %s } "
    body = odd % when + "return x[i] * 3 * (1 + 8 * std::numeric_limits<float>::epsilon()); }()"
    state = verified(make_op, verify, body, "x * 3")
    report = state.report()
    if "again" in when:
        assert report.status == "differs"
        assert report.rounding is not None
        return
    assert status(state) == "agrees"
    assert report.rounding is None


def test_a_kernel_with_a_thread_of_its_own(make_op: MakeOp, verify: Verify) -> None:
    """A copy of the process has no such thread, so that it would wait without end."""
    toml = TOML.replace("DTYPE", "float32").replace("RESULT", "float32")
    toml = toml.replace("VALUES", "shape = [3, 4]\nseed = 1").replace("REFERENCE", "x * 3")
    start = time.monotonic()
    state = verify(make_op(toml, POOLED))
    assert status(state) == "agrees"
    assert state.report().rounding is None
    assert state.report().stages["export"].seconds < 4
    assert time.monotonic() - start < 60


POOLED = """
#include <workbench/tensor.h>

#include <condition_variable>
#include <limits>
#include <mutex>
#include <thread>

namespace {
struct Pool {
  std::mutex mutex;
  std::condition_variable changed;
  const float* from = nullptr;
  float* to = nullptr;
  int64_t count = 0;
  Pool() {
    std::thread([this] {
      std::unique_lock lock(mutex);
      for (;;) {
        changed.wait(lock, [this] { return count > 0; });
        for (; count > 0; --count)
          to[count - 1] = from[count - 1] * 3 * (1 + 8 * std::numeric_limits<float>::epsilon());
        changed.notify_all();
      }
    }).detach();
  }
};
}  // namespace

void scaled(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y) {
  static Pool& pool = *new Pool;
  std::unique_lock lock(pool.mutex);
  pool.from = x.data(), pool.to = y.data(), pool.count = y.numel();
  pool.changed.notify_all();
  pool.changed.wait(lock, [] { return pool.count == 0; });
}
"""


def shapes_of(file: Path) -> set[tuple[int, ...]]:
    try:
        with np.load(file) as arrays:
            return {arrays[name].shape for name in arrays}
    except (OSError, ValueError, EOFError, zipfile.BadZipFile):  # another test's, damaged
        return set()


@pytest.mark.parametrize("damage", some([b"", b"PK and no more", None], [b"PK and no more"]))
def test_what_is_kept_of_a_reference_and_damaged_is_measured_anew(
    make_op: MakeOp, verify: Verify, damage: bytes | None
) -> None:
    columns = {b"": 11, b"PK and no more": 12, None: 13}[damage]  # no other test has this shape
    values = f"shape = [7, {columns}]\nseed = 1"
    first = verified(make_op, verify, BY_LITTLE[0][0], BY_LITTLE[0][1], values=values)
    kept = paths.cache_dir().glob("rounding/*/rounding.npz")
    (file,) = (f for f in kept if (7, columns) in shapes_of(f))
    if damage is None:
        np.savez(file, other=np.ones(3))
    else:
        file.write_bytes(damage)
    body = BY_LITTLE[0][0] + " + 0"
    again = verified(make_op, verify, body, BY_LITTLE[0][1], values=values)
    assert first.report().rounding == again.report().rounding
    with np.load(file) as arrays:
        assert "other" not in arrays
