"""What is found in C++ text, in which order, and what is said of what cannot be used."""

from __future__ import annotations

import time

import pytest

from workbench.core.errors import UserError
from workbench.importers.cpp.drafting.draft import draft_of
from workbench.importers.cpp.search.candidates import Candidate, find_candidates
from workbench.importers.cpp.search.scan import scan


def found(text: str, **more: str) -> list[Candidate]:
    return find_candidates({"a.cpp": text, **more})


def names(text: str) -> list[str]:
    return [c.name for c in found(text)]


def test_functions_in_namespaces_behind_macros_and_in_extern_c() -> None:
    text = """
    namespace a { namespace b {
    MY_API static inline at::Tensor f(const at::Tensor& x, c10::optional<at::Tensor> m = c10::nullopt) { return x; }
    }}
    namespace c::d { at::Tensor g(at::TensorList xs) { return xs[0]; } }
    extern "C" { at::Tensor h(torch::Tensor x); }
    UNKNOWN_MACRO at::Tensor i(at::Tensor x) { return x; }
    auto j(at::Tensor x) -> at::Tensor { return x; }
    [[nodiscard]] std::tuple<at::Tensor, at::Tensor> k(at::Tensor& x) { return {x, x}; }
    struct S { at::Tensor method(at::Tensor x) { return x; } };
    #if WITH
    at::Tensor l(at::Tensor x) { return x; }
    #else
    at::Tensor m(at::Tensor x) { return x; }
    #endif
    """
    assert sorted(names(text)) == ["a::b::f", "c::d::g", "h", "i", "j", "k", "l", "m"]
    (f,) = (x for x in scan({"a": text}).functions if x.name == "a::b::f")
    assert [(p.type, p.name, p.default) for p in f.parameters] == [
        ("const at::Tensor&", "x", ""),
        ("c10::optional<at::Tensor>", "m", "c10::nullopt"),
    ]
    assert (f.line, f.result) == (3, "at::Tensor")


def test_kernels_of_the_gpu_and_helpers_are_left_out() -> None:
    text = """
    template <typename scalar_t>
    __global__ void __launch_bounds__(256) kern(const int n, const scalar_t* __restrict__ x) {}
    __device__ __forceinline__ float clamp_it(float x) { return x; }
    static int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }
    at::Tensor launch(const at::Tensor& x) { kern<float><<<1, 2>>>(1, nullptr); return x; }
    """
    assert names(text) == ["launch"]
    kinds = {f.name: f.cuda for f in scan({"a.cu": text}).functions}
    assert (kinds["kern"], kinds["clamp_it"]) == ("global", "device")


@pytest.mark.parametrize(
    ("text", "torch", "signature"),
    [
        ('TORCH_LIBRARY(ns, m) { m.def("f(Tensor x) -> Tensor"); }', "ns::f", "f(Tensor x) -> Tensor"),
        ('TORCH_LIBRARY_FRAGMENT(ns, lib) { lib.def(TORCH_SELECTIVE_SCHEMA("o::f(Tensor x)" " -> Tensor")); }',
         "o::f", "o::f(Tensor x) -> Tensor"),
        ('TORCH_LIBRARY(ns, m) { m.def(R"x(f(Tensor x) -> Tensor)x", &f); }', "ns::f", "f(Tensor x) -> Tensor"),
        ('TORCH_LIBRARY(ns, m) { m.def("f", TORCH_FN(f)); }', "ns::f", "at::Tensor f(at::Tensor x)"),
        ('STABLE_TORCH_LIBRARY(ns, m) { m.def("f(Tensor x) -> Tensor"); }', "ns::f", "f(Tensor x) -> Tensor"),
        ('TORCH_LIBRARY_IMPL(aten, CPU, m) { m.impl("f", &f); }', "aten::f", "at::Tensor f(at::Tensor x)"),
        ('static auto r = torch::RegisterOperators("ns::f", &f);', "ns::f", "at::Tensor f(at::Tensor x)"),
        ('static torch::jit::RegisterOperators r("ns::f(Tensor x) -> Tensor", &f);',
         "ns::f", "ns::f(Tensor x) -> Tensor"),
        ('auto r = torch::RegisterOperators().op("ns::e(Tensor x) -> Tensor", &e).op("ns::f", &f);',
         "ns::f", "at::Tensor f(at::Tensor x)"),
        ('auto r = torch::RegisterOperators().op("ns::f(Tensor x) -> Tensor", '
         "torch::RegisterOperators::options().kernel<decltype(f), &f>(torch::DispatchKey::CPU));",
         "ns::f", "ns::f(Tensor x) -> Tensor"),
        ('auto r = c10::RegisterOperators().op(c10::RegisterOperators::options()'
         '.schema("ns::f(Tensor x) -> Tensor").catchAllKernel<decltype(f), &f>());',
         "ns::f", "ns::f(Tensor x) -> Tensor"),
    ],
)  # fmt: skip
def test_registrations_with_torch(text: str, torch: str, signature: str) -> None:
    text = f"at::Tensor f(at::Tensor x) {{ return x; }}\n{text}\n"
    candidate = next(c for c in found(text) if c.torch == torch)
    assert (candidate.kind, candidate.signature, candidate.problem) == ("own", signature, "")
    assert candidate.registration.line == 2


@pytest.mark.parametrize(
    "text",
    [
        'PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("f", &f, "doc", py::arg("y"), py::arg("k") = 3); }',
        'PYBIND11_MODULE(mine, m) {\n#ifdef X\nm.def("f", torch::wrap_pybind_function(f), R"(d)", '
        '"y"_a, "k"_a=3);\n#endif\n}',
        'void bind(py::module_& m) { m.def("g", &g).def("f", static_cast<F>(&f), py::arg("y"), py::arg("k") = 3); }',
    ],
)
def test_a_python_module(text: str) -> None:
    source = "at::Tensor f(at::Tensor x, int64_t n) { return x; }\n" + text
    both = [c for c in found(source) if c.registration is not None and c.registration.name == "f"]
    assert [c.kind for c in both] == ["libtorch", "pybind"]
    assert both[0].registration.names == (("y", ""), ("k", "3"))


def test_a_class_of_python_is_no_function_and_a_lambda_is_one() -> None:
    text = """PYBIND11_MODULE(x, m) {
      py::class_<Foo>(m, "Foo").def("f", &Foo::f);
      m.def("twice", [](at::Tensor x) { return x * 2; });
    }"""
    assert [(c.name, c.kind) for c in found(text)] == [("twice", "pybind")]


def test_ops_for_onnx_runtime() -> None:
    text = """
    namespace mine {
    struct FooOp : Ort::CustomOpBase<FooOp, FooKernel> {
      const char* GetName() const { return "Foo"; }
      size_t GetInputTypeCount() const { return 2; }
      ONNXTensorElementDataType GetInputType(size_t) const { return ONNX_TENSOR_ELEMENT_DATA_TYPE_INT64; }
      size_t GetOutputTypeCount() const { return 1; }
      ONNXTensorElementDataType GetOutputType(size_t) const { return ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT; }
    };
    }
    void one(const Ort::Custom::Tensor<float>& X, const Ort::Custom::Tensor<int64_t>& I,
             Ort::Custom::Tensor<float>& Z) {}
    OrtStatus* ORT_API_CALL RegisterCustomOps(OrtSessionOptions* o, const OrtApiBase* a) {
      Ort::CustomOpDomain domain{"my.domain"};
      static auto op = Ort::Custom::CreateLiteCustomOp("One", "CPUExecutionProvider", one);
      return nullptr;
    }
    """
    foo, one = (c.struct for c in found(text))
    assert (foo.struct, foo.op, foo.inputs, foo.outputs) == (
        "mine::FooOp", "Foo", ("int64", "int64"), ("float32",))  # fmt: skip
    assert (one.op, one.names, one.inputs, one.outputs) == (
        "One", ("X", "I", "Z"), ("float32", "int64"), ("float32",))  # fmt: skip
    assert {foo.domain, one.domain} == {"my.domain"}
    assert foo.registers


def test_the_binding_gives_the_schema_and_the_definition_the_names() -> None:
    candidates = find_candidates(
        {
            "op.h": "#pragma once\nat::Tensor gather(at::Tensor, at::Tensor);\n",
            "op.cpp": '#include "op.h"\nat::Tensor gather(at::Tensor points, at::Tensor idx) { return points; }\n',
            "op.cu": "__global__ void gather_kernel(int n) {}\n",
            "bind.cpp": '#include "op.h"\nTORCH_LIBRARY(ns, m) { m.def("gather", &gather); }\n',
        }
    )
    (candidate,) = candidates
    assert (candidate.name, candidate.file) == ("ns::gather", "bind.cpp")
    assert [p.name for p in candidate.function.parameters] == ["points", "idx"]


def test_the_most_likely_op_is_on_top() -> None:
    text = """
    at::Tensor helper(at::Tensor x) { return x; }
    at::Tensor scale_backward(at::Tensor x) { return x; }
    at::Tensor raw(at::Tensor x, float* p) { return x; }
    static auto r = torch::RegisterOperators("ns::scale_backward", &scale_backward)
        .op("ns::scale(Tensor x) -> Tensor", &scale);
    """
    assert names(text) == ["ns::scale", "helper", "ns::scale_backward", "raw"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('TORCH_LIBRARY(n, m) { m.def("f(Tensor(a!) x) -> ()"); }', "changes an argument"),
        ('TORCH_LIBRARY(n, m) { m.def("f(Tensor x -> Tensor"); }', "')' is missing before '-> Tensor' (column 12)"),
        ('TORCH_LIBRARY(n, m) { m.def("f.out(Tensor x) -> Tensor"); }', "overload name 'out'"),
        ('TORCH_LIBRARY(n, m) { m.def("f(int x) -> Tensor"); }', "takes no tensor"),
        ('TORCH_LIBRARY(n, m) { m.def("f(Tensor x) -> int"); }', "returns int"),
        ('TORCH_LIBRARY(n, m) { m.def("f", &nowhere); }', "neither its schema nor its function"),
        ("at::Tensor f(at::Tensor x, at::Layout t) { return x; }", "'t' is an at::Layout, which torch passes"),
        ("template <class T> at::Tensor f(at::Tensor x) { return x; }", "it is a template"),
        ("void f(const wb::Context&, wb::Tensor<float> y, wb::Tensor<const float> x) {}", "outputs come after"),
        ("void f(wb::Tensor<const float> x, wb::Tensor<float> y) {}", "first parameter is const wb::Context&"),
    ],
)  # fmt: skip
def test_what_cannot_be_used_says_why(text: str, words: str) -> None:
    (candidate,) = found(text)
    assert words in candidate.problem


@pytest.mark.parametrize(
    "text",
    ["", "(((((((", "}" * 1000, "at::Tensor f(", 'TORCH_LIBRARY(ns, m) { m.def(', "{" * 100_000,
     "namespace a {" * 20_000, "x(" * 50_000 + ")" * 50_000, "template <class T> " * 10_000 + "void f() {}",
     "int " + "*" * 50_000 + "f(int x) {}", 'PYBIND11_MODULE(a, m) { m' + '.def("x", &f)' * 2000 + "; }"],
    ids=range(11),
)  # fmt: skip
def test_hostile_text_ends_quickly_and_quietly(text: str) -> None:
    started = time.process_time()
    found(text)
    assert time.process_time() - started < 10


@pytest.mark.parametrize(
    "text",
    ["at::Tensor f(at::Tensor x) { return x" + " " * 1_000_000 + "; }",
     "at::Tensor f(at::Tensor x) { auto a0 = x; "
     + "".join(f"auto a{i + 1} = a{i}; " for i in range(20_000)) + "return a20000; }",
     "at::Tensor f(at::Tensor x, int64_t k) { return at::empty({" + "(" * 20_000 + "k + 1" + ")" * 20_000
     + "}, x.options()); }",
     "".join(f"at::Tensor g{i}(at::Tensor x) {{ return " + " + ".join(f"g{j}(x)" for j in range(100)) + "; }\n"
             for i in range(100)),
     'void f(const Ort::Custom::Tensor<float>& x, Ort::Custom::Tensor<float>& y) {}\n' + "CreateLiteCustomOp(" * 50_000,
     '#define A(x) m.def(x, &f)\nPYBIND11_MODULE(a, m) {' + 'A("f");' * 20_000 + "}",
     "auto a = " + '"a" ' * 100_000, "#define A(x) " + "\\\n" * 100_000, "class A { public: " * 5000],
    ids=range(9),
)  # fmt: skip
def test_hostile_bodies_end_quickly_in_a_draft_too(text: str) -> None:
    started = time.process_time()
    for candidate in found(text)[:3]:
        if not candidate.problem:
            draft_of(candidate, {"a.cpp": text})
    assert time.process_time() - started < 10  # 0.5 s on a free machine; minutes before


def test_binary_and_huge_text_is_refused_before_it_is_parsed() -> None:
    for text, words in [
        ("at\0", "binary"),
        ("x" * (3 << 20), "too much to read"),
        ("\udcff", "broken"),
    ]:
        started = time.process_time()
        with pytest.raises(UserError, match=words):
            found(text)
        assert time.process_time() - started < 1


def test_what_would_take_minutes_is_given_up() -> None:
    started = time.process_time()
    with pytest.raises(UserError, match="takes too long to read"):
        found("A<" * 1_000_000)
    assert time.process_time() - started < 30  # 3 s on a free machine, 43 s if parsed to the end


def test_half_a_megabyte_is_read_in_a_moment() -> None:
    one = (
        "at::Tensor f%d(const at::Tensor& x, double by = 1.5) {\n"
        + "  x.add(by);\n" * 30
        + "  return x;\n}\n"
    )
    text = "".join(one % i for i in range(1000))
    assert len(text) > 400_000
    started = time.process_time()
    assert len(found(text)) == 1000
    assert time.process_time() - started < 5  # 0.4 s on a free machine


def test_a_function_of_a_python_module_has_its_own_name_as_an_op() -> None:
    text = """namespace n { at::Tensor scale_cpu(const at::Tensor& x) { return x; } }
    PYBIND11_MODULE(m_, m) { m.def("forward", &n::scale_cpu); }"""
    as_op, in_module = (find_candidates({"a.cpp": text})[i] for i in (0, 1))
    assert (as_op.kind, as_op.torch) == ("libtorch", "my_ops::scale_cpu")
    assert (in_module.kind, in_module.torch) == ("pybind", "my_ops::forward")


STABLE = """#include <torch/csrc/stable/library.h>
{using}
{tensor} moved({tensor} x) {{ return x; }}
STABLE_TORCH_LIBRARY(ns, m) {{ m.def("moved(Tensor{marked} x) -> Tensor{marked}"); }}
STABLE_TORCH_LIBRARY_IMPL(ns, CPU, m) {{ m.impl("moved", TORCH_BOX(&moved)); }}
"""


@pytest.mark.parametrize(
    ("using", "tensor"),
    [
        ("using torch::stable::Tensor;", "Tensor"),
        ("using namespace torch::stable;", "const Tensor&"),
        ("", "torch::stable::Tensor"),
    ],
)
def test_a_function_over_stable_tensors_is_an_op_by_its_registration_alone(
    using: str, tensor: str
) -> None:
    texts = {"a.cpp": STABLE.format(using=using, tensor=tensor, marked="")}
    assert [(c.torch, c.problem) for c in find_candidates(texts)] == [("ns::moved", "")]
    texts = {"a.cpp": STABLE.format(using=using, tensor=tensor, marked="(a!)")}
    problems = [c.problem for c in find_candidates(texts)]
    assert len(problems) == 2
    assert any("it changes an argument" in p for p in problems)
    assert any("its tensors are torch::stable::Tensor" in p for p in problems)


def test_a_tensor_of_torch_beside_the_stable_library_is_one() -> None:
    text = "#include <torch/csrc/stable/library.h>\nat::Tensor f(at::Tensor x) { return x; }\n"
    assert [c.problem for c in find_candidates({"a.cpp": text})] == [""]


@pytest.mark.parametrize(
    "impl", ['m.impl("f", &f);', 'm.impl(TORCH_SELECTIVE_NAME("ns::f"), TORCH_FN(f));']
)
def test_a_kernel_of_an_op_that_no_file_defines_is_taken_by_itself(impl: str) -> None:
    function = "at::Tensor f(at::Tensor x) { return x; }\n"
    text = f"{function}TORCH_LIBRARY_IMPL(ns, CPU, m) {{ {impl} }}\n"
    first, second = found(text)
    assert (first.kind, first.torch, first.problem) == ("libtorch", "my_ops::f", "")
    assert (second.torch, second.signature) == ("ns::f", "at::Tensor f(at::Tensor x)")
    assert "no file here gives its schema" in second.problem

    schema = 'TORCH_LIBRARY(ns, m) { m.def("f(Tensor x) -> Tensor"); }\n'
    (candidate,) = found(text, **{"b.cpp": schema})
    assert (candidate.torch, candidate.problem) == ("ns::f", "")


def test_a_class_is_refused_as_one_and_its_methods_are_no_ops() -> None:
    text = """struct Map : torch::CustomClassHolder { at::Tensor get(const at::Tensor& x) { return x; } };
at::Tensor twice(const at::Tensor& x) { return x * 2; }
TORCH_LIBRARY(mine, m) {
  m.class_<Map>("Map").def(torch::init<>()).def("get", &Map::get).def("size", &Map::size);
  m.def("twice", &twice);
}
"""
    found = find_candidates({"a.cpp": text})
    assert [(c.name, bool(c.problem)) for c in found] == [
        ("mine::twice", False),
        ("mine::Map", True),
    ]
    assert found[1].line == 4
    assert "it is a class (torch::CustomClassHolder)" in found[1].problem


def test_a_function_that_two_modules_have_is_one_op() -> None:
    texts = {"a.cpp": "at::Tensor f(const at::Tensor& x) { return x; }\n"} | {
        f"{name}.cpp": f'PYBIND11_MODULE({name}, m) {{ m.def("f", &f); }}\n'
        for name in ("cpu", "gpu")
    }
    assert [(c.kind, c.file) for c in find_candidates(texts)] == [
        ("libtorch", "a.cpp"), ("pybind", "cpu.cpp"), ("pybind", "gpu.cpp")]  # fmt: skip


def test_a_registered_op_that_cannot_be_names_the_function_that_can() -> None:
    text = """
std::tuple<at::Tensor, std::optional<at::Tensor>> f(at::Tensor x) { return {x, std::nullopt}; }
static auto r = torch::RegisterOperators().op("mine::f", &f);
"""
    found = {c.name: c for c in find_candidates({"a.cpp": text})}
    assert found["mine::f"].problem.endswith(
        "Its function f can be chosen, and is then an op of its own"
    )
    assert not found["f"].problem
