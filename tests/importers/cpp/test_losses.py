"""Nothing that a function takes or gives is lost without a word: it is declared, or refused."""

from __future__ import annotations

import pytest

from workbench.core.check import check_op
from workbench.core.declaration import signature
from workbench.importers.cpp.drafting.draft import draft_of
from workbench.importers.cpp.search.candidates import Candidate, find_candidates
from workbench.importers.drafts.draft import Draft


def only(text: str, **more: str) -> Candidate:
    (candidate,) = find_candidates({"a.cpp": text, **more})
    return candidate


def draft(text: str) -> Draft:
    texts = {"a.cpp": text}
    made = draft_of(find_candidates(texts)[0], texts)
    assert check_op(made.op) == []
    return made


LISTS = (
    "std::vector<at::Tensor>",
    "std::vector<torch::Tensor>",
    "at::TensorList",
    "c10::List<at::Tensor>",
    "torch::autograd::variable_list",
    "at::ArrayRef<Tensor>",
    "const std::vector<at::Tensor>&",
)
OPEN = (
    "return make(x);",
    "std::vector<at::Tensor> all; for (int i = 0; i < 3; ++i) all.push_back(x); return all;",
    "std::vector<at::Tensor> all = {x, x}; all.push_back(x); return all;",
    "std::vector<at::Tensor> all(3); return {all};",
    "return std::vector<at::Tensor>(3, x);",
    "if (x.dim()) return {x}; return {x, x};",
    "auto all = x.unbind(); return all;",
    "return {};",
)
READ = (OPEN[1], OPEN[2], OPEN[6])
"""Those whose tensors' sizes are plain."""


@pytest.mark.parametrize("kind", LISTS)
@pytest.mark.parametrize("body", OPEN)
def test_a_list_of_an_open_number_of_tensors_is_one_output(kind: str, body: str) -> None:
    made = draft(f"{kind} f(const at::Tensor& x) {{ {body} }}")
    (output,) = made.op.outputs
    assert (output.type, output.count) == ("tensor[]", "unknown")
    assert signature.torch_schema(made.op) == "f(Tensor x) -> Tensor[]"
    assert any("shape of 'y'" in g.message for g in made.gaps) == (body not in READ)


@pytest.mark.parametrize(
    "head",
    [
        "using Outputs = std::vector<at::Tensor>; Outputs",
        "typedef std::vector<at::Tensor> Outputs; Outputs",
        "namespace n { using L = at::TensorList; } using M = n::L; M",
        "auto",
    ],
)
def test_another_name_for_a_list_is_a_list(head: str) -> None:
    body = "std::vector<at::Tensor> all = x.unbind(); return all;"
    assert [o.type for o in draft(f"{head} f(at::Tensor x) {{ {body} }}").op.outputs] == [
        "tensor[]"
    ]


@pytest.mark.parametrize(
    ("text", "types"),
    [
        ('TORCH_LIBRARY(n, m) { m.def("f(Tensor x) -> Tensor[]"); }', ["tensor[]"]),
        ('TORCH_LIBRARY(n, m) { m.def("f(Tensor x) -> (Tensor, Tensor[])"); }', ["tensor", "tensor[]"]),
        ('auto r = torch::RegisterOperators("n::f(Tensor x) -> Tensor[]", &f);', ["tensor[]"]),
        ("std::tuple<at::Tensor, std::vector<at::Tensor>> f(at::Tensor x) { return g(x); }", ["tensor", "tensor[]"]),
        ("std::tuple<std::vector<at::Tensor>, at::Tensor> f(at::Tensor x) { return {{x}, x}; }",
         ["tensor[]", "tensor"]),
        ("auto f(at::Tensor x) { std::vector<at::Tensor> v = x.unbind(); return std::make_tuple(x, v); }",
         ["tensor", "tensor[]"]),
        ('TORCH_LIBRARY(n, m) { m.def("f", [](at::Tensor x) { return std::vector<at::Tensor>{x}; }); }', ["tensor[]"]),
        ('PYBIND11_MODULE(a, m) { m.def("f", [](at::Tensor x) -> std::tuple<at::Tensor, std::vector<at::Tensor>>'
         ' { return g(x); }); }', ["tensor", "tensor[]"]),
        ('PYBIND11_MODULE(a, m) { m.def("f", [](at::Tensor x) -> std::vector<at::Tensor> { return {x}; }); }',
         ["tensor[]"]),
        ("void f(const wb::Context& c, wb::Tensor<const float> x, wb::OutputList<float> ys) {}", ["tensor[]"]),
    ],
)  # fmt: skip
def test_lists_among_the_results_are_declared(text: str, types: list[str]) -> None:
    assert [o.type for o in draft(text).op.outputs] == types


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("std::vector<at::Tensor> f(at::Tensor x) { return {x, x + 1}; }", 2),
        ("std::vector<at::Tensor> f(at::Tensor x) { auto g = [&] { return x; }; return {x, g(), x}; }", 3),
        ("std::vector<at::Tensor> f(at::Tensor x) { std::vector<at::Tensor> r{x, x}; return r; }", 2),
        ("std::vector<at::Tensor> f(at::Tensor x) { std::vector<at::Tensor> r = {x, x}; return r; }", 2),
        ("std::vector<at::Tensor> g(at::Tensor x) { return {x, x}; }"
         " std::vector<at::Tensor> f(at::Tensor x) { return g(x); }", 2),
        ("std::vector<at::Tensor> f(at::Tensor x) { if (x.dim()) return {x, x}; return {x, x}; }", 2),
        ("std::array<at::Tensor, 3> f(at::Tensor x) { return make(x); }", 3),
        ("using Two = std::array<at::Tensor, 2>; Two f(at::Tensor x) { return make(x); }", 2),
        ("auto f(at::Tensor x) { return std::make_tuple(x, x); }", 2),
        ("auto f(at::Tensor x) { return x; }", 1),
    ],
)  # fmt: skip
def test_a_list_of_a_plain_number_has_all_of_its_tensors(text: str, count: int) -> None:
    found = {c.name: c for c in find_candidates({"a.cpp": text})}
    made = draft_of(found["f"], {"a.cpp": text})
    assert len(made.op.outputs) == count
    if "vector" in text:
        assert f"TORCH_CHECK(results.size() == {count}" in made.texts["f_op.cpp"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('TORCH_LIBRARY(n, m) { m.def("f", [](at::Tensor x) -> int64_t { return 1; }); }', "it returns int64_t"),
        ('TORCH_LIBRARY(n, m) { m.def("f", [](at::Tensor x) -> void {}); }', "it returns void"),
    ],
)  # fmt: skip
def test_a_registration_that_gives_no_tensor_is_refused(text: str, words: str) -> None:
    assert words in only(text).problem


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("std::tuple<at::Tensor, std::string> f(at::Tensor x) { return {x, \"\"}; }", "every result must be a tensor"),
        ("at::Scalar f(at::Tensor x) { return x.dim(); }", "it returns at::Scalar"),
        ("std::map<std::string, at::Tensor> f(at::Tensor x) { return {}; }", "not tensors"),
        ("Both f(at::Tensor x) { return {x, x}; }", "it returns Both, not tensors"),
        ("at::Tensor f(at::Tensor x, int64_t& n) { n = x.numel(); return x; }", "it writes into 'n'"),
        ("at::Tensor f(at::Tensor x, double& n) { return g(x, ++n); }", "it writes into 'n'"),
        ("void f(at::Tensor x, std::vector<at::Tensor>& out) { make(x, out); }", "it writes into 'out'"),
        ("void f(at::Tensor x, std::vector<at::Tensor>& out) { make(x, out); }", "as std::vector<at::Tensor>, or"),
        ("at::Tensor f(at::Tensor x, std::vector<int64_t>& out) { out.push_back(1); return x; }", "into 'out'"),
        ("at::Tensor f(at::Tensor x, std::vector<at::Tensor>& out) { out[0] = x; return x; }", "into 'out'"),
        ("at::Tensor f(at::Tensor x, at::Tensor* out) { return x; }", "'out' is an at::Tensor*"),
        ("at::Tensor f(at::Tensor x, const at::Tensor more[2]) { return x; }", "'more' is a"),
        ("void f(const wb::Context& c, wb::Tensor<const float>* x, wb::Tensor<float> y) {}", "by value"),
        ("void f(const wb::Context& c, wb::Tensor<const float> x, wb::TensorList<float> ys, wb::Tensor<float> y) {}",
         "'ys' is a wb::TensorList<float>, a list to write into"),
        ("void f(const wb::Context& c, wb::Tensor<const float> x, std::optional<wb::Tensor<float>> y) {}",
         "an output is always there"),
    ],
)  # fmt: skip
def test_what_an_op_cannot_hold_is_refused(text: str, words: str) -> None:
    assert words in only(text).problem


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("at::Tensor f(at::Tensor x, at::Tensor mean) { mean.mul_(0.9); return x; }", "'mean' may be changed"),
        ("at::Tensor f(at::Tensor x, int64_t& n) { return g(x, n); }", "'n' may be changed"),
        ("int f(at::Tensor x, at::Tensor out) { out.copy_(x); return x.numel(); }", "also returns an int"),
    ],
)  # fmt: skip
def test_what_may_be_lost_is_reported(text: str, words: str) -> None:
    assert any(words in g.message for g in draft(text).gaps)


def test_a_status_is_no_result() -> None:
    made = draft("int f(at::Tensor x, at::Tensor out) { out.copy_(x); return 1; }")
    assert not any("also returns" in g.message for g in made.gaps)


LITE = "Ort::Custom::Tensor<float>& y) {}"


@pytest.mark.parametrize("struct", [False, True])
@pytest.mark.parametrize(
    ("parameter", "args", "outputs"),
    [
        ("const Ort::Custom::TensorArray& xs", ["x", "xs"], ["y"]),
        ("const ortc::Variadic& xs", ["x", "xs"], ["y"]),
        ("Ort::Custom::TensorArray* xs", ["x"], ["y", "xs"]),
        ("Ort::Custom::Variadic& xs", ["x"], ["y", "xs"]),
    ],
)
def test_any_number_of_tensors_of_the_lite_api_is_a_list(
    parameter: str, args: list[str], outputs: list[str], struct: bool
) -> None:
    tensors = "const Ort::Custom::Tensor<float>& x, Ort::Custom::Tensor<float>& y"
    text = f"void f({tensors}, {parameter}) {{}}"
    if struct:
        text = f"struct S {{ {text.replace(' f(', ' Compute(')} }};"
    op = draft(text).op
    assert ([a.name for a in op.args], [o.name for o in op.outputs]) == (args, outputs)
    kinds = {v.name: v.type for v in (*op.args, *op.outputs)}
    assert kinds == {n: "tensor[]" if n == "xs" else "tensor" for n in kinds}


@pytest.mark.parametrize("parameter", ["const ortc::Variadic& xs", "ortc::Variadic& xs"])
def test_any_number_of_tensors_that_is_not_the_last_is_refused(parameter: str) -> None:
    problem = only(f"void f({parameter}, const Ort::Custom::Tensor<float>& x, {LITE}").problem
    assert "'xs' stands for any number of tensors and is not the last" in problem


@pytest.mark.parametrize(
    "parameter",
    ["const std::optional<Ort::Custom::Variadic>& xs", "ortc::Variadic xs", "const TensorArray xs"],
)
def test_any_number_of_tensors_that_the_lite_api_does_not_take_is_refused(parameter: str) -> None:
    problem = only(f"void f({parameter}, const Ort::Custom::Tensor<float>& x, {LITE}").problem
    assert "takes any number of tensors as const Ort::Custom::Variadic&" in problem


@pytest.mark.parametrize(
    ("parameter", "refused"),
    [
        ("std::unique_ptr<Ort::Custom::Tensor<float>> m", True),
        ("std::vector<const Ort::Custom::Tensor<float>*> m", True),
        ("Mystery m", True),
        ("const Ort::Custom::Tensor<float>** m", True),
        ("OrtKernelContext* m", False),
        ("const Ort::Custom::CudaContext& m", False),
        ("std::optional<const Ort::Custom::Tensor<float>*> m", False),
        ("const mine::Tensor<float>& m", False),
    ],
)
def test_no_parameter_of_the_lite_api_vanishes(parameter: str, refused: bool) -> None:
    text = f"void f(const Ort::Custom::Tensor<float>& x, {parameter}, {LITE}"
    problem = only(text).problem
    assert ("'m' is a" in problem) == refused
    if not refused:
        assert len(draft(text).op.args) == (1 if "Context" in parameter else 2)


STRUCT = """
constexpr size_t kTwo = 2;
struct K : Ort::CustomOpBase<K, Kernel> {
  const char* GetName() const { return "K"; }
  size_t GetInputTypeCount() const { %s }
  size_t GetOutputTypeCount() const { return 1; }
  ONNXTensorElementDataType GetInputType(size_t) const { return ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT; }
  ONNXTensorElementDataType GetOutputType(size_t) const { return ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT; }
  %s
};
"""
_KIND = "OrtCustomOpInputOutputCharacteristic Get%sCharacteristic(size_t) const { return INPUT_OUTPUT_%s; }"


@pytest.mark.parametrize(
    ("count", "more", "words"),
    [
        ("return types_.size();", "", "how many inputs"),
        ("return 1 + extra;", "", "how many inputs"),
        ("if (a) return 1; return 2;", "", "how many inputs"),
        ("return 65;", "", "at most 64"),
    ],
)
def test_a_struct_whose_inputs_cannot_be_counted_is_refused(
    count: str, more: str, words: str
) -> None:
    assert words in only(STRUCT % (count, more)).problem


def test_the_last_input_of_a_struct_may_be_a_list() -> None:
    op = draft(STRUCT % ("return 2;", _KIND % ("Input", "VARIADIC"))).op
    assert [(a.name, a.type) for a in op.args] == [("x0", "tensor"), ("x1", "tensor[]")]
    assert [e.arg for e in op.model.inputs] == ["x0", "x1[0]", "x1[1]"]
    assert op.mapping.nodes[0].inputs == ("x0", "x1")


def test_the_only_output_of_a_struct_may_be_a_list() -> None:
    made = draft(STRUCT % ("return 1;", _KIND % ("Output", "VARIADIC")))
    assert [(o.name, o.type, o.count) for o in made.op.outputs] == [("y", "tensor[]", "unknown")]


def test_an_output_that_a_node_may_leave_out_is_always_asked_for() -> None:
    text = STRUCT.replace(
        "GetOutputTypeCount() const { return 1; }", "GetOutputTypeCount() const { return 2; }"
    )
    kind = _KIND.replace("return", "return index >= 1 ?").replace("(size_t)", "(size_t index)")
    kind = (kind % ("Output", "OPTIONAL")).replace("OPTIONAL;", "OPTIONAL : INPUT_OUTPUT_REQUIRED;")
    made = draft(text % ("return 1;", kind))
    assert [o.name for o in made.op.outputs] == ["y0", "y1"]
    (gap,) = [g for g in made.gaps if g.key == "outputs[1]"]
    assert "may leave 'y1' out" in gap.message


@pytest.mark.parametrize(
    "count", ["return 2;", "return 2UL;", "return kTwo;", "return static_cast<size_t>(2);"]
)
def test_a_struct_whose_inputs_are_plain_has_them_all(count: str) -> None:
    assert [a.name for a in draft(STRUCT % (count, "")).op.args] == ["x0", "x1"]


def test_an_attribute_that_cannot_be_an_argument_is_reported() -> None:
    made = draft(
        "struct S { S(const OrtApi* api, const OrtKernelInfo* info) {"
        ' api->KernelInfoGetAttribute_float(info, "lambda", &l_); }'
        " void Compute(const Ort::Custom::Tensor<float>& x, Ort::Custom::Tensor<float>& y) {} };"
    )
    assert [a.name for a in made.op.args] == ["x"]
    assert any("reads the attribute 'lambda'" in g.message for g in made.gaps)
