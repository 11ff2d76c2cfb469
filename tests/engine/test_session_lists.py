"""An op that a session of ONNX Runtime computes for PyTorch, with lists of tensors in and out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.engine.own_ort import needs_headers
from workbench.core.declaration.op import Reference
from workbench.core.pipeline.op_state import OpReport
from workbench.core.storage import project
from workbench.engine.client import Engine
from workbench.importers.cpp.drafting.draft import draft_of
from workbench.importers.cpp.search.candidates import find_candidates
from workbench.importers.drafts.draft import write_draft

JOINED = """
schema = 1
name = "joined"
torch = "wb_session::joined"
args = [{ name = "xs", type = "tensor[]" }, { name = "axis", type = "int" }]
outputs = [{ name = "y", dtype = "xs", shape = "[xs[0].shape[0], unknown]" }]

[kernel]
style = "session"

[[mapping.nodes]]
op = "Concat"
inputs = ["xs"]
outputs = ["y"]
attributes = [{ name = "axis", type = "int", arg = "axis" }]

[ort]
implementation = "none"

[[model.inputs]]
arg = "xs[0]"
shape = [2, 3]

[[model.inputs]]
arg = "xs[1]"
shape = [2, 4]
seed = 1

[[model.inputs]]
arg = "axis"
value = 1

[reference]
python = "torch.cat(xs, axis)"
"""
PARTS = """
schema = 1
name = "parts"
torch = "wb_session::parts"
args = [{ name = "x" }, { name = "more", type = "tensor[]" }]
outputs = [
  { name = "ys", type = "tensor[]", dtype = "x", shape = "[x.shape[0] // 3, x.shape[1]]", count = "3" },
  { name = "sum", dtype = "x", shape = "x.shape" },
]

[kernel]
style = "session"

[[mapping.nodes]]
op = "Split"
inputs = ["x"]
outputs = ["ys"]
attributes = [{ name = "axis", type = "int", value = 0 }]

[[mapping.nodes]]
op = "Sum"
inputs = ["x", "more"]
outputs = ["sum"]

[ort]
implementation = "none"

[[model.inputs]]
arg = "x"
shape = [6, 3]

[[model.inputs]]
arg = "more[0]"
shape = [6, 3]
seed = 1

[[model.inputs]]
arg = "more[1]"
shape = [6, 3]
seed = 2

[reference]
python = "([*x.chunk(3)], x + more[0] + more[1])"
"""


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine() as engine:
        yield engine


def verified(engine: Engine, folder: Path, text: str) -> OpReport:
    (folder / "op.toml").write_text(text)
    (state,) = engine.load([folder])
    assert not state.problems, state.problems
    engine.run([folder])
    return state.report()


@pytest.mark.parametrize("exporter", ["torchscript", "torch.export"])
def test_a_list_goes_in(engine: Engine, tmp_path: Path, exporter: str) -> None:
    opset = 18 if exporter == "torch.export" else 17
    model = f'[model]\nexporter = "{exporter}"\nopset = {opset}\n\n[[model.inputs]]'
    state = verified(engine, tmp_path, JOINED.replace("[[model.inputs]]", model, 1))
    assert state.status == "agrees", state.problems


def test_a_list_comes_out_with_a_tensor_beside(engine: Engine, tmp_path: Path) -> None:
    state = verified(engine, tmp_path, PARTS)
    assert state.status == "agrees", state.problems


def test_a_list_of_which_nobody_says_how_long_it_is_is_told(engine: Engine, tmp_path: Path) -> None:
    state = verified(engine, tmp_path, PARTS.replace('count = "3"', 'count = "unknown"'))
    assert state.status == "failed"
    assert any("how many tensors 'ys' has" in p.message for p in state.problems), state.problems


SUMMED = """#include <onnxruntime_cxx_api.h>

struct SummedKernel {
  void Compute(OrtKernelContext* given) {
    Ort::KernelContext context(given);
    auto first = context.GetInput(0);
    auto shape = first.GetTensorTypeAndShapeInfo().GetShape();
    auto sum = context.GetOutput(0, shape);
    float* out = sum.GetTensorMutableData<float>();
    const size_t count = first.GetTensorTypeAndShapeInfo().GetElementCount();
    for (size_t j = 0; j < count; ++j) out[j] = 0;
    for (size_t i = 0; i < context.GetInputCount(); ++i) {
      const float* x = context.GetInput(i).GetTensorData<float>();
      for (size_t j = 0; j < count; ++j) out[j] += x[j];
    }
    if (context.GetOutputCount() > 1) {
      const int64_t one = 1;
      context.GetOutput(1, &one, 1).GetTensorMutableData<int64_t>()[0] = context.GetInputCount();
    }
  }
};
struct SummedOp : Ort::CustomOpBase<SummedOp, SummedKernel> {
  void* CreateKernel(const OrtApi&, const OrtKernelInfo*) const { return new SummedKernel; }
  const char* GetName() const { return "Summed"; }
  size_t GetInputTypeCount() const { return 1; }
  ONNXTensorElementDataType GetInputType(size_t) const { return ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT; }
  OrtCustomOpInputOutputCharacteristic GetInputCharacteristic(size_t) const {
    return INPUT_OUTPUT_VARIADIC;
  }
  size_t GetOutputTypeCount() const { return 2; }
  ONNXTensorElementDataType GetOutputType(size_t index) const {
    return index == 0 ? ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT : ONNX_TENSOR_ELEMENT_DATA_TYPE_INT64;
  }
  OrtCustomOpInputOutputCharacteristic GetOutputCharacteristic(size_t index) const {
    return index == 0 ? INPUT_OUTPUT_REQUIRED : INPUT_OUTPUT_OPTIONAL;
  }
};
"""


@needs_headers
def test_a_struct_of_any_number_of_inputs_is_drafted_and_agrees(
    engine: Engine, tmp_path: Path
) -> None:
    texts = {"summed.cc": SUMMED}
    draft = draft_of(find_candidates(texts)[0], texts)
    outputs = (draft.op.outputs[0], replace(draft.op.outputs[1], shape="[1]"))
    reference = Reference(python="(sum(x), torch.tensor([len(x)]))")
    op = replace(draft.op, outputs=outputs, reference=reference)
    project.create_project(tmp_path / "p")
    folder = write_draft(replace(draft, op=op), tmp_path / "p", op.name)
    (state,) = engine.load([folder])
    assert not state.problems, state.problems
    engine.run([folder])
    assert state.report().status == "agrees", state.report().problems
