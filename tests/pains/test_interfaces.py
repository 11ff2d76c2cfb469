"""Kinds of arguments, element types and registrations that tools treat differently: one declaration for all."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import onnx
import onnx.shape_inference
import onnxruntime
import pytest
from onnxruntime.capi.onnxruntime_pybind11_state import Fail

from tests.cli.conftest import Run, run
from tests.conftest import TWICE_KERNEL, MakeOp, Verify
from tests.engine.building import with_kernel
from tests.large import large
from workbench.core.codegen import kernel_head
from workbench.core.jobs import ExportResult
from workbench.core.storage import op_file

__all__ = ["run"]

EXPORTERS = {"torchscript": 17, "torch.export": 18}

ALL = """
schema = 1
name = "weighted"
torch = "wb_test::weighted"

[[args]]
name = "parts"
type = "tensor[]"

[[args]]
name = "bias"
optional = true

[[args]]
name = "weights"
type = "float[]"

[[args]]
name = "axes"
type = "int[]"
default = [0]

[[outputs]]
name = "y"
dtype = "bias"
shape = "parts[0].shape"

[[mapping.nodes]]
op = "test.custom::Weighted"
inputs = ["bias", "parts"]
outputs = ["y"]
attributes = [
  { name = "weights", type = "floats", arg = "weights" },
  { name = "axes", type = "ints", arg = "axes" },
]

[model]
exporter = "EXPORTER"
opset = OPSET

[[model.inputs]]
arg = "parts[0]"
shape = [2, 3]
seed = 1

[[model.inputs]]
arg = "parts[1]"
shape = [2, 3]
seed = 2
BIAS
[[model.inputs]]
arg = "weights"
value = [0.5, 2.0]

[[model.inputs]]
arg = "axes"
value = [1, 2]

[reference]
python = "sum(w * p for w, p in zip(weights, parts)) + sum(axes) + (bias if bias is not None else 0)"
"""
BIAS = """
[[model.inputs]]
arg = "bias"
shape = [2, 3]
seed = 3
"""
ALL_KERNEL = """
#include <workbench/tensor.h>

HEAD {
  for (int64_t i = 0; i < y.numel(); ++i) {
    float sum = bias ? (*bias)[i] : 0.0f;
    for (size_t p = 0; p < parts.size(); ++p) sum += static_cast<float>(weights[p]) * parts[p][i];
    for (const int64_t axis : axes) sum += static_cast<float>(axis);
    y[i] = sum;
  }
}
"""


@pytest.mark.parametrize(
    ("exporter", "bias"),
    [
        pytest.param("torchscript", BIAS, id="torchscript-present"),
        pytest.param("torchscript", "", id="torchscript-absent", marks=large),
        pytest.param("torch.export", BIAS, id="torch.export-present", marks=large),
        pytest.param("torch.export", "", id="torch.export-absent"),
    ],
)
def test_onnxruntime_13946_lists_variadic_and_optional_inputs(
    make_op: MakeOp, verify: Verify, exporter: str, bias: str
) -> None:
    """And onnxruntime 18911, onnxruntime-extensions 785 and 786: alike in every tool."""
    toml = ALL.replace("EXPORTER", exporter).replace("OPSET", str(EXPORTERS[exporter]))
    toml = toml.replace("BIAS", bias).replace('dtype = "bias"', 'dtype = "float32"')
    head = kernel_head(op_file.loads(toml, validate=False)).rstrip(";")
    state = verify(make_op(toml, ALL_KERNEL.replace("HEAD", head)))
    assert state.report().status == "agrees", state.report()


TO = """
schema = 1
name = "to_NAME"
torch = "wb_test::to_NAME"

[[args]]
name = "x"

[[outputs]]
name = "y"
dtype = "NAME"
shape = "x.shape"

[[mapping.nodes]]
op = "test.custom::CastTo"
inputs = ["x"]
outputs = ["y"]

[[model.inputs]]
arg = "x"
shape = [2, 3]

[reference]
python = "x.to(torch.NAME)"
"""
TO_KERNEL = """
#include <workbench/tensor.h>
void to_NAME(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<TYPE> y) {
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = static_cast<TYPE>(x[i]);
}
"""


def test_onnxruntime_23891_one_node_with_two_types_of_output(
    make_op: MakeOp, verify: Verify
) -> None:
    """ONNX Runtime infers the type of the first one registered; each has a library of its own."""
    for name, kind in (("float64", "double"), ("int64", "int64_t")):
        kernel = TO_KERNEL.replace("NAME", name).replace("TYPE", kind)
        state = verify(make_op(TO.replace("NAME", name), kernel))
        assert state.report().status == "agrees", state.report()
        result = state.current_result("export")
        assert isinstance(result, ExportResult)
        (output,) = onnx.load(result.model).graph.output
        declared = onnx.TensorProto.DOUBLE if name == "float64" else onnx.TensorProto.INT64
        assert output.type.tensor_type.elem_type == declared


LOADED = """
import sys
import numpy as np
import torch
import onnxruntime as ort
options = ort.SessionOptions()
options.register_custom_ops_library(sys.argv[1])
session = ort.InferenceSession(sys.argv[2], options, providers=["CPUExecutionProvider"])
given = np.load(sys.argv[3])
print(session.run(None, {i.name: given[i.name] for i in session.get_inputs()})[0].shape)
"""


def test_onnxsim_129_an_op_library_loads_after_torch(make_op: MakeOp, verify: Verify) -> None:
    """And it loads nothing of torch; the model keeps its shapes for tools that do not know the op."""
    state = verify(make_op())
    result, library = state.current_result("export"), state.report().ort_library
    assert isinstance(result, ExportResult)
    case = result.cases[0]
    done = subprocess.run(
        [sys.executable, "-c", LOADED, library, case.model, case.inputs],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout == "(2, 3)\n", done.stderr
    needed = subprocess.run(["readelf", "-d", library], capture_output=True, text=True, check=True)
    assert "torch" not in needed.stdout
    model = onnx.shape_inference.infer_shapes(onnx.load(case.model), strict_mode=True)
    assert len(model.graph.output[0].type.tensor_type.shape.dim) == 2


def test_pytorch_134815_the_model_is_compared_with_its_op_library(
    make_op: MakeOp, verify: Verify
) -> None:
    """torch's own comparison takes none, so that it cannot run such a model."""
    kernel = TWICE_KERNEL.replace("2 * x[i]", "3 * x[i]")
    assert verify(make_op(kernel=kernel)).report().status == "differs"
    model = verify(make_op()).current_result("export")
    assert isinstance(model, ExportResult)
    with pytest.raises(Fail, match=r"not a registered function/op"):
        onnxruntime.InferenceSession(model.model, providers=["CPUExecutionProvider"])


FAKE = """
#include <torch/library.h>
at::Tensor twice(const at::Tensor& x) { return 2 * x; }
at::Tensor meta(const at::Tensor& x) { return at::empty({7}, x.options()); }
TORCH_LIBRARY(wb_fake, m) { m.def("twice(Tensor x) -> Tensor"); }
TORCH_LIBRARY_IMPL(wb_fake, CPU, m) { m.impl("twice", &twice); }
TORCH_LIBRARY_IMPL(wb_fake, Meta, m) { m.impl("twice", &meta); }
"""


@large  # tests/engine/cells/test_opcheck.py holds the look itself
def test_pytorch_181851_a_fake_kernel_that_is_wrong(
    make_op: MakeOp, run: Run, tmp_path: Path
) -> None:
    toml = with_kernel('style = "libtorch"\nregistration = "own"').replace("wb_test", "wb_fake")
    toml = toml.replace("[[mapping", '[ort]\nimplementation = "export-only"\n\n[[mapping', 1)
    report = tmp_path / "report.json"
    done = run("check", make_op(toml, FAKE), "--json", report)
    assert done.returncode == 1
    (op,) = json.loads(report.read_text())["ops"]
    (look,) = [c for c in op["cells"] if c["levels"].get("look") == "opcheck"]
    assert look["status"] == "failed", look
    assert "the fake kernel gives other outputs than the kernel" in done.stdout
    assert "registers one itself" in done.stdout
