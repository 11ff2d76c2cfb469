"""The shapes of an op for ONNX Runtime, as its kernel asks for them."""

from __future__ import annotations

import pytest

from workbench.core.check import check_op
from workbench.importers.cpp.drafting.draft import draft_of
from workbench.importers.cpp.search.candidates import find_candidates
from workbench.importers.drafts.draft import Draft

LITE = "Ort::Custom::Tensor<float>"


def draft(text: str) -> Draft:
    texts = {"a.cc": text}
    made = draft_of(find_candidates(texts)[0], texts)
    assert check_op(made.op) == []
    return made


def lite(body: str, head: str = f"const {LITE}& X, const {LITE}& W, {LITE}& Y") -> Draft:
    return draft(f"void f({head}) {{ {body} }}")


def guessed(made: Draft) -> bool:
    return any(g.key == "outputs[0].shape" for g in made.gaps)


@pytest.mark.parametrize(
    ("body", "rule"),
    [
        ("auto shape = W.Shape(); float* y = Y.Allocate(shape);", "W.shape"),
        ("Y.Allocate(W.Shape());", "W.shape"),
        ("const auto& s = X.Shape(); Y.Allocate({s[0], W.Shape()[1], 2});",
         "[X.shape[0], W.shape[1], 2]"),
        ("std::vector<int64_t> s{X.Shape()[0], X.Shape()[1] + 1}; Y.Allocate(s);",
         "[X.shape[0], X.shape[1] + 1]"),
        ("int64_t n = std::min(X.Shape()[0], W.Shape()[0]); Y.Allocate({n});",
         "[min(X.shape[0], W.shape[0])]"),
    ],
)  # fmt: skip
def test_what_a_kernel_allocates_is_the_shape(body: str, rule: str) -> None:
    made = lite(body)
    assert made.op.outputs[0].shape == rule
    assert not guessed(made)


@pytest.mark.parametrize(
    "body",
    [
        "auto s = W.Shape(); s[1] = 2; Y.Allocate(s);",
        "auto s = W.Shape(); s.push_back(2); Y.Allocate(s);",
        "auto s = W.Shape(); s.back() = 2; Y.Allocate(s);",
        "if (a) Y.Allocate(W.Shape()); else Y.Allocate(X.Shape());",
        "std::vector<float> kept; Y.Allocate(kept);",
        "",
    ],
)
def test_what_it_does_not_say_plainly_stays_a_guess(body: str) -> None:
    assert guessed(lite(body))


def test_a_size_that_is_not_known_is_left_to_the_kernel() -> None:
    made = lite("std::vector<float> kept; Y.Allocate({(int64_t)kept.size()});")
    assert made.op.outputs[0].shape == "[unknown]"


def test_a_span_has_one_size_and_a_number_is_no_size() -> None:
    span = "const Ort::Custom::Span<float>&"
    head = f"OrtKernelContext*, {span} a, {span} b, int32_t k, {LITE}* y"
    made = lite("auto n = std::min(a.size(), b.size()); y->Allocate({(int64_t)n});", head)
    assert made.op.outputs[0].shape == "[min(a.shape[0], b.shape[0])]"
    assert lite("y->Allocate({k});", head).op.outputs[0].shape == "[unknown]"


def test_what_may_be_missing_gives_no_shape() -> None:
    head = f"const {LITE}& X, std::optional<const {LITE}*> W, {LITE}& Y"
    assert guessed(lite("Y.Allocate(W.value()->Shape());", head))


CLASSIC = """
struct Kernel {
  void Compute(OrtKernelContext* context) {
    %s
  }
};
struct FooOp : Ort::CustomOpBase<FooOp, Kernel> {
  void* CreateKernel(const OrtApi& api, const OrtKernelInfo* info) const { return new Kernel(); }
  const char* GetName() const { return "Foo"; }
  size_t GetInputTypeCount() const { return 2; }
  size_t GetOutputTypeCount() const { return 1; }
  ONNXTensorElementDataType GetInputType(size_t) const { return ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT; }
  ONNXTensorElementDataType GetOutputType(size_t) const { return ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT; }
};
"""


@pytest.mark.parametrize(
    ("body", "rule"),
    [
        ("Ort::KernelContext ctx(context); auto w = ctx.GetInput(1);"
         "auto sizes = w.GetTensorTypeAndShapeInfo().GetShape();"
         "auto y = ctx.GetOutput(0, sizes);", "x1.shape"),
        ("Ort::KernelContext ctx(context); auto info = ctx.GetInput(1).GetTensorTypeAndShapeInfo();"
         "auto s = info.GetShape(); std::vector<int64_t> d{s[0], 3};"
         "auto y = ctx.GetOutput(0, d.data(), d.size());", "[x1.shape[0], 3]"),
        ("const OrtValue* w = ort_.KernelContext_GetInput(context, 1);"
         "OrtTensorTypeAndShapeInfo* info = ort_.GetTensorTypeAndShape(w);"
         "auto d = ort_.GetTensorShape(info);"
         "OrtValue* y = ort_.KernelContext_GetOutput(context, 0, d.data(), d.size());", "x1.shape"),
    ],
)  # fmt: skip
def test_a_struct_s_kernel_asks_for_its_output_with_a_shape(body: str, rule: str) -> None:
    made = draft(CLASSIC % body)
    assert made.op.outputs[0].shape == rule
    assert not guessed(made)


@pytest.mark.parametrize(
    "body",
    [
        "Ort::KernelContext ctx(context); auto w = ctx.GetInput(1);"
        "auto s = w.GetTensorTypeAndShapeInfo().GetShape(); int64_t n = s[0] * s[3];",
        "const OrtValue* w = ort_.KernelContext_GetInput(context, 1);"
        "Dimensions s(ort_, w); int n = s.data()[3];",
    ],
)
def test_an_input_has_the_dimensions_whose_sizes_are_read(body: str) -> None:
    made = draft(CLASSIC % body)
    assert len(made.op.model.inputs[1].shape) == 4


def test_an_input_of_which_the_kernel_takes_one_element_alone_has_one_in_the_example() -> None:
    made = lite(
        "if (X.Shape().size() < 2 || n.NumberOfElement() != 1) throw 1; Y.Allocate(X.Shape());",
        f"const {LITE}& X, const Ort::Custom::Tensor<int64_t>& n, {LITE}& Y",
    )
    example = made.op.model.inputs[1]
    assert (example.arg, example.shape) == ("n", (1,))
