"""What once misled: a word that named the wrong file, or none, or what was not the cause."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import MakeOp, Verify
from tests.engine.building import failure, with_kernel, write
from tests.engine.test_libtorch import FUNCTION, OWN, TOML, with_exporter

ELSEWHERE = """
TORCH_LIBRARY(wb_lib, m) {
  m.set_python_module("nowhere.fakes");
  m.def("scaled(Tensor x, float alpha=2.0) -> Tensor");
}
TORCH_LIBRARY_IMPL(wb_lib, CPU, m) { m.impl("scaled", &scaled); }
"""
PYSTUB = ELSEWHERE.replace("set_python_module(", "impl_abstract_pystub(")
META = """
TORCH_LIBRARY(wb_lib, m) { m.def("scaled(Tensor x, float alpha=2.0) -> Tensor"); }
TORCH_LIBRARY_IMPL(wb_lib, CPU, m) { m.impl("scaled", &scaled); }
torch::Tensor scaled_meta(torch::Tensor x, double alpha) { return torch::empty_like(x); }
TORCH_LIBRARY_IMPL(wb_lib, Meta, m) { m.impl("scaled", &scaled_meta); }
"""


@pytest.mark.parametrize("registers", [ELSEWHERE, PYSTUB, META], ids=["module", "pystub", "meta"])
def test_torch_export_of_an_op_whose_fake_kernel_is_registered_elsewhere(
    make_op: MakeOp, verify: Verify, registers: str
) -> None:
    state = verify(make_op(with_exporter(OWN, "torch.export"), FUNCTION + registers))
    assert state.report().error is None
    assert state.report().status == "agrees"


GIVES_ITS_INPUT = """
import torch

def scaled(x, alpha=2.0):
    return x if alpha == 1.0 else x * alpha
"""
ALONE = TOML.replace('style = "libtorch"', 'style = "python"\nsource = "kernel.py"')


def test_a_python_op_that_folds_away_says_so(make_op: MakeOp, verify: Verify) -> None:
    toml = ALONE + '\n[[model.inputs]]\narg = "alpha"\nvalue = 1.0\n'
    folder = make_op(toml, "")
    (folder / "kernel.py").write_text(GIVES_ITS_INPUT)
    report = verify(folder).report()
    told = " ".join(p.message + p.hint for p in report.problems)
    assert "at()" not in told
    assert report.status == "agrees"


CALLER = """
float nowhere_at_all(float x);
float twice_of(float x) { return nowhere_at_all(x); }
"""
KERNEL = """
#include <workbench/tensor.h>
float twice_of(float x);
template <class T>
void twice(const wb::Context& ctx, wb::Tensor<const T> x, wb::Tensor<T> y) {
  for (int64_t i = 0; i < x.numel(); ++i) y[i] = twice_of(x[i]);
}
"""


def test_a_symbol_that_is_defined_nowhere_is_told_where_it_is_called(make_op: MakeOp) -> None:
    folder: Path = make_op(with_kernel('sources = ["more.cpp"]'), KERNEL)
    write(folder, more_cpp=CALLER)
    (problem,) = failure(folder)
    assert "nowhere_at_all(float)" in problem.message
    assert Path(problem.file).name == "more.cpp"
    assert problem.line == 3


def test_a_symbol_of_a_macro_has_no_line_and_no_file_without_a_name(make_op: MakeOp) -> None:
    hidden = CALLER.replace("nowhere_at_all(x)", "CALL(x)").replace(
        "float nowhere_at_all(float x);",
        "float nowhere_at_all(float x);\n#define CALL nowhere_ ## at_all",
    )
    folder: Path = make_op(with_kernel('sources = ["more.cpp"]'), KERNEL)
    write(folder, more_cpp=hidden)
    (problem,) = failure(folder)
    assert "nowhere_at_all" in problem.message
    assert Path(problem.file).name == "more.cpp"
    assert not problem.where().startswith(":")
