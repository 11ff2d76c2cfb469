"""How one of several functions of a name is meant."""

from __future__ import annotations

import pytest

from workbench.importers.cpp.search.candidates import find_candidates
from workbench.importers.cpp.search.choice import chosen, distinct, shown

TEXT = """
at::Tensor f(const at::Tensor& x) { return x; }
at::Tensor f(const at::Tensor& x, int64_t k) { return x; }
at::Tensor f(const at::Tensor& x, std::vector<int64_t> ks) { return x; }
namespace n { at::Tensor g(const at::Tensor& x) { return x; } }
"""


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        ("f", [2, 3, 4]),
        ("f(Tensor)", [2]),
        ("f(const at::Tensor&, int64_t)", [3]),
        ("f(torch::Tensor, int)", [3]),
        (" f ( Tensor , vector<int64_t> ) ", [4]),
        ("g", [5]),
        ("n::g(Tensor)", [5]),
        ("2", [3]),
        ("#2", [3]),
        ("0", []),
        ("99", []),
        ("f(double)", []),
        ("f(", []),
        ("", []),
    ],
)
def test_names_types_and_numbers(words: str, lines: list[int]) -> None:
    found = find_candidates({"a.cpp": TEXT})
    assert [c.line for c in chosen(found, words)] == lines


def test_what_is_shown_chooses() -> None:
    found = find_candidates({"a.cpp": TEXT})
    assert shown(found[1]) == "f(Tensor, int64_t)"
    assert all(chosen(found, shown(c)) == [c] for c in found)
    assert distinct(found) == 4


def test_the_name_in_a_python_module_means_the_op_first() -> None:
    text = TEXT + 'PYBIND11_MODULE(m_, m) { m.def("g_py", &n::g); }'
    assert [c.kind for c in chosen(find_candidates({"a.cpp": text}), "g_py")] == [
        "libtorch", "pybind"]  # fmt: skip


@pytest.mark.parametrize(
    ("cast", "line"),
    [
        ("static_cast<at::Tensor (*)(const at::Tensor&, int64_t)>(&f)", 3),
        ("(at::Tensor (*)(const at::Tensor&, std::vector<int64_t>))&f", 4),
        ("py::overload_cast<const at::Tensor&>(&f)", 2),
        ("py::overload_cast<const at::Tensor&, std::vector<int64_t>>(&f)", 4),
    ],
)
def test_a_registration_names_one_of_several_by_its_type(cast: str, line: int) -> None:
    text = TEXT + f'PYBIND11_MODULE(m_, m) {{ m.def("f", {cast}); }}'
    first = find_candidates({"a.cpp": text})[0]
    assert first.function is not None
    assert first.function.line == line


def test_no_two_choices_of_several_files_read_the_same() -> None:
    texts = {
        "ops.h": "#pragma once\nat::Tensor scale(at::Tensor x);\nat::Tensor scale_cpu(at::Tensor x);\n"
        "at::Tensor scale_cuda(at::Tensor x);\n",
        "ops.cpp": '#include "ops.h"\nat::Tensor scale(at::Tensor x) { return scale_cpu(x); }\n'
        'PYBIND11_MODULE(mine, m) { m.def("scale", &scale); }\n',
        "ops_cpu.cpp": '#include "ops.h"\nat::Tensor scale_cpu(at::Tensor x) { return x * 2; }\n',
    }
    made = find_candidates(texts)
    assert len({(c.name, c.how) for c in made}) == len(made)
    assert {c.name: c.how for c in made if c.how.startswith("declared")} == {
        "scale_cuda": "declared here, defined in no given file"
    }


def test_a_registered_op_is_also_meant_by_the_name_of_its_function() -> None:
    text = """
    at::Tensor twice_cpu(const at::Tensor& x) { return x * 2; }
    TORCH_LIBRARY(mine, m) { m.def("twice(Tensor x) -> Tensor"); m.impl("twice", &twice_cpu); }
    """
    found = find_candidates({"a.cpp": text})
    (meant,) = chosen(found, "twice_cpu")
    assert meant.torch == "mine::twice"
