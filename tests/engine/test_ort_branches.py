"""One kernel behind several custom nodes: what each node does not say follows from its branch."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from onnx import TensorProto, helper

from tests.engine.bindings import Host
from workbench.core.declaration.op import Op
from workbench.core.storage import op_file
from workbench.engine.build import build
from workbench.engine.store import Store

TOML = """
schema = 1
name = "note"
torch = "tests::note"
args = [
  { name = "x" },
  { name = "mask", optional = true },
  { name = "use_mask", type = "bool" },
  { name = "stride_h", type = "int" },
  { name = "stride_w", type = "int" },
  { name = "scale", type = "float", default = 0.5 },
  { name = "axes", type = "int[]" },
]
outputs = [{ name = "y", dtype = "float64", shape = "[7, int(scale * 2)]" }]

[[mapping.nodes]]
op = "test::Note"
inputs = ["x", "mask"]
outputs = ["y"]
when = "use_mask and mask is not None"
attributes = [
  { name = "strides", type = "ints", rule = "[stride_h, stride_w]" },
  { name = "scale", type = "tensor", arg = "scale" },
  { name = "axes", type = "tensor", dtype = "int64", arg = "axes" },
]

[[mapping.nodes]]
op = "test::Note"
inputs = ["x"]
outputs = ["y"]
when = "not use_mask"
attributes = [
  { name = "strides", type = "ints", rule = "[stride_h, stride_w]" },
  { name = "axes", type = "tensor", dtype = "int64", arg = "axes" },
]

[[mapping.nodes]]
op = "test::NoteMasked"
inputs = ["x"]
outputs = ["y"]
when = "use_mask and mask is None"
attributes = [
  { name = "h", type = "int", arg = "stride_h" },
  { name = "w", type = "int", arg = "stride_w" },
  { name = "axes", type = "ints", rule = "axes" },
]
"""
KERNEL = """
#include <workbench/tensor.h>
void note(const wb::Context&, wb::Tensor<const float> x,
          std::optional<wb::Tensor<const float>> mask, bool use_mask, int64_t h, int64_t w,
          double scale, wb::Span<const int64_t> axes, wb::Tensor<double> y) {
  double digits = 0;
  for (int64_t axis : axes) digits = 10 * digits + static_cast<double>(axis);
  const double seen[] = {x[0], mask ? mask->item() : -1.0, use_mask ? 1.0 : 0.0,
                         static_cast<double>(h), static_cast<double>(w), scale, digits};
  for (int64_t i = 0; i < 7; ++i) {
    for (int64_t j = 0; j < y.size(1); ++j) y(i, j) = seen[i];
  }
}
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("note")
    (folder / "kernel.cpp").write_text(KERNEL)
    op = op_file.convert(tomllib.loads(TOML), Op)
    return Path(build.build(folder, op, Store(), build.Reporter())[0].ort_library)


@pytest.fixture(scope="module")
def run(library: Path) -> Iterator[Any]:
    with Host("tests.engine.ort_child") as host:

        def call(op: str, *inputs: float, **attributes: Any) -> Any:
            values = {f"i{k}": np.array([v], np.float32) for k, v in enumerate(inputs)}
            (result,) = host("run", library, op, values, domain="test", attributes=attributes)[
                "values"
            ]
            assert (result == result[:, :1]).all()
            return [result.shape[1], *result[:, 0].tolist()]

        yield call


def tensor(dtype: int, *values: float) -> Any:
    return helper.make_tensor("t", dtype, [len(values)], values)


def test_node_with_the_input_and_all_attributes(run: Any) -> None:
    axes, scale = tensor(TensorProto.INT64, 3, 4), tensor(TensorProto.FLOAT, 1.5)
    seen = run("Note", 8, 9, strides=[5, 6], axes=axes, scale=scale)
    assert seen == [3, 8, 9, 1, 5, 6, 1.5, 34]


def test_node_without_the_input_is_of_the_other_branch(run: Any) -> None:
    seen = run("Note", 8, strides=[5, 6], axes=tensor(TensorProto.INT64, 3))
    assert seen == [1, 8, -1, 0, 5, 6, 0.5, 3]


def test_other_operator_has_its_own_parameters(run: Any) -> None:
    assert run("NoteMasked", 8, h=5, w=6, axes=[1, 2]) == [1, 8, -1, 1, 5, 6, 0.5, 12]
