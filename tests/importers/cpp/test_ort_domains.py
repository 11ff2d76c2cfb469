"""In which domain, since which version and with which types an op for ONNX Runtime is, as its files say it."""

from __future__ import annotations

import pytest

from workbench.importers.cpp.drafting.draft import draft_of
from workbench.importers.cpp.search.candidates import Candidate, find_candidates
from workbench.importers.cpp.search.registers import op_structs
from workbench.importers.cpp.syntax.found import OrtStruct
from workbench.importers.drafts.draft import Draft

HEAD = "#include <onnxruntime_cxx_api.h>\n"
KERNEL = "struct Kernel { void Compute(OrtKernelContext*) {} };\n"


def op_struct(name: str, op: str, more: str = "") -> str:
    return f"""
struct {name} : Ort::CustomOpBase<{name}, Kernel> {{
  void* CreateKernel(const OrtApi&, const OrtKernelInfo*) const {{ return new Kernel; }}
  const char* GetName() const {{ return "{op}"; }}
  size_t GetInputTypeCount() const {{ return 1; }}
  ONNXTensorElementDataType GetInputType(size_t) const {{ return ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT; }}
  size_t GetOutputTypeCount() const {{ return 1; }}
  ONNXTensorElementDataType GetOutputType(size_t) const {{ return ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT; }}
  {more}
}};
"""


TWO = HEAD + KERNEL + op_struct("First", "One") + op_struct("Second", "Two")
REGISTER = """
extern "C" OrtStatus* ORT_API_CALL RegisterCustomOps(OrtSessionOptions* options, const OrtApiBase* base) {
  BODY
  return nullptr;
}
"""


def structs(text: str) -> dict[str, OrtStruct]:
    found = (c.struct for c in find_candidates({"op.cpp": text}))
    return {s.op: s for s in found if s is not None}


def candidates(text: str) -> list[Candidate]:
    return [c for c in find_candidates({"op.cpp": text}) if c.struct is not None]


def drafted(text: str, number: int = 0) -> Draft:
    return draft_of(candidates(text)[number], {"op.cpp": text}, "")


@pytest.mark.parametrize(
    "body",
    [
        'static const First a; static const Second b;\nOrt::CustomOpDomain x{"one"}, y{"two"};\n'
        "x.Add(&a); y.Add(&b);",
        "static First a; static Second b;\nOrtCustomOpDomain *x = nullptr, *y = nullptr;\n"
        'api->CreateCustomOpDomain("one", &x); api->CreateCustomOpDomain("two", &y);\n'
        "api->CustomOpDomain_Add(x, &a); api->CustomOpDomain_Add(y, &b);",
        "static auto a = std::make_unique<First>(); static auto b = std::make_unique<Second>();\n"
        'OrtCustomOpDomain* x = nullptr;\napi->CreateCustomOpDomain("one", &x);\n'
        'api->CustomOpDomain_Add(x, a.get());\napi->CreateCustomOpDomain("two", &x);\n'
        "api->CustomOpDomain_Add(x, b.get());",
    ],
    ids=["objects", "the C interface", "one variable after the other"],
)
def test_each_op_of_a_file_is_in_the_domain_that_it_is_added_to(body: str) -> None:
    found = structs(TWO + REGISTER.replace("BODY", body))
    assert {op: (s.domain, s.domains) for op, s in found.items()} == {
        "One": ("one", ()),
        "Two": ("two", ()),
    }


def test_where_it_is_not_said_which_domain_has_it_all_are_named() -> None:
    body = """
  for (const OrtCustomOp* op : all_ops()) (is_old(op) ? old_one : newer).Add(op);
  static Ort::CustomOpDomain old_one{"one"}, newer{"two"};"""
    draft = drafted(TWO + REGISTER.replace("BODY", body))
    assert draft.op.mapping.nodes[0].op == "one::One"
    told = [g.message for g in draft.gaps if g.key == "mapping.nodes[0].op"]
    assert told == [
        "the files make the domains 'one', 'two', and do not say plainly which has the op: 'one' is a guess"
    ]


@pytest.mark.parametrize(
    "named",
    [
        'constexpr std::string_view kDomain = "my.ops";\n|kDomain.data()',
        'static const std::string kDomain = "my.ops";\n|kDomain.c_str()',
        'const std::string kBase = "my"; const std::string kDomain = kBase + ".ops";\n|kDomain.c_str()',
        '#define BASE "my"\n#define MY_DOMAIN BASE ".ops"\n|MY_DOMAIN',
        'namespace names { inline const char* domain = "my.ops"; }\n|names::domain',
        'struct Names { static constexpr const char* kDomain = "my.ops"; };\n|Names::kDomain',
        'const std::string kBase = "my";\n|(std::string{kBase} + "." + "ops").c_str()',
    ],
)
def test_a_domain_that_a_constant_or_a_macro_hides(named: str) -> None:
    before, _, used = named.partition("|")
    body = f"Ort::CustomOpDomain domain{{{used}}};\nstatic First a;\ndomain.Add(&a);"
    text = HEAD + before + KERNEL + op_struct("First", "One") + REGISTER.replace("BODY", body)
    assert structs(text)["One"].domain == "my.ops"


def test_the_first_version_of_the_domain_is_read() -> None:
    number = "int GetStartVersion() const { return 10; } int GetEndVersion() const { return 12; }"
    hidden = "int GetStartVersion() const { return kSince; }"
    text = HEAD + "constexpr int kSince = 15;\n" + KERNEL
    text += op_struct("Old", "Sum", number) + op_struct("Newer", "Sum", hidden)
    assert [c.struct.since for c in candidates(text) if c.struct] == [10, 15]
    assert [drafted(text, i).op.ort.since_version for i in (0, 1)] == [10, 15]
    assert drafted(TWO).op.ort.since_version == 1


def test_of_the_lite_api_too() -> None:
    function = """#include <onnxruntime_lite_custom_op.h>
void twice(const Ort::Custom::Tensor<float>& x, Ort::Custom::Tensor<float>& y) {}
struct Half { void Compute(const Ort::Custom::Tensor<float>& x, Ort::Custom::Tensor<float>& y) {} };
"""
    body = """
  static std::unique_ptr<Ort::Custom::OrtLiteCustomOp> a{
      Ort::Custom::CreateLiteCustomOp("Twice", "CPUExecutionProvider", twice, shape_of, 3, 9)};
  static std::unique_ptr<Ort::Custom::OrtLiteCustomOp> b{
      Ort::Custom::CreateLiteCustomOp<Half>("Half", "CPUExecutionProvider", 4)};
  static Ort::CustomOpDomain one{"one"}, two{"two"};
  one.Add(a.get());
  two.Add(b.get());"""
    found = structs(HEAD + function + REGISTER.replace("BODY", body))
    assert {o: (s.domain, s.since) for o, s in found.items()} == {
        "Twice": ("one", 3),
        "Half": ("two", 4),
    }


def test_a_lite_struct_that_is_defined_outside_is_one_op() -> None:
    text = """#include <onnxruntime_lite_custom_op.h>
namespace my {
struct Half { Ort::Status Compute(const Ort::Custom::Tensor<float>& x, Ort::Custom::Tensor<float>& y); };
Ort::Status Half::Compute(const Ort::Custom::Tensor<float>& x, Ort::Custom::Tensor<float>& y) { return {}; }
}
"""
    body = 'static auto* a = Ort::Custom::CreateLiteCustomOp<my::Half>("Half", "CPUExecutionProvider");'
    assert [c.name for c in candidates(text + REGISTER.replace("BODY", body))] == ["my::Half"]


TEMPLATE = """
namespace my {
template <typename T> struct Kernel {
  Kernel(const OrtApi& api, const OrtKernelInfo* info) {
    api.KernelInfoGetAttribute_int64(info, "axis", &axis);
  }
  void Compute(OrtKernelContext*) {}
  int64_t axis;
};
template <typename T>
struct Sum : Ort::CustomOpBase<Sum<T>, Kernel<T>> {
  void* CreateKernel(const OrtApi& api, const OrtKernelInfo* info) const { return new Kernel<T>(api, info); }
  const char* GetName() const;
  size_t GetInputTypeCount() const { return 2; }
  ONNXTensorElementDataType GetInputType(size_t index) const;
  size_t GetOutputTypeCount() const { return 1; }
  ONNXTensorElementDataType GetOutputType(size_t) const { return Ort::TypeToTensorType<T>::type; }
};
template <typename T> const char* Sum<T>::GetName() const { return "Sum"; }
template <> const char* Sum<double>::GetName() const { return "SumOfDoubles"; }
template <typename T> ONNXTensorElementDataType Sum<T>::GetInputType(size_t index) const {
  return index == 0 ? Ort::TypeToTensorType<T>::type : ONNX_TENSOR_ELEMENT_DATA_TYPE_INT64;
}
}  // namespace my
"""


def test_a_template_of_op_structs_is_an_op_for_each_use() -> None:
    text = HEAD + TEMPLATE + "static my::Sum<float> a;\nstatic auto* b = new my::Sum<double>();\n"
    first, second = candidates(text)
    assert (first.name, second.name) == ("my::Sum<float>", "my::Sum<double>")
    assert first.struct is not None
    assert first.struct.op == "Sum"
    assert (first.struct.inputs, first.struct.outputs) == (("float32", "int64"), ("float32",))
    assert second.struct is not None
    assert (second.struct.op, second.struct.outputs) == ("SumOfDoubles", ("float64",))
    assert first.struct.attributes == (("axis", "int"),)
    assert drafted(text).op.ort.structs == ("my::Sum<float>",)


def test_a_template_that_nothing_uses_says_what_is_missing() -> None:
    (candidate,) = candidates(
        HEAD + TEMPLATE.replace("<> const", "<> inline const").replace("Sum<double>", "Sum<T>")
    )
    assert candidate.name == "my::Sum"
    assert (
        candidate.problem == "it is a template, and nothing says with which types it is registered"
    )


def test_a_type_that_a_condition_chooses_is_not_guessed() -> None:
    text = HEAD + TEMPLATE.replace(
        "{ return Ort::TypeToTensorType<T>::type; }",
        "{ return std::is_same_v<T, float> ? ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT16 "
        ": ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT; }",
    )
    (candidate, *_) = candidates(text + "static my::Sum<float> a;\n")
    assert candidate.struct is not None
    assert candidate.struct.outputs == ("",)


def test_templates_are_not_registered_by_themselves() -> None:
    assert op_structs(HEAD + TEMPLATE + "static my::Sum<float> a;\n") == ()


@pytest.mark.parametrize(
    "body",
    [
        "switch (index) { case 1: return KIND_INT64; default: return KIND_FLOAT; }",
        "switch (index) { case 0: case 2: return KIND_FLOAT; case 1: break; } return KIND_INT64;",
        "if (index == 1) { return KIND_INT64; } else { return KIND_FLOAT; }",
        "return index != kMiddle ? KIND_FLOAT : KIND_INT64;",
        "if (index > 0 && index < 2u) return KIND_INT64; return KIND_FLOAT;",
        "static const ONNXTensorElementDataType kinds[] = {KIND_FLOAT, KIND_INT64, KIND_FLOAT}; return kinds[index];",
    ],
)
def test_the_type_of_each_output_is_what_is_returned_for_its_index(body: str) -> None:
    old = "{ return ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT; }\n  "
    struct = op_struct("First", "One").replace(
        "GetOutputTypeCount() const { return 1", "GetOutputTypeCount() const { return 3"
    )
    head, _, tail = struct.rpartition(f"GetOutputType(size_t) const {old}")
    struct = f"{head}GetOutputType(size_t index) const {{ {body} }}\n  {tail}"
    struct = struct.replace("KIND_", "ONNX_TENSOR_ELEMENT_DATA_TYPE_")
    found = structs(HEAD + "constexpr size_t kMiddle = 1;\n" + KERNEL + struct)["One"]
    assert found.outputs == ("float32", "int64", "float32")


def test_what_an_unread_condition_chooses_is_not_guessed() -> None:
    struct = op_struct("First", "One").replace(
        "GetInputTypeCount() const { return 1", "GetInputTypeCount() const { return 2"
    )
    old = "GetInputType(size_t) const { return ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT; }"
    struct = struct.replace(
        old,
        "GetInputType(size_t i) const { return is_index(i) ? ONNX_TENSOR_ELEMENT_DATA_TYPE_INT64 "
        ": ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT; }",
    )
    assert structs(HEAD + KERNEL + struct)["One"].inputs == ("", "")


def test_a_break_within_a_block_does_not_go_on_with_the_next_case() -> None:
    old = "GetInputType(size_t) const { return ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT; }"
    new = (
        "GetInputType(size_t i) const { switch (i) { case 0: { break; } case 1: return "
        "ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT; } return ONNX_TENSOR_ELEMENT_DATA_TYPE_INT64; }"
    )
    struct = op_struct("First", "One").replace(old, new)
    assert new in struct
    assert structs(HEAD + KERNEL + struct)["One"].inputs == ("",)


def test_a_name_that_is_given_as_it_is_made_is_a_guess() -> None:
    text = HEAD + KERNEL + op_struct("First", "One").replace('return "One"', "return name_")
    (gap,) = [g for g in drafted(text).gaps if "is called" in g.message]
    assert (gap.key, "'First' is a guess" in gap.message) == ("mapping.nodes[0].op", True)
    assert not [g for g in drafted(TWO).gaps if "is called" in g.message]
