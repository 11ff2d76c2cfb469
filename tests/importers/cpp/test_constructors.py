"""How op structs are made, in drafts from C++."""

from __future__ import annotations

from workbench.core.check import check_op
from workbench.importers.cpp.drafting.draft import draft_of
from workbench.importers.cpp.search.candidates import find_candidates

OP = """
struct MyCustomOp : Ort::CustomOpBase<MyCustomOp, Kernel> {
  explicit MyCustomOp(%s) : provider_(provider) {}
  const char* GetName() const { return "MyOp"; }
  size_t GetInputTypeCount() const { return 1; }
  size_t GetOutputTypeCount() const { return 1; }
  ONNXTensorElementDataType GetInputType(size_t) const { return ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT; }
  ONNXTensorElementDataType GetOutputType(size_t) const { return ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT; }
};
"""


def drafted(parameters: str):
    texts = {"op.cpp": OP % parameters}
    return draft_of(find_candidates(texts)[0], texts)


def test_a_draft_says_how_its_struct_is_made() -> None:
    made = drafted("const char* provider, void* compute_stream")
    assert made.op.ort.structs == ('MyCustomOp("CPUExecutionProvider", nullptr)',)
    assert check_op(made.op) == []
    assert drafted("").op.ort.structs == ("MyCustomOp",)


def test_what_nobody_says_is_a_gap() -> None:
    made = drafted("const char* provider, float scale")
    assert made.op.ort.structs == ("MyCustomOp",)
    (gap,) = (g for g in made.gaps if g.key == "ort.structs")
    assert gap.message.startswith("MyCustomOp is made with 'float scale', and nothing says")
    assert """structs = ['MyCustomOp("CPUExecutionProvider", …)']""" in gap.message
    (gap,) = (g for g in drafted("const char* op_name").gaps if g.key == "ort.structs")
    assert "structs = ['MyCustomOp(…)']" in gap.message
