"""Rows whose elements a kernel reads by a pointer are as long as it steps."""

from __future__ import annotations

import pytest

from workbench.importers.cpp.drafting.draft import draft_of
from workbench.importers.cpp.search.candidates import find_candidates
from workbench.importers.cpp.syntax.columns import columns_of


@pytest.mark.parametrize(
    ("body", "columns"),
    [
        ("const float* p = x.data_ptr<float>(); y = p[i * 3 + 1] - p[3 * i];", 3),
        ("auto p = x.data_ptr<float>(); q = p[(b * n + i) * 4];", 4),
        ("auto* p = x.data_ptr<int>() + i * 8;", 8),
        ("f(*(x.data_ptr<float>() + i * 6 + 1));", 6),
        ("auto p = x.data_ptr<float>(); y = p[b * n * 3 + i * 3 + c];", 3),
        ("auto p = x.data_ptr<float>(); y = p[i * 3 * n];", 0),
        ("auto p = x.data_ptr<float>(); y = p[i * 3] + p[i * 4];", 0),
        ("auto p = x.data_ptr<float>(); y = p[i] + q[i * 3];", 0),
        ("auto p = x.data_ptr<float>(); y = p[i * 1];", 0),
        ("auto p = x.data_ptr<float>(); y = p[i] + 2 * i;", 0),
    ],
)
def test_the_step_of_an_index_is_the_length_of_a_row(body: str, columns: int) -> None:
    assert columns_of(body, ("x",)) == columns


def test_a_function_that_the_pointer_is_handed_to_tells_it_too() -> None:
    text = """
void fold(int n, const int* data, int64_t* out) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 4; j++) out[i] += data[4 * i + j];
}
at::Tensor folded(const at::Tensor& idx) {
  at::Tensor out = torch::zeros({idx.size(0)}, at::kLong);
  const int* first = idx.data_ptr<int>();
  fold(idx.size(0), first, out.data_ptr<int64_t>());
  return out;
}
"""
    (candidate,) = find_candidates({"a.cpp": text})
    made = draft_of(candidate, {"a.cpp": text})
    assert [e.shape for e in made.op.model.inputs] == [(4, 4)]
