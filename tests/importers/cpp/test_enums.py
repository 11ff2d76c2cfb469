"""Parameters that are enumerations: torch's ops have none, so they are whole numbers with choices."""

from __future__ import annotations

import pytest
from msgspec import UNSET

from workbench.core.check import check_op
from workbench.importers.cpp.drafting.draft import draft_of
from workbench.importers.cpp.search.candidates import find_candidates
from workbench.importers.cpp.search.choice import chosen, distinct, shown
from workbench.importers.drafts.draft import Draft

HEAD = "#include <torch/extension.h>\n"
BOUND = 'PYBIND11_MODULE(ext, m) { m.def("f", &f); }\n'


def drafted(text: str) -> Draft:
    texts = {"a.cpp": HEAD + text}
    candidate, *_ = find_candidates(texts)
    draft = draft_of(candidate, texts)
    assert check_op(draft.op) == []
    return draft


@pytest.mark.parametrize(
    ("enum", "values"),
    [
        ("enum class Mode { A, B };", {"A": 0, "B": 1}),
        ("enum class Mode : int8_t { A = 3, B, C = -1, };", {"A": 3, "B": 4, "C": -1}),
        ("enum Mode { A = 1 << 2, B = A | 0x3, C = 1'000u };", {"A": 4, "B": 7, "C": 1000}),
        ("typedef enum { A, B } Mode;", {"A": 0, "B": 1}),
        ("enum Other { A, B }; using Mode = Other;", {"A": 0, "B": 1}),
        ("enum Mode { A = sizeof(int) };", {}),
        ("enum Mode { A, /* one */ B, // two\n C };", {"A": 0, "B": 1, "C": 2}),
        ("enum Mode { A,\n#ifdef MORE\n B,\n#endif\n C };", {}),
        ("#define MORE B,\nenum Mode { A, MORE C };", {}),
    ],
)
def test_an_argument_is_a_number_and_has_the_enumerators_as_choices(
    enum: str, values: dict[str, int]
) -> None:
    text = f"{enum}\nat::Tensor f(at::Tensor x, const Mode mode) {{ return x; }}\n{BOUND}"
    draft = drafted(text)
    mode = draft.op.args[1]
    assert (mode.type, mode.choices) == ("int", tuple(values.values()))
    assert mode.doc == ", ".join(f"{value} is {name}" for name, value in values.items())
    assert "static_cast<::" in draft.texts[draft.op.kernel.source]
    example = next(e for e in draft.op.model.inputs if e.arg == "mode")
    assert not values or example.value in values.values()


def test_it_is_cast_to_the_enumeration_in_its_namespace_and_keeps_its_default() -> None:
    draft = drafted(
        "namespace n { enum class Mode { A, B };\n"
        "at::Tensor f(at::Tensor x, Mode mode = Mode::B) { return x; } }\n"
        + BOUND.replace("&f", "&n::f")
    )
    assert draft.op.args[1].default == 1
    assert "::n::f(x, static_cast<::n::Mode>(mode))" in draft.texts[draft.op.kernel.source]


def test_one_that_is_written_into_and_one_that_nobody_knows_are_refused() -> None:
    for kind in ("Mode&", "Unknown"):
        text = f"enum Mode {{ A }};\nat::Tensor f(at::Tensor x, {kind} mode) {{ return x; }}\n"
        candidate, *_ = find_candidates({"a.cpp": HEAD + text + BOUND})
        assert "which no argument of a torch op can be" in candidate.problem


@pytest.mark.parametrize(
    "kind", ["const std::vector<Mode>&", "c10::ArrayRef<n::Mode>", "std::vector<Mode>"]
)
def test_a_list_of_them_is_a_list_of_numbers(kind: str) -> None:
    draft = drafted(
        f"namespace n {{ enum class Mode {{ A, B = 4 }};\nat::Tensor f(at::Tensor x, {kind} modes)\n"
        "{ return modes[1] == Mode::A ? x : -x; } }\n" + BOUND.replace("&f", "&n::f")
    )
    modes = draft.op.args[1]
    assert (modes.type, modes.choices) == ("int[]", (0, 4))
    assert draft.op.example("modes").value == (0, 0)
    text = draft.texts[draft.op.kernel.source]
    assert "std::vector<::n::Mode> modes_all;" in text
    assert "for (int64_t n : modes) modes_all.push_back(static_cast<::n::Mode>(n));" in text
    assert "::n::f(x, modes_all)" in text


def test_a_list_of_them_that_is_written_into_is_refused() -> None:
    text = "enum Mode { A };\nat::Tensor f(at::Tensor x, std::vector<Mode>& modes) { return x; }\n"
    candidate, *_ = find_candidates({"a.cpp": HEAD + text + BOUND})
    assert "which no argument of a torch op can be" in candidate.problem


PORTABLE = """#include <workbench/tensor.h>
namespace n { enum class Mode { A, B = 3 };
template <class T>
void f(const wb::Context& ctx, wb::Tensor<const T> x, Mode mode, std::optional<Mode> other,
       wb::Tensor<T> y) {
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = x[i] + T(mode) + T(other.value_or(Mode::A));
} }
"""


def test_a_portable_kernel_is_called_by_a_function_that_takes_numbers() -> None:
    draft = drafted(PORTABLE)
    _x, mode, other = draft.op.args
    assert (mode.type, mode.choices, mode.optional) == ("int", (0, 3), False)
    assert (other.type, other.choices, other.optional) == ("int", (0, 3), True)
    text = draft.texts[draft.op.kernel.source]
    assert '#include "a.cpp"' in text
    assert draft.op.kernel.sources == ()
    assert "::n::f(ctx, x, static_cast<::n::Mode>(mode)," in text
    assert "other ? std::make_optional(static_cast<::n::Mode>(*other)) : std::nullopt" in text


def test_a_portable_kernel_knows_none_of_torchs_element_types() -> None:
    text = PORTABLE.replace("std::optional<Mode>", "at::ScalarType")
    candidate, *_ = find_candidates({"a.cpp": text})
    told = "'other' is a c10::ScalarType, which no portable kernel takes: take an int64_t"
    assert candidate.problem == told


@pytest.mark.parametrize(
    ("written", "enum", "default"),
    [
        ("std::optional<Mode> mode", "Mode", None),
        ("const c10::optional<Mode>& mode = c10::nullopt", "Mode", None),
        ("std::optional<Mode> mode = Mode::B", "Mode", 1),
        ("std::optional<at::ScalarType> mode = std::nullopt", "c10::ScalarType", None),
        ("const std::optional<torch::Dtype>& mode = at::kHalf", "c10::ScalarType", 5),
    ],
)
def test_an_argument_that_may_be_missing(written: str, enum: str, default: int | None) -> None:
    text = f"enum class Mode {{ A, B }};\nat::Tensor f(at::Tensor x, {written}) {{ return x; }}\n"
    draft = drafted(text + BOUND)
    mode = draft.op.args[1]
    assert (mode.type, mode.optional) == ("int", True)
    assert mode.choices
    assert mode.default == (UNSET if default is None else default)
    text = draft.texts[draft.op.kernel.source]
    assert f"mode ? std::make_optional(static_cast<::{enum}>(*mode)) : std::nullopt" in text


def test_it_is_shown_as_it_is_written() -> None:
    text = "enum Mode { A };\nat::Tensor f(at::Tensor x, std::optional<Mode> mode) { return x; }\n"
    other = text.replace("std::optional<Mode>", "Mode").replace("enum Mode { A };", "")
    found = find_candidates({"a.cpp": HEAD + text + other})
    assert [shown(c) for c in found] == ["f(Tensor, optional<Mode>)", "f(Tensor, Mode)"]


def test_python_and_torch_alone_make_no_enumerator_of_a_number() -> None:
    text = "enum Mode { A };\nat::Tensor f(at::Tensor x, Mode mode) { return x; }\n"
    found = find_candidates({"a.cpp": HEAD + text + BOUND})
    assert {c.kind: bool(c.problem) for c in found} == {"libtorch": False, "pybind": True}
    library = 'TORCH_LIBRARY(n, m) { m.def("f", &f); }\n'
    found = find_candidates({"a.cpp": HEAD + text + library})
    assert {c.kind: bool(c.problem) for c in found if c.registration} == {"own": True}


OVERLOADS = (
    "at::Tensor f(at::Tensor x, Mode mode) { return x; }\n",
    "at::Tensor f(at::Tensor x, int64_t mode) { return x + mode; }\n",
)


def test_overloads_with_a_number_in_the_place_of_an_enumerator_are_two_functions() -> None:
    mode = f"{HEAD}#pragma once\nenum Mode {{ A }};\n"
    found = find_candidates({"a.cpp": mode + "".join(OVERLOADS)})
    assert [c.signature for c in found] == [
        "at::Tensor f(at::Tensor x, Mode mode)",
        "at::Tensor f(at::Tensor x, int64_t mode)",
    ]
    assert distinct(found) == 2
    assert [shown(c) for c in found] == ["f(Tensor, Mode)", "f(Tensor, int64_t)"]
    assert all(chosen(found, shown(c)) == [c] for c in found)
    files = ["a.cpp", "b.cpp"]
    texts = {n: '#include "mode.h"\n' + f for n, f in zip(files, OVERLOADS, strict=True)}
    found = find_candidates({**texts, "mode.h": mode})
    assert [(c.file, c.rivals) for c in found] == [(name, ()) for name in files]


def test_what_is_registered_is_the_overload_with_the_enumeration() -> None:
    cast = "static_cast<at::Tensor (*)(at::Tensor, Mode)>(&f)"
    bound = BOUND.replace("&f", cast)
    text = "enum Mode { A };\n" + "".join(reversed(OVERLOADS)) + bound
    found = find_candidates({"a.cpp": HEAD + text})
    registered = next(c for c in found if c.registration is not None)
    assert registered.function is not None
    assert registered.function.parameters[1].enum == "Mode"


@pytest.mark.parametrize(
    ("written", "default"),
    [
        ("at::ScalarType dtype", None),
        ("const c10::ScalarType& dtype = at::kHalf", 5),
        ("torch::ScalarType dtype = torch::kFloat64", 7),
        ("torch::Dtype dtype = at::ScalarType::BFloat16", 15),
    ],
)
def test_an_element_type_is_torchs_number_of_it(written: str, default: int | None) -> None:
    text = f"at::Tensor f(at::Tensor x, {written}) {{ return x + int(dtype); }}\n"
    draft = drafted(text + BOUND)
    dtype = draft.op.args[1]
    assert (dtype.type, sorted(map(int, dtype.choices))) == ("int", [*range(8), 11, 15])
    assert dtype.doc.startswith("6 is float32, 7 is float64, 5 is float16, 15 is bfloat16")
    assert dtype.default == (UNSET if default is None else default)
    assert "static_cast<::c10::ScalarType>(dtype)" in draft.texts[draft.op.kernel.source]
    examples = [e.value for e in draft.op.model.inputs if e.arg == "dtype"]
    assert examples == ([6] if default is None else [])


@pytest.mark.parametrize(
    ("written", "default"),
    [
        ("at::ScalarType to", None),
        ("const c10::ScalarType& to = at::kHalf", "float16"),
        ("torch::Dtype to = torch::kFloat64", "float64"),
    ],
)
@pytest.mark.parametrize(
    "body",
    [
        "return x.to(to);",
        "auto y = at::empty(x.sizes(), x.options().dtype(to)); y.copy_(x); return y;",
        "auto like = x.options().dtype(to); return at::zeros(x.sizes(), like);",
        "return g(x, to);",
    ],
)
def test_an_element_type_that_a_result_has_is_one(
    written: str, default: str | None, body: str
) -> None:
    other = "at::Tensor g(const at::Tensor& a, at::ScalarType kind) { return a.to(kind); }\n"
    text = f"{other}at::Tensor f(const at::Tensor& x, {written}) {{ {body} }}\n"
    draft = drafted(text + BOUND)
    x, to = draft.op.args
    (y,) = draft.op.outputs
    assert (x.type, to.type, y.dtype) == ("tensor", "dtype", "to")
    assert to.dtype[:2] == ("float32", "float64")
    assert to.default == (UNSET if default is None else default)
    assert (to.choices, to.doc) == ((), "")
    examples = [e.value for e in draft.op.model.inputs if e.arg == "to"]
    assert examples == (["float32"] if default is None else [])
    assert draft.op.kernel.function == "f", "it is called as it is"


def test_an_element_type_of_a_portable_kernel() -> None:
    text = """
#include <workbench/tensor.h>
template <class T, class To>
void cast(const wb::Context&, wb::Tensor<const T> x, wb::ElementType<To> to, wb::Tensor<To> y) {}
"""
    candidate, *_ = find_candidates({"a.cpp": text})
    op = draft_of(candidate, {"a.cpp": text}).op
    x, to = op.args
    assert (x.dtype, to.type, to.dtype, op.outputs[0].dtype) == ("T", "dtype", "To", "To")
    assert check_op(op) == []


def test_another_type_that_is_called_like_torchs_is_none_of_its() -> None:
    own = "enum ScalarType { A, B };\nat::Tensor f(at::Tensor x, ScalarType t) { return x; }\n"
    assert drafted(own + BOUND).op.args[1].choices == (0, 1)
    text = "at::Tensor f(at::Tensor x, Dtype t) { return x; }\n"
    candidate, *_ = find_candidates({"a.cpp": HEAD + text + BOUND})
    assert candidate.problem.startswith("'t' is a Dtype, which no argument of a torch op can be: ")


@pytest.mark.parametrize(
    "kind",
    ["c10::Dict<std::string, at::Tensor>", "const c10::optional<at::Generator>&", "at::Device"],
)
def test_what_torch_has_and_onnx_has_not_is_said_so(kind: str) -> None:
    text = f"at::Tensor f(at::Tensor x, {kind} d) {{ return x; }}\n"
    candidate, *_ = find_candidates({"a.cpp": HEAD + text + BOUND})
    assert (
        "which torch passes, and no ONNX node can hold: take tensors, numbers" in candidate.problem
    )
    schema = 'TORCH_LIBRARY(my, m) { m.def("s(Tensor x, Dict(str, Tensor) d) -> Tensor"); }'
    candidate, *_ = find_candidates({"a.cpp": HEAD + schema})
    assert candidate.problem.startswith(
        "its argument 'd' is a Dict[str, Tensor], which torch passes"
    )
