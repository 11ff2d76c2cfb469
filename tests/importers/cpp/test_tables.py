"""Functions that take their kernel from a table, into which a macro of another file puts it."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.importers.cpp.drafting.draft import draft_of
from workbench.importers.cpp.search.definers import read_with_definers
from workbench.importers.cpp.search.needed import needed_by
from workbench.importers.cpp.search.offered import offered

OWN = """#include "table.h"
at::Tensor scores_impl(at::Tensor boxes, at::Tensor order) {
  return ASK_TABLE(scores_impl, boxes, order);
}
at::Tensor scores(at::Tensor boxes, at::Tensor order) { return scores_impl(boxes, order); }
"""
OWN_KERNEL = """#include "table.h"
at::Tensor scores_%(of)s(at::Tensor boxes, at::Tensor order) {
  auto o = order.data_ptr<int64_t>();
  auto x = boxes.select(1, 3).contiguous();
  at::Tensor y = at::zeros({boxes.size(0)}, boxes.options().dtype(at::kLong));
  for (int64_t i = 0; i < boxes.size(0); ++i) y.data_ptr<int64_t>()[i] = x.data_ptr<float>()[o[i]] > 0;
  return y;
}
at::Tensor scores_impl(at::Tensor boxes, at::Tensor order);
PUT_INTO_TABLE(scores_impl, %(key)s, scores_%(of)s);
"""
TORCHS = """#include "table.h"
namespace mine {
DEFINE_DISPATCH(scores_stub);
at::Tensor scores(at::Tensor boxes, at::Tensor order) { return scores_stub(kCPU, boxes, order); }
}
"""
TORCHS_KERNEL = OWN_KERNEL.partition("at::Tensor scores_impl")[0]
TORCHS_KERNEL = f"""namespace mine {{ namespace {{
{TORCHS_KERNEL}}}
REGISTER_DISPATCH(scores_stub, &scores_%(of)s);
}}
"""


def project(folder: Path, given: str, kernel: str) -> Path:
    (folder / "setup.py").write_text("")
    for name in ("cpu", "cuda", "npu"):
        (folder / "ops" / name).mkdir(parents=True)
        text = kernel % {"of": name, "key": name.upper()}
        (folder / "ops" / name / "scores_kernel.cpp").write_text(text)
    (folder / "ops" / "table.h").write_text("#pragma once\n#include <ATen/ATen.h>\n")
    (folder / "ops" / "scores.cpp").write_text(given)
    return folder / "ops"


@pytest.mark.parametrize(("given", "kernel"), [(OWN, OWN_KERNEL), (TORCHS, TORCHS_KERNEL)])
def test_the_kernel_for_the_cpu_comes_along_and_tells_of_the_op(
    tmp_path: Path, given: str, kernel: str
) -> None:
    file = project(tmp_path, given, kernel) / "scores.cpp"
    texts = read_with_definers([file])
    assert set(texts) == {"scores.cpp", "table.h", "cpu/scores_kernel.cpp"}
    assert set(needed_by(["scores.cpp"], dict(texts))) == set(texts)
    found = offered(dict(texts), [file]).meant
    candidate = next(c for c in found if c.name.rpartition("::")[2] == "scores")
    op = draft_of(candidate, dict(texts)).op
    assert [a.dtype for a in op.args] == ["float32", "int64"]
    assert (op.outputs[0].shape, op.outputs[0].dtype) == ("[boxes.shape[0]]", "int64")


def test_where_two_say_that_they_are_for_the_cpu_none_is_taken(tmp_path: Path) -> None:
    ops = project(tmp_path, OWN, OWN_KERNEL)
    other = OWN_KERNEL % {"of": "cpu", "key": "CPU"}
    (ops / "npu" / "scores_kernel.cpp").write_text(other)
    assert set(read_with_definers([ops / "scores.cpp"])) == {"scores.cpp", "table.h"}


def test_a_macro_in_a_body_puts_nothing_into_a_table(tmp_path: Path) -> None:
    kernel = OWN_KERNEL.replace("PUT_INTO_TABLE", "void f() {\nPUT_INTO_TABLE") + "}\n"
    ops = project(tmp_path, OWN, kernel)
    assert set(read_with_definers([ops / "scores.cpp"])) == {"scores.cpp", "table.h"}
