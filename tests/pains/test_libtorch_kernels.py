"""Mistakes in a kernel that is written with torch's own API."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import MakeOp
from tests.engine.building import build, edit, failure, with_kernel
from tests.large import large
from tests.pains.told import build_with_offers, line_of, mend, offered

pytestmark = pytest.mark.parametrize(
    "compiler", [pytest.param("g++", marks=large), ""], ids=["gcc", "clang"]
)


@pytest.fixture(autouse=True)
def chosen(compiler: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CXX", compiler)


def test_a_missing_include_of_a_libtorch_kernel_is_offered(make_op: MakeOp) -> None:
    """Torch's headers bring most of the C++ library; macros of C they do not."""
    toml = with_kernel('style = "libtorch"') + '\n[ort]\nimplementation = "bridge"\n'
    body = "std::vector<float> v(3);\n  assert(v.size());"
    kernel = f"#include <torch/library.h>\nat::Tensor twice(const at::Tensor& x) {{\n  {body}\n  return 2 * x;\n}}\n"
    build_with_offers(make_op(toml, kernel))


def test_torchs_numbers_are_64_bits_wide(make_op: MakeOp) -> None:
    """pytorch 48930: ``int`` and ``float`` in a registered function end deep in a template."""
    toml = (
        with_kernel('style = "libtorch"\nregistration = "own"')
        + '\n[ort]\nimplementation = "bridge"\n'
    )
    toml = toml.replace("[[outputs]]", '[[args]]\nname = "n"\ntype = "int"\n\n[[outputs]]')
    toml = toml.replace(
        'inputs = ["x"]', 'inputs = ["x"]\nattributes = [{ name = "n", type = "int", arg = "n" }]'
    )
    toml += '\n[[model.inputs]]\narg = "n"\nvalue = 2\n'
    kernel = (
        "#include <torch/library.h>\n"
        "at::Tensor twice(const at::Tensor& x, int n) { return n * x; }\n"
        "TORCH_LIBRARY(wb_test, m) {\n"
        '  m.def("twice(Tensor x, int n) -> Tensor", &twice);\n'
        "}\n"
    )
    folder = make_op(toml, kernel)
    problem = failure(folder)[0]
    assert "m.def" in line_of(folder, problem)
    assert "int64_t and double" in problem.hint


LIBTORCH = with_kernel('style = "libtorch"') + '\n[ort]\nimplementation = "bridge"\n'


MISSPELT = {"at::reluu(x)": ("reluu", "relu"), "x.matmull(x)": ("matmull", "matmul")}


def test_a_function_of_torch_that_is_misspelt(make_op: MakeOp) -> None:
    """As a function and as a member of a tensor."""
    body = "".join(f"  const auto y{i} = {call};\n" for i, call in enumerate(MISSPELT))
    kernel = (
        "#include <torch/library.h>\n"
        f"at::Tensor twice(const at::Tensor& x) {{\n{body}  return y0 + y1;\n}}\n"
    )
    folder = make_op(LIBTORCH, kernel)
    problems = [p for p in failure(folder) if p.severity == "error"]
    for problem, (call, (name, meant)) in zip(problems, MISSPELT.items(), strict=True):
        assert call in line_of(folder, problem)
        assert meant in f"{problem.message} {problem.hint}".split(name)[-1]
        assert f"Change '{name}' to '{meant}'" in offered(folder, problem)
    mend(folder, problem, f"Change '{name}' to '{meant}'")
    edit(folder, "reluu", "relu")  # the other fix was for the text as it was
    build(folder)


def test_a_function_that_is_defined_nowhere(make_op: MakeOp) -> None:
    kernel = (
        "#include <torch/library.h>\n"
        "at::Tensor other(const at::Tensor& x);\n"
        "at::Tensor twice(const at::Tensor& x) { return other(x); }\n"
    )
    folder = make_op(LIBTORCH, kernel)
    (problem,) = failure(folder)
    assert problem.message == "'other(at::Tensor const&)' is declared but defined nowhere"
    assert "other(" in line_of(folder, problem)


def test_a_function_that_only_a_macro_calls_and_that_is_defined_nowhere(make_op: MakeOp) -> None:
    """Its whole name stands in a header alone."""
    kernel = (
        '#include <torch/library.h>\n#include "both.h"\n'
        "at::Tensor twice(const at::Tensor& x) { return CALL(twice, x); }\n"
    )
    folder = make_op(LIBTORCH, kernel)
    (folder / "both.h").write_text(
        "#pragma once\n#define CALL(name, x) name##_far(x)\n\n"
        "at::Tensor twice_far(\n    const at::Tensor& x);\n"
    )
    (problem,) = failure(folder)
    assert problem.message == "'twice_far(at::Tensor const&)' is declared but defined nowhere"
    assert "Define it" in problem.hint
    assert (Path(problem.file).name, problem.line) == ("both.h", 4)
