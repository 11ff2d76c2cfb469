"""Element types that few ops have go all the way: unsigned numbers, floating-point numbers of 8 bits."""

from __future__ import annotations

from pathlib import Path

import ml_dtypes
import numpy as np
import onnx
import pytest

from tests.conftest import MakeOp, Verify
from tests.ops.declared import EXPORTERS, HEAD, MODEL, agreed, outputs
from workbench.core.types.dtypes import DTYPES

ROLL = (
    HEAD
    + """
[types]
T = ["uint16", "uint32", "uint64"]
[[args]]
name = "x"
dtype = "T"
[[outputs]]
name = "y"
dtype = "T"
shape = "x.shape"
[[mapping.nodes]]
op = "case.domain::Turn"
inputs = ["x"]
outputs = ["y"]
[kernel]
style = "STYLE"
source = "FILE"
[reference]
python = "x.long().flip(0).to(x.dtype)"
[model]
exporter = "torch.export"
opset = 18
[[model.inputs]]
arg = "x"
shape = [4]
dtype = "DTYPE"
value = [0, 1, 40000, 65535]
"""
)
PORTABLE = """
#include <workbench/tensor.h>
template <class T>
void case_op(const wb::Context&, wb::Tensor<const T> x, wb::Tensor<T> y) {
  for (int64_t i = 0; i < x.numel(); ++i) y[i] = x[x.numel() - 1 - i];
}
"""
LIBTORCH = """
#include <torch/all.h>
at::Tensor case_op(const at::Tensor& x) { return x.to(at::kLong).flip({0}).to(x.scalar_type()); }
"""
PYTHON = """
import torch
class case_op(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.long().flip(0).to(x.dtype)
"""


def turned(style: str, dtype: str) -> tuple[str, str]:
    text, file = {
        "portable": (PORTABLE, "kernel.cpp"),
        "libtorch": (LIBTORCH, "kernel.cpp"),
        "python": (PYTHON, "kernel.py"),
    }[style]
    toml = ROLL.replace("STYLE", style).replace("FILE", file).replace("DTYPE", dtype)
    if style == "libtorch":
        toml += '[ort]\nimplementation = "bridge"\n'
    return toml, text


@pytest.mark.parametrize("dtype", ["uint16", "uint32", "uint64"])
def test_unsigned_numbers(dtype: str, make_op: MakeOp, verify: Verify) -> None:
    graph = agreed(state := verify(make_op(*turned("portable", dtype))))
    assert graph.input[0].type.tensor_type.elem_type == DTYPES[dtype].onnx
    np.testing.assert_array_equal(
        outputs(state)["y"], np.array([65535, 40000, 1, 0], dtype), strict=True
    )


def test_numbers_of_uint64_that_no_signed_one_is(make_op: MakeOp, verify: Verify) -> None:
    toml, text = turned("portable", "uint64")
    assert "40000" in toml
    agreed(state := verify(make_op(toml.replace("40000", str(2**64 - 1)), text)))
    assert int(outputs(state)["y"].max()) == 2**64 - 1


def test_unsigned_numbers_of_a_bridge(make_op: MakeOp, verify: Verify) -> None:
    agreed(verify(make_op(*turned("libtorch", "uint16"))))


def test_an_exporter_that_lacks_a_type_names_the_one_that_knows_it(
    make_op: MakeOp, verify: Verify
) -> None:
    toml, text = turned("portable", "uint32")
    report = verify(make_op(toml.replace("torch.export", "torchscript"), text)).report()
    assert report.error is not None
    [problem] = [p for p in report.problems if p.key == "model.inputs[0].dtype"]
    assert problem.message == "the TorchScript exporter of torch knows no tensors of uint32"
    assert problem.hint == 'Use exporter = "torch.export" or another element type.'


FLOAT8 = (
    HEAD
    + """
[[args]]
name = "x"
dtype = "float32"
[[args]]
name = "s"
dtype = "DTYPE"
[[outputs]]
name = "y"
dtype = "DTYPE"
shape = "x.shape"
[[mapping.nodes]]
op = "case.domain::Scaled"
inputs = ["x", "s"]
outputs = ["y"]
[reference]
python = "(x * s.float()).to(torch.DTYPE)"
[[model.inputs]]
arg = "x"
file = "x.npy"
[[model.inputs]]
arg = "s"
shape = []
value = 0.5
"""
    + MODEL
    + "rtol = 0.0\natol = 0.0\n"
)
FLOAT8_KERNEL = """
#include <workbench/float8.h>
#include <workbench/tensor.h>
void case_op(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<const wb::DTYPE> s, wb::Tensor<wb::DTYPE> y) {
  for (int64_t i = 0; i < x.numel(); ++i) y[i] = x[i] * s.item();
}
"""


def every_step(dtype: str) -> np.ndarray:
    """What lies at, between and beside the numbers of a type, twice as large, and what is beyond."""
    numbers = np.arange(256, dtype=np.uint8).view(getattr(ml_dtypes, dtype)).astype(np.float32)
    numbers = np.sort(numbers[np.isfinite(numbers)])
    middles = (numbers[1:] + numbers[:-1]) / 2
    beside = [np.nextafter(middles, np.float32(s)) for s in (-np.inf, np.inf)]
    beyond = np.array([1e9, -1e9, np.inf, -np.inf, np.nan], np.float32)
    return 2 * np.concatenate([numbers, middles, *beside, beyond, beyond / 0.97])


@pytest.mark.parametrize("dtype", ["float8_e4m3fn", "float8_e5m2"])
def test_floating_point_numbers_of_8_bits_are_rounded_as_by_torch(
    dtype: str, make_op: MakeOp, verify: Verify
) -> None:
    folder = make_op(
        FLOAT8.replace("DTYPE", dtype).replace("EXPORTER", EXPORTERS[0]),
        FLOAT8_KERNEL.replace("DTYPE", dtype),
    )
    np.save(Path(folder) / "x.npy", every_step(dtype))
    for exporter in EXPORTERS:
        toml = FLOAT8.replace("DTYPE", dtype).replace("EXPORTER", exporter)
        (folder / "op.toml").write_text(toml)
        graph = agreed(state := verify(folder))
        assert graph.output[0].type.tensor_type.elem_type == DTYPES[dtype].onnx
        made = outputs(state)
        [(name, array)] = made.items()
        assert name == f"y@{dtype}"
        assert array.dtype == np.uint8


CAST = (
    HEAD
    + """
[[args]]
name = "x"
[[outputs]]
name = "y"
dtype = "float8_e4m3fn"
shape = "x.shape"
[[mapping.nodes]]
op = "Cast"
inputs = ["x"]
outputs = ["y"]
attributes = [{ name = "to", type = "int", value = 17 }]
[kernel]
style = "python"
source = "kernel.py"
[ort]
implementation = "none"
[[model.inputs]]
arg = "x"
shape = [200]
[model]
opset = 19
exporter = "EXPORTER"
"""
)
CAST_KERNEL = """
import torch
class case_op(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.to(torch.float8_e4m3fn)
"""


@pytest.mark.parametrize("exporter", EXPORTERS)
def test_numbers_of_8_bits_of_a_class_in_python_and_of_a_standard_node(
    exporter: str, make_op: MakeOp, verify: Verify
) -> None:
    folder = make_op(CAST.replace("EXPORTER", exporter), None)
    (folder / "kernel.py").write_text(CAST_KERNEL)
    graph = agreed(verify(folder))
    assert [n.op_type for n in graph.node] == ["Cast"]


def test_numbers_of_8_bits_of_a_bridge(make_op: MakeOp, verify: Verify) -> None:
    toml = FLOAT8.replace("DTYPE", "float8_e5m2").replace("EXPORTER", EXPORTERS[0])
    toml = toml.replace('file = "x.npy"', "shape = [50]")
    toml += (
        '[kernel]\nstyle = "libtorch"\nsource = "kernel.cpp"\n[ort]\nimplementation = "bridge"\n'
    )
    kernel = """
#include <torch/all.h>
at::Tensor case_op(const at::Tensor& x, const at::Tensor& s) {
  return (x * s.to(at::kFloat)).to(at::kFloat8_e5m2);
}
"""
    agreed(verify(make_op(toml, kernel)))


def test_unsigned_numbers_of_a_class_in_python(make_op: MakeOp, verify: Verify) -> None:
    toml, text = turned("python", "uint32")
    folder = make_op(toml + '[ort]\nimplementation = "export-only"\n', None)
    (folder / "kernel.py").write_text(text)
    graph = agreed(verify(folder), "export-only")
    assert graph.output[0].type.tensor_type.elem_type == DTYPES["uint32"].onnx


@pytest.mark.parametrize(
    ("dtype", "message", "hint"),
    [
        ("complex64", "ONNX Runtime has no tensors of complex numbers", "torch.view_as_real(x)"),
        ("string", "torch has no tensors of strings", "Pass a str argument"),
        ("int4", "no tensors that hold its elements", "Give int8"),
        ("float8_e4m3fnuz", "kernels have no type in C++ for it", "Give float8_e4m3fn or"),
    ],
)
def test_a_type_that_no_op_can_have_says_what_serves_instead(
    dtype: str, message: str, hint: str, make_op: MakeOp, verify: Verify
) -> None:
    toml, text = turned("portable", "uint16")
    report = verify(make_op(toml.replace('"uint64"]', f'"{dtype}"]'), text)).report()
    [problem] = [p for p in report.problems if p.key == "types.T"]
    assert message in problem.message
    assert hint in problem.hint


def test_onnx_means_the_same_by_our_types() -> None:
    for dtype in DTYPES.values():
        assert onnx.helper.tensor_dtype_to_string(dtype.onnx).lower().removeprefix(
            "tensorproto."
        ).replace("_", "") == dtype.onnx_type[7:-1].replace("_", "")
