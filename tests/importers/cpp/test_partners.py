"""An op's schema and its kernel may be in two files of a project: one of them brings the other."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.importers.cpp.search.definers import read_with_definers
from workbench.importers.cpp.search.offered import offered

SCHEMA = """#include <torch/library.h>
at::Tensor twice(const at::Tensor& x) {
  static auto op = c10::Dispatcher::singleton().findSchemaOrThrow("mine::twice", "").typed<decltype(twice)>();
  return op.call(x);
}
TORCH_LIBRARY_FRAGMENT(mine, m) { m.def("mine::twice(Tensor x) -> Tensor"); }
"""
KERNEL = """#include <torch/library.h>
namespace {
at::Tensor twice_kernel(const at::Tensor& x) { return x * 2; }
}
TORCH_LIBRARY_IMPL(mine, %s, m) { m.impl("mine::twice", TORCH_FN(twice_kernel)); }
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "setup.py").write_text("")
    (tmp_path / "ops" / "cpu").mkdir(parents=True)
    (tmp_path / "ops" / "autograd").mkdir()
    (tmp_path / "ops" / "twice.cpp").write_text(SCHEMA)
    (tmp_path / "ops" / "cpu" / "twice_kernel.cpp").write_text(KERNEL % "CPU")
    (tmp_path / "ops" / "autograd" / "twice_kernel.cpp").write_text(KERNEL % "Autograd")
    return tmp_path / "ops"


@pytest.mark.parametrize("given", ["twice.cpp", "cpu/twice_kernel.cpp"])
def test_either_half_brings_the_other_and_is_one_op(project: Path, given: str) -> None:
    texts = read_with_definers([project / given])
    assert set(texts) == {"twice.cpp", "cpu/twice_kernel.cpp"}
    found = offered(texts, [project / given])
    assert [(c.name, c.keys, c.no_kernel) for c in found.meant] == [
        ("mine::twice", ("CPU",), False)
    ]


def test_of_two_kernels_for_the_cpu_none_is_taken(project: Path) -> None:
    (project / "cpu" / "other.cpp").write_text(KERNEL % "CPU")
    assert set(read_with_definers([project / "twice.cpp"])) == {"twice.cpp"}


def test_a_second_library_of_the_namespace_is_not_taken(project: Path) -> None:
    (project / "twice.cpp").write_text(SCHEMA.replace("TORCH_LIBRARY_FRAGMENT", "TORCH_LIBRARY"))
    own = project / "cpu" / "twice_kernel.cpp"
    own.write_text(own.read_text() + 'TORCH_LIBRARY(mine, m) { m.def("f(Tensor x) -> Tensor"); }\n')
    assert set(read_with_definers([own])) == {"twice_kernel.cpp"}


def test_a_function_that_only_calls_the_op_is_no_other_choice(project: Path) -> None:
    texts = read_with_definers([project / "twice.cpp"])
    assert [c.name for c in offered(texts, [project / "twice.cpp"]).all] == ["mine::twice"]
