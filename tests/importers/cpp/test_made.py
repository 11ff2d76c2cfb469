"""Functions that macros of the files define or declare."""

from __future__ import annotations

from pathlib import Path

from workbench.importers.cpp.drafting.draft import draft_of
from workbench.importers.cpp.search.candidates import find_candidates
from workbench.importers.cpp.search.definers import read_with_definers
from workbench.importers.cpp.search.needed import needed_by

KERNELS = """
#include "ops.h"
namespace mine {
template <typename T> void loop(const T* x, T* y, int64_t n, T by) {
  for (int64_t i = 0; i < n; ++i) y[i] = x[i] * by;
}

#define FORWARD(NAME, BY)                                              \\
  at::Tensor NAME##_cpu(const at::Tensor& x, const at::Tensor& rows) { \\
    const int64_t* r = rows.data_ptr<int64_t>();                       \\
    at::Tensor y = at::zeros(rows.sizes(), x.options());               \\
    if (rows.numel() > 0 && r[0] == 0) {                               \\
      loop<float>(x.data_ptr<float>(), y.data_ptr<float>(), 1, BY);    \\
    }                                                                  \\
    return y;                                                          \\
  }
#define BOTH(NAME, BY) FORWARD(NAME, BY) FORWARD(NAME##_more, 2 * BY)
#define CHECKED(x) if (!(x)) { throw 1; }

BOTH(twice, 2)
FORWARD(thrice, 3)
}  // namespace mine
"""
HEADER = """
#include <ATen/ATen.h>
namespace mine {
#define DECLARE(NAME) at::Tensor NAME##_cpu(const at::Tensor& x, const at::Tensor& rows);
DECLARE(twice)
DECLARE(twice_more)
DECLARE(thrice)
}  // namespace mine
"""
TEXTS = {"ops.cpp": KERNELS, "ops.h": HEADER}


def test_a_function_that_a_macro_defines_is_an_op() -> None:
    found = {c.name: c for c in find_candidates(TEXTS) if not c.problem}
    assert {"mine::twice_cpu", "mine::twice_more_cpu", "mine::thrice_cpu"} == set(found)
    of = found["mine::thrice_cpu"]
    assert (of.file, of.line) == ("ops.cpp", KERNELS.split("FORWARD(thrice")[0].count("\n") + 1)


def test_its_body_tells_what_it_reads_and_gives() -> None:
    candidate = next(c for c in find_candidates(TEXTS) if c.name == "mine::twice_more_cpu")
    draft = draft_of(candidate, TEXTS)
    op = draft.op
    assert [a.dtype for a in op.args] == ["float32", "int64"]
    assert (op.outputs[0].shape, op.outputs[0].dtype) == ("rows.shape", "x")
    assert op.kernel.source == "ops.cpp"
    assert not [gap for gap in draft.gaps if "only declared" in gap.message]


def test_a_file_that_defines_them_by_a_macro_comes_along(tmp_path: Path) -> None:
    user = '#include "ops.h"\nat::Tensor f(at::Tensor x, at::Tensor r) { return mine::twice_cpu(x, r); }\n'
    for name, text in {**TEXTS, "f.cpp": user}.items():
        (tmp_path / name.replace("ops.cpp", "kernels.cpp")).write_text(text)
    texts = read_with_definers([tmp_path / "f.cpp"])
    assert set(texts) == {"f.cpp", "ops.h", "kernels.cpp"}
    assert set(needed_by(["f.cpp"], dict(texts))) == set(texts)


def test_a_macro_that_a_body_or_a_class_uses_makes_none() -> None:
    text = """
#define FIELD(NAME) at::Tensor NAME(at::Tensor x) { return x; }
struct S {
  FIELD(of_an_object)
};
at::Tensor f(at::Tensor x) {
  FIELD(inside)
  return x;
}
"""
    names = {c.name for c in find_candidates({"a.cpp": text})}
    assert not names & {"of_an_object", "inside"}


def test_macros_that_use_themselves_end() -> None:
    text = "#define A(n) B(n) B(n) at::Tensor n##_f(at::Tensor x) { return x; }\n#define B(n) A(n) A(n)\nA(k)\n"
    assert "k_f" in {c.name for c in find_candidates({"a.cpp": text})}


def test_each_file_has_its_own_macro_of_a_name() -> None:
    other = '#include "ops.h"\n#define FORWARD(NAME) at::Tensor NAME##_gpu(at::Tensor x) { return x; }\nFORWARD(more)\n'
    found = find_candidates({**TEXTS, "z.cpp": other})
    names = {c.name for c in found if c.function is not None and c.function.defined}
    assert {"mine::twice_cpu", "mine::thrice_cpu", "more_gpu"} <= names
