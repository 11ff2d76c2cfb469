"""From a candidate to an op that passes the check, with what C++ does not say as gaps."""

from __future__ import annotations

import pytest

from workbench.core.check import check_op
from workbench.core.errors import UserError
from workbench.core.storage import op_file, project
from workbench.importers.cpp.drafting.draft import draft_of
from workbench.importers.cpp.headers.files import read_sources
from workbench.importers.cpp.search.candidates import find_candidates
from workbench.importers.drafts.draft import Draft


def draft(text: str, number: int = 0, **more: str) -> Draft:
    texts = {"op.cpp": text, **more}
    made = draft_of(find_candidates(texts)[number], texts)
    assert check_op(made.op) == []
    assert op_file.loads(op_file.dumps(made.op)) == made.op
    return made


def gap_at(made: Draft, key: str) -> str:
    return " ".join(g.message for g in made.gaps if g.key == key)


def test_a_plain_function_is_registered_by_us_and_runs_through_the_bridge() -> None:
    made = draft(
        "namespace ns { static at::Tensor f(const at::Tensor& x, c10::optional<torch::Tensor> w, "
        'at::IntArrayRef dims = {0, 1}, double eps = 1e-5, bool up = false, c10::string_view mode = "a\\"b") '
        "{ auto a = x.accessor<int64_t, 3>(); return x.matmul(*w); } }"
    )
    op = made.op
    assert [(a.name, a.type, a.optional, a.default) for a in op.args[2:]] == [
        ("dims", "int[]", False, (0, 1)),
        ("eps", "float", False, 1e-05),
        ("up", "bool", False, False),
        ("mode", "str", False, 'a"b'),
    ]
    assert (op.args[0].dtype, op.args[1].optional) == ("int64", True)
    assert op.example("x").shape == (2, 3, 4)
    assert (op.kernel.style, op.kernel.registration, op.kernel.function) == (
        "libtorch",
        "generated",
        "ns::f",
    )
    assert op.ort.implementation == "bridge"
    (node,) = op.mapping.nodes
    assert (node.op, node.inputs, [a.name for a in node.attributes]) == (
        "custom::F", ("x", "w"), ["dims", "eps", "up", "mode"])  # fmt: skip
    assert "shape of 'y'" in gap_at(made, "outputs[0].shape")
    assert "float32 is a guess" in gap_at(made, "args[1].dtype")


def test_a_registered_op_keeps_its_registration_and_its_names() -> None:
    made = draft(
        'TORCH_LIBRARY(ns, m) { m.def("f(Tensor lambda, float k=1, *, bool fast=True) -> (Tensor, Tensor)"); }'
    )
    op = made.op
    assert (op.torch, op.kernel.registration, op.kernel.function) == ("ns::f", "own", "")
    assert [a.name for a in op.args] == ["lambda_arg", "k"]
    assert len(op.outputs) == 2
    assert "'fast' is given by keyword only" in gap_at(made, "args")
    assert "'lambda' cannot be a name" in gap_at(made, "args[0].name")


def test_a_portable_kernel_says_its_element_types() -> None:
    made = draft(
        "template <class T> void f(const wb::Context& ctx, wb::Tensor<const T> x, "
        "std::optional<wb::Tensor<const int32_t>> m,"
        " wb::TensorList<const T> xs, wb::Span<const int64_t> k, wb::Output<T> rows, wb::Tensor<bool> keep) {}"
    )
    op = made.op
    assert [(a.name, a.type, a.dtype, a.optional) for a in op.args] == [
        ("x", "tensor", "T", False),
        ("m", "tensor", "int32", True),
        ("xs", "tensor[]", "T", False),
        ("k", "int[]", "float32", False),
    ]
    assert [(o.name, o.dtype) for o in op.outputs] == [("rows", "T"), ("keep", "bool")]
    assert (op.types, op.ort.implementation) == ({"T": ("float32",)}, "portable")
    assert "as many dimensions" in gap_at(made, "outputs[0].shape")


VOID = """int gather(int b, at::Tensor points, at::Tensor idx, at::Tensor result) {
  const float* p = points.data_ptr<float>();
  const int* i = idx.data_ptr<int>();
  int* o = result.data_ptr<int>();
  return 1;
}
"""


def test_results_that_are_written_into_a_tensor_are_returned_by_a_function_around_it() -> None:
    made = draft(VOID)
    op = made.op
    assert [(a.name, a.dtype) for a in op.args[1:]] == [("points", "float32"), ("idx", "int32")]
    assert [(o.name, o.dtype) for o in op.outputs] == [("result", "int32")]
    assert op.kernel.source == "gather_op.cpp"
    text = made.texts["gather_op.cpp"]
    assert '#include "op.cpp"' in text
    assert (
        "at::Tensor result = at::zeros(points.sizes(), points.options().dtype(at::kInt));" in text
    )
    assert "::gather(b, points, idx, result);" in text
    assert "writes into 'result'" in gap_at(made, "kernel.source")
    assert made.texts["op.cpp"] == VOID


def test_numbers_beside_tensors_are_results_as_tensors() -> None:
    text = """std::tuple<at::Tensor, std::vector<int>, double, std::optional<at::Tensor>>
spread(const at::Tensor& x) { return {x, {1, 2}, 0.5, std::nullopt}; }
"""
    made = draft(text)
    assert [(o.dtype, o.shape) for o in made.op.outputs] == [
        ("x", "x.shape"),
        ("int64", "[unknown]"),
        ("float64", "[]"),
        ("x", "x.shape"),
    ]
    around = made.texts["spread_op.cpp"]
    assert "at::scalar_tensor(static_cast<double>(std::get<2>(results)), at::kDouble)" in around
    assert "gives a list of numbers here; the op gives a tensor of int64" in gap_at(
        made, "outputs[1].dtype"
    )


def test_a_tensor_whose_elements_are_only_read_is_no_result_though_its_pointer_is_not_const() -> (
    None
):
    made = draft("""int pick(at::Tensor flag, at::Tensor x, at::Tensor rows) {
      long *f = flag.data<long>();
      float *p = x.data<float>();
      int *r = rows.data<int>();
      for (int i = 0; i < x.size(0); i++) f[r[r[0]] + r[0]] = inside(p[i * 3], p[i * 3 + 1]) && p[i] == 2;
      return 1;
    }""")
    assert [(a.name, a.dtype) for a in made.op.args] == [("x", "float32"), ("rows", "int32")]
    assert [(o.name, o.dtype) for o in made.op.outputs] == [("flag", "int64")]


def test_a_tensor_whose_pointer_is_handed_on_may_be_a_result() -> None:
    made = draft("""void pick(at::Tensor x, at::Tensor y, at::Tensor z) {
      float *p = x.data<float>(), *n = nullptr;
      float *q = y.data<float>();
      float *r = z.data<float>();
      fill(q, p[0]);
      add(&r[1], p[2]);
    }""")
    assert [o.name for o in made.op.outputs] == ["y_out", "z_out"]  # what is in them may count


@pytest.mark.parametrize(
    ("helper", "results"),
    [
        ("float at(float* a, int i) { return a[i]; }", ["y"]),
        ("float at(const float* a, int i) { return *(a + i); }", ["y"]),
        (
            "float of(float* a, int i) { return a[i]; }\n"
            "float at(float* b, int i) { return i ? at(b, i - 1) : of(b, i); }",
            ["y"],
        ),
        ("float at(float* a, int i) { a[i] = 0; return 0; }", ["x", "y"]),
        ("float at(float* a, int i) { float* b = a; return *b = 1; }", ["x", "y"]),
        (
            "float of(float* a, int i) { return a[i]++; }\n"
            "float at(float* b, int i) { return of(b, i); }",
            ["x_out", "y"],
        ),
    ],
)
def test_a_pointer_that_is_handed_on_is_followed_into_the_functions_of_the_files(
    helper: str, results: list[str]
) -> None:
    made = draft(f"""{helper}
    void pick(at::Tensor x, at::Tensor y, const at::Tensor z) {{
      float *p = x.data<float>();
      float *q = y.data<float>();
      for (int i = 0; i < z.size(0); i++) q[i] = at(p, i) + at(p, (i + 1) / 2);
    }}""")
    assert [o.name for o in made.op.outputs] == results


def test_the_function_around_it_has_the_arguments_names_as_python_has_them() -> None:
    module = """PYBIND11_MODULE(m_, m) {
      m.def("g", &gather, py::arg("n") = 2, py::arg("lambda"), py::arg("index"), py::arg("to"));
    }"""
    made = draft(VOID + module)
    assert [a.name for a in made.op.args] == ["n", "lambda_arg", "index"]
    assert "::gather(n, lambda_arg, index, result);" in made.texts[made.op.kernel.source]


def test_a_list_a_pair_and_odd_parameters_get_a_function_around_them() -> None:
    made = draft(
        "std::vector<at::Tensor> f(at::Tensor& x, std::array<int64_t, 2> p, const char* how, std::vector<int> n)"
        " { return {x, x.add(1, 2), x}; }"
    )
    assert len(made.op.outputs) == 3
    text = made.texts["f_op.cpp"]
    assert "results[0], results[1], results[2]" in text
    assert "how.c_str()" in text
    assert "at::Tensor x_0 = x.clone();" in text
    assert "'x' may be changed" in gap_at(made, "args[0].name")
    assert "std::vector<int> n_3(n.begin(), n.end());" in text
    assert made.op.kernel.function == "f_op"


@pytest.mark.parametrize(
    "change",
    [
        "x.mul_(2);",
        "x.select(0, 1).sigmoid_();",
        "auto a = x.accessor<float, 2>(); a[0][1] = 5;",
        "float* p = x.data_ptr<float>(); p[0] = 7;",
    ],
)
def test_a_tensor_that_the_function_changes_is_copied_by_a_function_around_it(change: str) -> None:
    made = draft(f"at::Tensor f(at::Tensor x, int64_t n) {{ {change} return x.sum(0); }}")
    assert made.op.kernel.function == "f_op"
    text = made.texts["f_op.cpp"]
    assert "// f changes what it is given" in text
    assert "at::Tensor x_0 = x.clone();\n  return ::f(x_0, n);" in text
    assert "an op gives it a copy" in gap_at(made, "args[0].name")


def test_an_optional_tensor_that_the_function_changes_is_copied_where_it_is_there() -> None:
    made = draft(
        "at::Tensor f(at::Tensor x, std::optional<at::Tensor> y) { y.value().add_(1); return x; }"
    )
    text = made.texts["f_op.cpp"]
    assert "auto y_1 = y ? std::make_optional(y->clone()) : y;" in text
    assert "::f(x, y_1)" in text


@pytest.mark.parametrize(
    "change", ["x = x.clone(); x.mul_(2);", "x.requires_grad_(false);", "auto y = x.mul(2);"]
)
def test_a_function_that_changes_nothing_it_is_given_is_called_as_it_is(change: str) -> None:
    made = draft(f"at::Tensor f(at::Tensor x) {{ {change} return x; }}")
    assert (made.op.kernel.function, set(made.texts)) == ("f", {"op.cpp"})
    assert gap_at(made, "args[0].name") == ""


def test_a_tensor_that_nobody_copies_must_not_be_changed() -> None:
    """Its pointer is handed to what is not seen; or torch calls the function as it is."""
    unknown = "at::Tensor f(at::Tensor x) { go(x.size(0), x); float* p = x.data_ptr<float>(); run(p); return x; }"
    changes = "at::Tensor f(at::Tensor x) { x.mul_(2); return x; }\nTORCH_LIBRARY(ns, m) "
    for text in (
        unknown,
        changes + '{ m.def("f", &f); }',
        changes + '{ m.def("f(Tensor x) -> Tensor", &f); }',
    ):
        made = draft(text)
        assert "f_op.cpp" not in made.texts
        assert "no op may do: let it change x.clone() then" in gap_at(made, "args[0].name")


def test_a_python_module_gives_names_and_defaults() -> None:
    module = 'PYBIND11_MODULE(m_, m) { m.def("py_f", &f, py::arg("first"), py::arg("k") = 3); }'
    text = "at::Tensor f(at::Tensor x, int64_t n) { return x; }\n" + module
    made = draft(text)
    assert (made.op.kernel.registration, made.op.kernel.function) == ("generated", "f")
    assert [(a.name, a.default) for a in made.op.args][1] == ("k", 3)
    called = draft(text, 1)
    assert (called.op.kernel.registration, called.op.kernel.function) == ("pybind", "py_f")
    assert called.op.ort.implementation == "export-only"
    assert "cannot call a Python module" in gap_at(called, "ort.implementation")


def test_two_names_for_parameters_that_are_half_typed_make_a_draft() -> None:
    made = draft(
        "torch::Tensor my_add(const torch::Tensor,const torch::Tensor{}n x\n"
        'PYBIND11_MODULE(,m){m.def("",my_add,"",arg("a")arg("a");\n'
    )
    assert made.op.args


def test_an_op_for_onnx_runtime_is_called_from_pytorch_as_it_is() -> None:
    made = draft(
        "void one(const Ort::Custom::Tensor<float>& X, const Ort::Custom::Tensor<int64_t>& I, "
        "Ort::Custom::Tensor<float>& Z) {}\n"
        'extern "C" OrtStatus* RegisterCustomOps(OrtSessionOptions* o, const OrtApiBase* a) { '
        'Ort::CustomOpDomain d{"my.dom"};'
        ' static auto op = Ort::Custom::CreateLiteCustomOp("One", "CPUExecutionProvider", one); return nullptr; }'
    )
    op = made.op
    assert [(a.name, a.dtype) for a in op.args] == [("X", "float32"), ("I", "int64")]
    assert [o.name for o in op.outputs] == ["Z"]
    assert op.mapping.nodes[0].op == "my.dom::One"
    assert (op.ort.implementation, op.ort.source, op.ort.structs) == ("own", "op.cpp", ())
    assert (op.kernel.style, set(made.texts)) == ("session", {"op.cpp"})
    assert "write a reference" in gap_at(made, "reference")


def test_several_files_become_the_sources_of_one_op(tmp_path) -> None:
    (tmp_path / "cpu").mkdir()
    (tmp_path / "cpu" / "f.h").write_text("at::Tensor f_cpu(at::Tensor x);\n")
    (tmp_path / "cpu" / "f.cpp").write_text(
        '#include "f.h"\nat::Tensor f_cpu(at::Tensor x) { return x; }\n'
    )
    (tmp_path / "f.cpp").write_text(
        '#include "cpu/f.h"\n#include "gone.h"\nat::Tensor f(at::Tensor x) { return f_cpu(x); }\n'
        'static auto r = torch::RegisterOperators().op("ns::f", &f);\n'
    )
    texts = read_sources([tmp_path / "f.cpp", tmp_path / "cpu" / "f.cpp"])
    assert sorted(texts) == ["cpu/f.cpp", "cpu/f.h", "f.cpp"]
    made = draft_of(find_candidates(texts)[0], texts)
    assert (made.op.kernel.source, made.op.kernel.sources) == ("f.cpp", ("cpu/f.cpp",))
    assert '"gone.h"' in gap_at(made, "kernel.include")
    assert check_op(made.op) == []


def test_a_function_in_a_cuda_file_or_a_header_gets_a_cpp_file() -> None:
    kernel = "__global__ void k(float* x) {}\n"
    texts = {"f.cu": f"{kernel}namespace n {{ at::Tensor f(at::Tensor x) {{ return x; }} }}\n"}
    made = draft_of(find_candidates(texts)[0], texts)
    assert made.op.kernel.sources == ("f.cu",)
    assert "namespace n { at::Tensor f(at::Tensor x); }" in made.texts["f_op.cpp"]
    texts["f.cu"] = texts["f.cu"].removeprefix(kernel)  # C++ that is called CUDA
    made = draft_of(find_candidates(texts)[0], texts)
    assert made.op.kernel.sources == ()
    assert '#include "f.cu"' in made.texts["f_op.cpp"]
    assert any("no code for a GPU" in gap.message for gap in made.gaps)
    texts = {"f.h": "inline at::Tensor f(at::Tensor x) { return x; }\n"}
    made = draft_of(find_candidates(texts)[0], texts)
    assert made.texts["f_op.cpp"] == '#include "f.h"\n'
    assert check_op(made.op) == []


@pytest.mark.parametrize(
    ("name", "taken"),
    [
        ("class_", "class_op"),
        ("lambda", "lambda_op"),
        ("_private__f", "private_f"),
        ("min", "min_op"),
    ],
)
def test_names_that_python_or_we_keep_for_ourselves(name: str, taken: str) -> None:
    made = draft(f"at::Tensor {name}(at::Tensor self, at::Tensor y) {{ return y; }}")
    assert (made.op.name, made.op.torch) == (taken, f"my_ops::{taken}")
    assert made.op.kernel.function == name
    assert "y" in [a.name for a in made.op.args]


def test_a_default_that_is_no_value_is_reported_and_left_out() -> None:
    made = draft(
        "at::Tensor f(at::Tensor x, int64_t a = 1, int64_t b = SOME, int64_t c = 0x10) { return x; }"
    )
    assert [a.default for a in made.op.args[3:]] == [16]
    assert "SOME" in gap_at(made, "args[2].default")


def test_what_cannot_be_an_op_is_refused_with_its_location() -> None:
    texts = {"op.cpp": "\nat::Tensor f(at::Tensor x, float* p) { return x; }"}
    with pytest.raises(UserError) as caught:
        draft_of(find_candidates(texts)[0], texts)
    assert (caught.value.problem.file, caught.value.problem.line) == ("op.cpp", 2)


def test_every_kernel_of_the_gallery_gives_its_own_arguments_back() -> None:
    seen = 0
    for folder, op in project.gallery():
        if op.kernel.style not in ("portable", "libtorch"):
            continue
        texts = read_sources([folder / op.kernel.source])
        made = draft_of(find_candidates(texts)[0], texts)
        assert check_op(made.op) == [], op.name
        assert [(a.name, a.type, a.optional) for a in made.op.args] == [
            (a.name, a.type, a.optional) for a in op.args
        ]
        assert len(made.op.outputs) == len(op.outputs)
        seen += 1
    assert seen >= 10
