"""A name of a C++ body is what it was given last before a place."""

from __future__ import annotations

import pytest

from workbench.importers.cpp.drafting.draft import draft_of
from workbench.importers.cpp.search.candidates import find_candidates


@pytest.mark.parametrize(
    ("body", "dtype", "shape"),
    [
        ("auto y = at::zeros({w.size(0), 9}).argmax(1); y = y.unsqueeze(1); y = y.repeat({1, k});"
         " y = y.to(at::kInt); return y;", "int32", "[w.shape[0], k]"),
        ("auto y = at::zeros({k, 2}); auto z = y; y = y.sum(0); return z;", "float32", "[k, 2]"),
        ("auto y = at::zeros({k, 2}); auto z = y; y = y.sum(0); return y;", "float32", "[2]"),
        ("x = x.contiguous(); x = x.sum(1); return x;", "x", "x.shape[:1] + x.shape[2:]"),
        ("auto y = at::zeros({k}); if (k > 3) y = y.clone(); return y;", "float32", "[k]"),
        ("at::Tensor y; if (k > 3) { y = at::zeros({k}); } else { y = at::ones({k}); } return y;", "float32", "[k]"),
        ("auto y = at::zeros({k}); y += 1; return y;", "float32", "[k]"),
        ("if (k > 3) { auto y = at::zeros({k, 2}); y = y.sum(0); return y; } return at::zeros({2});",
         "float32", "[2]"),
        ("if (k > 3) { auto y = at::zeros({2, k}); y = y.sum(0); return y; } else { TORCH_CHECK(false); }",
         "float32", "[k]"),
    ],
)  # fmt: skip
def test_a_name_is_what_it_was_given_last(body: str, dtype: str, shape: str) -> None:
    texts = {"a.cpp": f"at::Tensor f(at::Tensor x, at::Tensor w, int64_t k) {{ {body} }}"}
    (output,) = draft_of(find_candidates(texts)[0], texts).op.outputs
    assert (output.dtype, output.shape) == (dtype, shape)


@pytest.mark.parametrize(
    "body",
    [
        "auto y = at::zeros({k, 2}); if (k > 3) y = y.sum(0); return y;",
        "auto y = at::zeros({k, 2}); for (int i = 0; i < k; ++i) { y = y.sum(0); } return y;",
    ],
)
def test_of_a_name_that_is_given_one_or_the_other_no_shape_is_claimed(body: str) -> None:
    texts = {"a.cpp": f"at::Tensor f(at::Tensor x, int64_t k) {{ {body} }}"}
    gaps = [gap.key for gap in draft_of(find_candidates(texts)[0], texts).gaps]
    assert "outputs[0].shape" in gaps
