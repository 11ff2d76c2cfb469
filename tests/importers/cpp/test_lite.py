"""ONNX Runtime's lite API, and op structs whose methods stand elsewhere."""

from __future__ import annotations

import pytest

from workbench.core.check import check_op
from workbench.importers.cpp.drafting.draft import draft_of
from workbench.importers.cpp.search.candidates import Candidate, find_candidates
from workbench.importers.cpp.search.choice import chosen
from workbench.importers.drafts.draft import Draft

SHIFT = """
using namespace Ort::Custom;
namespace mine {
struct Shift {
  Shift(const OrtApi* api, const OrtKernelInfo* info) {
    by_ = Ort::ConstKernelInfo(info).GetAttribute<float>("by");
    api->KernelInfoGetAttribute_int64(info, "times", &times_);
    // own.GetAttribute<float>("gone");
  }
  void Compute(const Tensor<float>& X, Tensor<float>& Y);
};
}
"""
MAKES = 'auto op = CreateLiteCustomOp<mine::Shift>("Shift", "CPUExecutionProvider");\n'


def found(text: str) -> list[Candidate]:
    return find_candidates({"a.cc": text})


def draft(text: str, number: int = 0, **more: str) -> Draft:
    texts = {"a.cc": text, **more}
    made = draft_of(find_candidates(texts)[number], texts)
    assert check_op(made.op) == []
    return made


def test_a_struct_gives_its_tensors_and_its_attributes() -> None:
    made = draft(SHIFT + MAKES)
    (node,) = made.op.mapping.nodes
    assert [(a.name, a.type, a.dtype) for a in made.op.args] == [
        ("X", "tensor", "float32"), ("by", "float", "float32"), ("times", "int", "float32")]  # fmt: skip
    assert (node.op, node.inputs) == ("custom::Shift", ("X",))
    assert [(a.name, a.type) for a in node.attributes] == [("by", "float"), ("times", "int")]
    assert (made.op.outputs[0].name, made.op.outputs[0].dtype) == ("Y", "float32")


def test_what_nothing_registers_is_registered_in_a_file_of_its_own() -> None:
    made = draft(SHIFT + MAKES + 'Ort::CustomOpDomain d{"my.own"};')
    assert (made.op.ort.implementation, made.op.ort.source) == ("own", "shift_ort.cpp")
    text = made.texts["shift_ort.cpp"]
    assert '#include "a.cc"' in text
    assert 'CreateLiteCustomOp<mine::Shift>("Shift", "CPUExecutionProvider")' in text
    assert 'CustomOpDomain("my.own")' in text
    assert made.op.kernel.sources == ()
    assert any(g.key == "ort.source" and "no file defines" in g.message for g in made.gaps)


def test_the_domain_of_such_a_file_is_no_guess() -> None:
    made = draft(SHIFT + MAKES)
    assert 'CustomOpDomain("custom")' in made.texts["shift_ort.cpp"]
    assert not [g for g in made.gaps if g.key == "mapping.nodes[0].op"]


def test_what_another_file_registers_stays_as_it_is() -> None:
    registers = (
        'extern "C" OrtStatus* RegisterCustomOps(OrtSessionOptions* o, const OrtApiBase* b) {'
        ' Ort::CustomOpDomain d{"far"}; add(d); return nullptr; }'
    )
    made = draft(SHIFT + MAKES, **{"lib.cc": registers})
    assert (made.op.ort.source, made.op.kernel.sources) == ("a.cc", ("lib.cc",))
    assert made.op.mapping.nodes[0].op == "far::Shift"


@pytest.mark.parametrize(
    ("call", "op", "name"),
    [
        (
            'CreateLiteCustomOp("Twice", "CPUExecutionProvider", twice<float>)',
            "Twice",
            "twice<float>",
        ),
        ('CustomCpuFuncV2("Two", twice<float>)', "Two", "twice<float>"),
        ("CreateLiteCustomOp(kName, kCpu, &twice<float>)", "Named", "twice<float>"),
    ],
)
def test_a_function_with_the_types_and_the_name_that_it_is_registered_with(
    call: str, op: str, name: str
) -> None:
    text = f"""
    const char* kName = "Named";
    template <typename T> void twice(const ortc::Tensor<T>& x, T by, ortc::Tensor<T>& y) {{}}
    // CreateLiteCustomOp("Old", "CPUExecutionProvider", twice<int64_t>);
    auto made = {call};
    """
    made = draft(text)
    assert [c.name for c in found(text)] == [name]
    assert [(a.name, a.dtype) for a in made.op.args] == [("x", "float32"), ("by", "float32")]
    assert made.op.example("by").shape == (1,)
    assert made.op.mapping.nodes[0].op == f"custom::{op}"


def test_a_span_has_one_dimension_and_the_operators_name_chooses() -> None:
    text = """
    void helper(const TensorShapeVec& in, TensorShapeVec& out) {}
    void f(const Ort::Custom::Span<float>& x, Ort::Custom::Tensor<float>& y) {}
    auto made = Ort::Custom::CreateLiteCustomOp("Named", "CPUExecutionProvider", f);
    """
    assert [c.name for c in chosen(found(text), "Named")] == [c.name for c in found(text)] == ["f"]
    assert len(draft(text).op.example("x").shape) == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("template <class T> void f(const Ort::Custom::Tensor<T>& x, Ort::Custom::Tensor<T>& y) {}",
         "nothing says with which types"),
        ("void f(const Ort::Custom::Tensor<float>& x) {}", "it has no output"),
        ('auto a = CustomCpuStructV2("Gone", KernelGone);', "KernelGone is not in these files"),
        ("void f(std::string s, Ort::Custom::Tensor<float>& y) {}", "tensor of strings"),
    ],
)  # fmt: skip
def test_what_cannot_be_an_op_says_why(text: str, words: str) -> None:
    (candidate,) = found(text)
    assert words in candidate.problem


CLASSIC = """
struct FooOp : OrtW::CustomOpBase<FooOp, FooKernel> {
  const char* GetName() const;
  size_t GetInputTypeCount() const;
  size_t GetOutputTypeCount() const { return 1; }
  ONNXTensorElementDataType GetInputType(size_t index) const;
  OrtCustomOpInputOutputCharacteristic GetInputCharacteristic(size_t index) const;
  ONNXTensorElementDataType GetOutputType(size_t) const { return ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT; }
};
"""
BODIES = """
static const char* kFoo = "Foo";
FooKernel::FooKernel(Ort::CustomOpApi api, const OrtKernelInfo* info)
    : alpha_(api.KernelInfoGetAttribute<float>(info, "alpha")) {
  mode_ = api.KernelInfoGetAttribute<std::string>(info, "mode");
}
const char* FooOp::GetName() const { return kFoo; }
size_t FooOp::GetInputTypeCount() const { return 3; }
ONNXTensorElementDataType FooOp::GetInputType(size_t index) const {
  return index == 1 ? ONNX_TENSOR_ELEMENT_DATA_TYPE_INT64 : ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT;
}
OrtCustomOpInputOutputCharacteristic FooOp::GetInputCharacteristic(size_t index) const {
  return index >= 2 ? INPUT_OUTPUT_OPTIONAL : INPUT_OUTPUT_REQUIRED;
}
"""


def test_an_op_structs_methods_may_stand_in_another_file() -> None:
    made = draft('#include "foo.hpp"\n' + BODIES, **{"foo.hpp": CLASSIC})
    op = made.op
    assert op.mapping.nodes[0].op == "custom::Foo"
    assert [(a.name, a.type, a.optional) for a in op.args] == [
        ("x0", "tensor", False), ("x1", "tensor", False), ("x2", "tensor", True),
        ("alpha", "float", False), ("mode", "str", False)]  # fmt: skip
    assert op.ort.structs == ("FooOp",)


def test_structs_of_one_name_in_two_namespaces_have_their_own_methods() -> None:
    text = "".join(
        f"namespace {n} {{ struct FooOp : Ort::CustomOpBase<FooOp, K> {{"
        f' const char* GetName() const {{ return "{n.upper()}"; }} }}; }}\n'
        for n in ("a", "b")
    )
    assert [c.struct.op for c in found(text) if c.struct is not None] == ["A", "B"]


def test_a_type_that_torch_has_not_is_no_element_type() -> None:
    undefined = CLASSIC.replace("DATA_TYPE_FLOAT", "DATA_TYPE_UNDEFINED")
    made = draft(undefined + BODIES)
    assert made.op.outputs[0].dtype == "x0"
    text = CLASSIC.replace("DATA_TYPE_FLOAT", "DATA_TYPE_STRING") + BODIES
    assert "torch has no tensors of strings" in found(text)[0].problem


def test_a_struct_in_a_header_is_in_the_library_of_the_file_that_registers_it() -> None:
    texts = {
        "foo.cc": '#include "foo.h"\n' + BODIES,
        "foo.h": CLASSIC,
        "all.cc": '#include "foo.h"\nextern "C" OrtStatus* RegisterCustomOps(OrtSessionOptions* o, '
        'const OrtApiBase* b) { Ort::CustomOpDomain d{"far"}; add(d); return nullptr; }',
    }
    chosen_one = next(c for c in find_candidates(texts) if c.struct is not None)
    made = draft_of(chosen_one, texts)
    assert (made.op.ort.source, made.op.ort.structs) == ("all.cc", ())
    assert made.op.kernel.sources == ("foo.cc",)
    assert set(made.texts) == set(texts)


VARIANT = """
namespace Ort::Custom {
template <typename R, typename... Args>
OrtLiteCustomOp* CreateLiteCustomOpV2(const char* name, const char* provider, R (*f)(Args...));
}
namespace OrtW { struct API { static API& instance(const OrtApi* api = nullptr) noexcept; }; }
"""


def test_a_variant_of_the_lite_api_makes_its_ops_itself() -> None:
    text = '#include "variant.h"\nOrtStatusPtr twice(const ortc::Tensor<float>& x, ortc::Tensor<float>& y);\n'
    made = draft(text, **{"variant.h": VARIANT})
    (file,) = (t for n, t in made.texts.items() if n.endswith("_ort.cpp"))
    assert "onnxruntime_lite_custom_op.h" not in file
    assert 'Ort::Custom::CreateLiteCustomOpV2("twice", "CPUExecutionProvider", &twice)' in file
    assert "OrtW::API::instance(base->GetApi(ORT_API_VERSION));" in file


@pytest.mark.parametrize(
    ("more", "defines"),
    [
        ('extern "C" {\nint\nORT_API_CALL GetActiveOrtAPIVersion();\n}\n', True),
        ("int ORT_API_CALL GetActiveOrtAPIVersion() { return 17; }\n", False),
        ("", False),
    ],
    ids=["declared", "defined", "none"],
)
def test_what_a_variant_asks_for_the_version_of_the_interface_is_defined(
    more: str, defines: bool
) -> None:
    """Its own definition is where it registers all its ops, which does not come along."""
    text = '#include "variant.h"\nOrtStatusPtr twice(const ortc::Tensor<float>& x, ortc::Tensor<float>& y);\n'
    made = draft(text, **{"variant.h": VARIANT + more})
    (file,) = (t for n, t in made.texts.items() if n.endswith("_ort.cpp"))
    assert (
        "int GetActiveOrtAPIVersion() { return static_cast<int>(ORT_API_VERSION); }" in file
    ) == defines


def test_of_an_operators_kernels_that_for_the_processor_is_meant() -> None:
    text = """
    void f_gpu(const ortc::Tensor<float>& x, ortc::Tensor<float>& y);
    void f(const ortc::Tensor<float>& x, ortc::Tensor<float>& y);
    auto a = CustomCudaFuncV2("F", f_gpu);
    auto b = CustomCpuFuncV2("F", f);
    """
    assert [c.name for c in chosen(found(text), "F")] == ["f"]
    assert [c.name for c in chosen(found(text), "f_gpu")] == ["f_gpu"]
    assert [c.name for c in found(text)] == ["f", "f_gpu"]


def test_an_attribute_that_is_a_tensor_comes_of_a_list_of_numbers() -> None:
    text = BODIES.replace(
        "  mode_ =",
        '  api->KernelInfoGetAttribute_tensor(info, "weights", allocator, &value);\n  mode_ =',
    )
    (made,) = [draft(CLASSIC + text)]
    (weights,) = [a for a in made.op.args if a.name == "weights"]
    assert weights.type == "float[]"
    (attribute,) = [a for a in made.op.mapping.nodes[0].attributes if a.name == "weights"]
    assert (attribute.type, attribute.arg, attribute.dtype) == ("tensor", "weights", "float32")
    assert any("'weights' is a tensor" in g.message for g in made.gaps)


def test_an_attribute_that_is_a_list_of_floats_is_one() -> None:
    text = BODIES.replace(
        "  mode_ =",
        '  api->KernelInfoGetAttributeArray_float(info, "anchors", values, &n);\n  mode_ =',
    )
    made = draft(CLASSIC + text)
    assert [a.type for a in made.op.args if a.name == "anchors"] == ["float[]"]


def test_what_a_base_of_the_kernel_reads_is_an_attribute_too() -> None:
    text = """
    #include <onnxruntime_lite_custom_op.h>
    namespace my {
    template <class T> struct Base {
      Base(const OrtApi* api, const OrtKernelInfo* info) {
        api->KernelInfoGetAttribute_int64(info, "axis", &axis_);
      }
      int64_t axis_;
    };
    struct Twice : public my::Base<float> {
      Twice(const OrtApi* api, const OrtKernelInfo* info) : Base(api, info) {
        api->KernelInfoGetAttribute_float(info, "by", &by_);
      }
      void Compute(const Ort::Custom::Tensor<float>& x, Ort::Custom::Tensor<float>& y) {}
      float by_;
    };
    struct Unrelated { void f() { api->KernelInfoGetAttribute_int64(info, "other", &axis_); } };
    }
    auto* op = Ort::Custom::CreateLiteCustomOp<my::Twice>("Twice", "CPUExecutionProvider");
    """
    made = draft(text)
    assert [(a.name, a.type) for a in made.op.args] == [
        ("x", "tensor"),
        ("axis", "int"),
        ("by", "float"),
    ]
