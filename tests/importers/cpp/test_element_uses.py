"""What a function does with the elements of its tensors decides what is an argument, and what a result."""

from __future__ import annotations

import pytest

from workbench.core.check import check_op
from workbench.importers.cpp.drafting.draft import draft_of
from workbench.importers.cpp.search.candidates import find_candidates
from workbench.importers.cpp.syntax.element_uses import element_uses
from workbench.importers.drafts.draft import Draft


def draft(text: str, name: str) -> Draft:
    texts = {"op.cpp": text}
    made = draft_of(next(c for c in find_candidates(texts) if c.name == name), texts)
    assert check_op(made.op) == []
    return made


def gap_at(made: Draft, key: str) -> str:
    return " ".join(g.message for g in made.gaps if g.key == key)


@pytest.mark.parametrize(
    ("body", "first", "written"),
    [
        ("auto a = x.accessor<float, 2>(); a[i][j] = 1;", "write", True),
        ("auto a = x.accessor<float, 2>(); float u = a[i][j]; a[i][j] = u * 2;", "read", True),
        ("auto a = x.accessor<float, 2>(); auto row = a[i]; row[j] = row[j] + 1;", "read", True),
        ("float* p = x.data_ptr<float>(); for (;;) { *p = 0; p++; }", "write", True),
        ("float* p = x.data_ptr<float>(); for (;;) *p++ = 0;", "write", True),
        ("float* p = x.data_ptr<float>(); float* q = p + i * n; q[0] += 1;", "add", True),
        ("float* p = x.data_ptr<float>(); p[i] *= 2;", "read", True),
        ("float* p = x.data_ptr<float>(); float& y = p[i]; y = 2;", "write", True),
        ("float* p = x.data_ptr<float>(); std::swap(p[i], p[j]);", "read", True),
        ("float* p = x.data_ptr<float>(); float s = (*p) * p[n]; p += 3;", "read", False),
        ("auto x_ = x.contiguous(); x_.zero_(); x_.mul_(2);", "write", True),
        ("x.mul_(2);", "read", True),
        ("at::mul_out(x, y, z);", "write", True),
        ("at::min_out(x, x, z);", "read", True),
        ("x = x.clone(); x.mul_(2);", "read", False),
        ("x.copy_(x * 2);", "read", True),
        ("auto y = x + 1; y.mul_(2); x.zero_();", "read", True),
        ("auto y = x.mul(2); x.copy_(y);", "read", True),
        ("auto rows = x.view({-1, 3}).t(); rows.mul_(2);", "read", True),
        ("auto a = x.view({-1}).packed_accessor32<float, 1>(); a[i] = a[i] + 1;", "read", True),
        ("x[i].copy_(y);", "write", True),
        ("x[i].mul_(2);", "read", True),
        ("x.sub_(y);", "read", True),
        ("x.index_add_(0, i, y);", "add", True),
        ("auto y = at::squeeze(x, 0); at::relu_(y);", "read", True),
        ("auto y = torch::stable::contiguous(x); float s = y.const_data_ptr<float>()[0];", "read", False),
        ("auto y = at::zeros_like(x); y.add_(1);", "", False),
        ("auto y = at::sqrt(x); y.mul_(2);", "read", False),
        ("x.requires_grad_(false);", "", False),
        ("x.size(0); x.dim();", "", False),
    ],
)  # fmt: skip
def test_what_is_done_first(body: str, first: str, written: bool) -> None:
    uses = element_uses(f"{{ {body} }}", "x")
    assert (uses.first, uses.written, uses.unknown) == (first, written, False)


@pytest.mark.parametrize("use", ["keep(p);", "Holder h{p};", "float** to = &p;", "held.at = p;"])
def test_what_cannot_be_followed_is_not_known(use: str) -> None:
    assert element_uses(f"{{ float* p = x.data_ptr<float>(); float s = p[0]; {use} }}", "x").unknown


def test_what_is_returned_may_be_changed_elsewhere() -> None:
    uses = element_uses("{ float* p = x.data_ptr<float>(); float s = p[0]; return p; }", "x")
    assert uses.returned
    assert not uses.only_read


SCALED = {
    "include/ways.h": """#define CHECK_TYPE(x) TORCH_CHECK((x).scalar_type() != at::ScalarType::Half, "no")
#define FOR_DEVICE(METHOD, ...) return METHOD##_cpu(__VA_ARGS__)
at::Tensor as_rows(const at::Tensor& x);
inline bool fits(const at::Tensor& x, const at::Tensor& by) {
  if (x.scalar_type() == at::ScalarType::Half) {
    return by.scalar_type() == at::ScalarType::Half || by.scalar_type() == at::ScalarType::Float;
  } else {
    return x.scalar_type() == by.scalar_type();
  }
}
void scale_cpu(at::Tensor& x, const at::Tensor& by);
""",
    "op.cpp": """#include "ways.h"
at::Tensor as_rows(const at::Tensor& x) {
  if (x.dim() == 1) return x.view({1, -1});
  return x.reshape({x.size(0), -1});
}
void scale_cpu(at::Tensor& x_, const at::Tensor& by) {
  CHECK_TYPE(x_);
  auto x = as_rows(x_);
  x.mul_(as_rows(by)).add_(1);
}
void scale(at::Tensor& x, const at::Tensor& by) {
  TORCH_CHECK(fits(x, by), "by does not fit");
  FOR_DEVICE(scale, x, by);
}
""",
}


def test_a_tensor_that_is_changed_through_a_view_behind_a_macro_is_an_argument() -> None:
    made = draft_of(next(c for c in find_candidates(SCALED) if c.name == "scale"), SCALED)
    assert check_op(made.op) == []
    assert [(a.name, a.dtype or "float32") for a in made.op.args] == [
        ("x", "float32"),  # a choice between types is no check that it is the first of them
        ("by", "float32"),
    ]
    assert [(o.name, o.dtype, o.shape) for o in made.op.outputs] == [("x_out", "x", "x.shape")]
    assert "at::Tensor x_0 = x.clone();" in made.texts["scale_op.cpp"]
    assert "is a guess" not in gap_at(made, "args[0].name")


ROTATED = """void turn_one(at::Tensor angles, const at::Tensor by) {
  auto a = angles.accessor<float, 2>();
  auto p = by.accessor<int64_t, 1>();
  for (int i = 0; i < angles.size(0); i++) {
    float u = a[i][0], v = a[i][1];
    a[i][0] = u - p[i] * v;
    a[i][1] = v + p[i] * u;
  }
}
void turn(at::Tensor angles, const at::Tensor by) { turn_one(angles, by); }
"""


def test_a_tensor_that_is_read_before_it_is_changed_is_an_argument_and_its_copy_the_result() -> (
    None
):
    made = draft(ROTATED, "turn")
    assert [a.name for a in made.op.args] == ["angles", "by"]
    assert [(o.name, o.dtype, o.shape) for o in made.op.outputs] == [
        ("angles_out", "angles", "angles.shape")
    ]
    text = made.texts["turn_op.cpp"]
    assert "at::Tensor angles_0 = angles.clone();" in text
    assert "::turn(angles_0, by);" in text
    assert "return angles_0;" in text
    assert "zeros" not in text
    assert "returns that as 'angles_out'" in gap_at(made, "args[0].name")


def test_what_one_function_reads_and_a_later_one_changes_is_read_first() -> None:
    made = draft(
        """void near(const at::Tensor x, const at::Tensor centers, at::Tensor which) {
      auto c = centers.accessor<float, 1>();
      auto w = which.accessor<int, 1>();
      for (int i = 0; i < x.size(0); i++) w[i] = c[i] > 0;
    }
    void move(const at::Tensor x, at::Tensor centers) {
      auto c = centers.accessor<float, 1>();
      for (int i = 0; i < x.size(0); i++) c[i] = i;
    }
    void group(const at::Tensor x, at::Tensor centers, at::Tensor which) {
      near(x, centers, which);
      move(x, centers);
    }""",
        "group",
    )
    assert [a.name for a in made.op.args] == ["x", "centers"]
    assert [(o.name, o.dtype) for o in made.op.outputs] == [
        ("centers_out", "centers"),
        ("which", "int32"),
    ]


def test_the_only_tensor_of_a_function_that_returns_nothing_is_changed_in_place() -> None:
    made = draft("void clip(at::Tensor x, double most) { x.clamp_(0, most); }", "clip")
    assert [a.name for a in made.op.args] == ["x", "most"]
    assert [(o.name, o.shape) for o in made.op.outputs] == [("x_out", "x.shape")]


def test_what_is_only_read_through_moved_pointers_and_by_other_functions_is_an_argument() -> None:
    made = draft(
        """inline float dot(float *a, float *b, int n) {
      float s = 0;
      for (int i = 0; i < n; i++) { s += (*a) * (*b); a++; b++; }
      return s;
    }
    inline void scale(float *to, float *from, int n) {
      for (int i = 0; i < n; i++) { *to = *from; to++; from++; }
    }
    void scores(const at::Tensor q, const at::Tensor k, at::Tensor found) {
      float *qs = q.data_ptr<float>();
      float *ks = k.data_ptr<float>();
      float *f = found.data_ptr<float>();
      for (int i = 0; i < q.size(0); i++) {
        float *row = qs + i * q.size(1);
        scale(f + i, row, 1);
        f[i] = dot(row, ks + i, 3);
      }
    }""",
        "scores",
    )
    assert [a.name for a in made.op.args] == ["q", "k"]
    assert [o.name for o in made.op.outputs] == ["found"]


def test_what_torch_writes_into_by_an_out_function_is_changed() -> None:
    made = draft("void clip(at::Tensor y, at::Tensor x) { at::clamp_max_out(x, y, 2); }", "clip")
    assert [a.name for a in made.op.args] == ["y"]
    assert [o.name for o in made.op.outputs] == ["x"]


def test_an_accessors_element_that_another_function_writes_shows_the_result() -> None:
    made = draft(
        """inline void put(float *to, float from) { *to = from; }
    void take(const at::Tensor x, at::Tensor into, at::Tensor by) {
      auto xs = x.accessor<float, 1>();
      auto to = into.accessor<float, 1>();
      auto bys = by.accessor<float, 1>();
      for (int i = 0; i < x.size(0); i++) put(&to[i], xs[i] * bys[i]);
    }""",
        "take",
    )
    assert [a.name for a in made.op.args] == ["x", "by"]
    assert [o.name for o in made.op.outputs] == ["into"]
    assert "take writes into 'into'" in gap_at(made, "kernel.source")


def test_what_is_const_is_not_guessed_to_be_the_result() -> None:
    made = draft(
        "void turn(at::Tensor x, const at::Tensor by) { launch(all(x), all(by)); }", "turn"
    )
    assert [o.name for o in made.op.outputs] == ["x_out"]


def test_a_guess_which_tensor_is_the_result_says_that_it_is_one() -> None:
    made = draft("void start(at::Tensor a, at::Tensor b) { launch(all(a), all(b)); }", "start")
    assert [a.name for a in made.op.args] == ["a", "b"]  # what is in 'b' may count
    assert [(o.name, o.dtype, o.shape) for o in made.op.outputs] == [("b_out", "b", "b.shape")]
    assert "'b' is a guess" in gap_at(made, "args[1].name")
