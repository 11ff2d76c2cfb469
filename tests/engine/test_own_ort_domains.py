"""A source with several domains, versions and types: each op is drafted as it is registered, and runs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.engine.own_ort import needs_headers
from workbench.core.declaration.op import Reference
from workbench.core.storage import project
from workbench.engine.client import Engine
from workbench.importers.cpp.drafting.draft import draft_of
from workbench.importers.cpp.search.candidates import find_candidates
from workbench.importers.cpp.search.choice import chosen
from workbench.importers.drafts.draft import write_draft

SOURCE = """
#include <onnxruntime_cxx_api.h>
#include <string>
#define BASE "wb.many"
#define EXACT BASE ".exact"
namespace many {
constexpr int kSince = 3;
template <class T>
struct ScaleKernel {
  explicit ScaleKernel(const OrtKernelInfo* info) : by(Ort::ConstKernelInfo(info).GetAttribute<float>("by")) {}
  void Compute(OrtKernelContext* context) {
    Ort::KernelContext ctx(context);
    auto x = ctx.GetInput(0);
    auto info = x.GetTensorTypeAndShapeInfo();
    auto y = ctx.GetOutput(0, info.GetShape());
    auto rest = ctx.GetOutput(1, info.GetShape());
    for (size_t i = 0; i < info.GetElementCount(); ++i) {
      y.GetTensorMutableData<T>()[i] = x.GetTensorData<T>()[i] * static_cast<T>(by);
      rest.GetTensorMutableData<int64_t>()[i] = static_cast<int64_t>(i);
    }
  }
  float by;
};
template <class T>
struct Scale : Ort::CustomOpBase<Scale<T>, ScaleKernel<T>> {
  explicit Scale(std::string provider) : provider_(std::move(provider)) {}
  void* CreateKernel(const OrtApi&, const OrtKernelInfo* info) const { return new ScaleKernel<T>(info); }
  const char* GetName() const { return "Scale"; }
  const char* GetExecutionProviderType() const { return provider_.c_str(); }
  size_t GetInputTypeCount() const { return 1; }
  ONNXTensorElementDataType GetInputType(size_t) const { return Ort::TypeToTensorType<T>::type; }
  size_t GetOutputTypeCount() const { return 2; }
  ONNXTensorElementDataType GetOutputType(size_t index) const;
  int GetStartVersion() const { return kSince; }
  std::string provider_;
};
template <class T>
ONNXTensorElementDataType Scale<T>::GetOutputType(size_t index) const {
  switch (index) {
    case 1: return ONNX_TENSOR_ELEMENT_DATA_TYPE_INT64;
    default: return Ort::TypeToTensorType<T>::type;
  }
}
}  // namespace many
"""
REGISTER = """
extern "C" OrtStatus* ORT_API_CALL RegisterCustomOps(OrtSessionOptions* options, const OrtApiBase* base) {
  Ort::InitApi(base->GetApi(ORT_API_VERSION));
  static const many::Scale<float> coarse("CPUExecutionProvider");
  static const many::Scale<double> exact("CPUExecutionProvider");
  static Ort::CustomOpDomain* one = new Ort::CustomOpDomain("wb.many");
  static Ort::CustomOpDomain* two = new Ort::CustomOpDomain(EXACT);
  one->Add(&coarse);
  two->Add(&exact);
  Ort::UnownedSessionOptions(options).Add(*one);
  Ort::UnownedSessionOptions(options).Add(*two);
  return nullptr;
}
"""

pytestmark = needs_headers


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine() as engine:
        yield engine


@pytest.mark.parametrize(
    ("text", "name", "node", "structs", "dtype"),
    [
        (SOURCE + REGISTER, "Scale<float>", "wb.many::Scale", (), "float32"),
        (SOURCE + REGISTER, "Scale<double>", "wb.many.exact::Scale", (), "float64"),
        (
            SOURCE + "using Wide = many::Scale<double>;\n",
            "Scale<double>",
            "custom::Scale",
            ('many::Scale<double>("CPUExecutionProvider")',),
            "float64",
        ),
    ],
    ids=["first domain", "second domain", "registered here"],
)
def test_it_runs_as_it_was_drafted(
    engine: Engine,
    tmp_path: Path,
    text: str,
    name: str,
    node: str,
    structs: tuple[str, ...],
    dtype: str,
) -> None:
    texts = {"scale.cpp": text}
    (candidate,) = chosen(find_candidates(texts), name)
    draft = draft_of(candidate, texts, "scale")
    op = draft.op
    assert (op.mapping.nodes[0].op, op.ort.since_version, op.ort.structs) == (node, 3, structs)
    assert [(a.name, a.type) for a in op.args] == [("x", "tensor"), ("by", "float")]
    assert [o.dtype for o in op.outputs] == [dtype, "int64"]
    counted = "torch.arange(x.numel()).reshape(x.shape)"
    op = replace(op, reference=Reference(python=f"(x * by, {counted})"))
    project.create_project(tmp_path / "p")
    folder = write_draft(replace(draft, op=op), tmp_path / "p", "scale")
    (state,) = engine.load([folder])
    assert not state.problems, state.problems
    engine.run([folder])
    report = state.report()
    assert report.status == "agrees", report
