"""Results that a kernel writes by plain pointers are as large as it counts."""

from __future__ import annotations

import pytest

from workbench.importers.cpp.drafting.draft import draft_of
from workbench.importers.cpp.search.candidates import find_candidates

PAIRS = """
void nearest(const int b, const int n, const int m, const float* p, const float* q, float* far, int* which) {
  for (int i = 0; i < b; i++) {
    for (int j = 0; j < n; j++) {
      float best = p[(i * n + j) * 2] - q[(i * m) * 2];
      far[i * n + j] = best;
      which[i * n + j] = 0;
    }
  }
}
void nearest_pairs(const at::Tensor left, const at::Tensor right, at::Tensor far, at::Tensor which) {
  const int batch = left.size(0);
  const int n = left.size(1);
  float* first = far.data_ptr<float>();
  nearest(batch, n, right.size(1), left.data_ptr<float>(), right.data_ptr<float>(), first,
          which.data_ptr<int>());
}
"""


def drafted(text: str):
    candidate = find_candidates({"a.cpp": text})[0]
    return draft_of(candidate, {"a.cpp": text})


def table(write: str) -> str:
    return f"""
int table(at::Tensor a, at::Tensor b, at::Tensor result) {{
  int rows = a.size(0), columns = b.size(0);
  const float* x = a.data_ptr<float>();
  float* y = result.data_ptr<float>();
  {write}
  return 1;
}}
"""


LOOPS = "for (int i = 0; i < rows; i++) for (int j = 0; j < columns; j++)"


@pytest.mark.parametrize(
    ("write", "shape"),
    [
        (f"{LOOPS} y[i * columns + j] = x[i];", "[a.shape[0], b.shape[0]]"),
        (f"{LOOPS} y[j + columns * i] = x[i];", "[a.shape[0], b.shape[0]]"),
        (f"{LOOPS} y[(i * columns + j) * 3 + 1] = x[i];", "[a.shape[0], b.shape[0], 3]"),
        (f"{LOOPS} y[i * columns * 3 + j * 3 + 1] = x[i];", "[a.shape[0], b.shape[0], 3]"),
        (f"{LOOPS} {{ int at = i * columns + j; y[at] = x[i]; }}", "[a.shape[0], b.shape[0]]"),
        (f"{LOOPS} {{ float* row = y + i * columns; row[j] = 1; }}", "[a.shape[0], b.shape[0]]"),
        ("for (int i = 0; i < columns; i++) y[i] = x[i];", "[b.shape[0]]"),
        ("for (int i = 0; i < rows * columns; ++i) y[i] = 1;", "[a.shape[0], b.shape[0]]"),
        (
            "at::parallel_for(0, columns, 1, [&](int64_t s, int64_t e) {"
            " for (int64_t i = s; i < e; i++) y[i] = x[0]; });",
            "[b.shape[0]]",
        ),
        # What is not counted plainly stays a guess.
        ("for (int i = 1; i < columns; i++) y[i] = x[i];", "a.shape"),
        ("for (int i = 0; i < columns; i++) y[i % 3] = x[i];", "a.shape"),
        (f"{LOOPS} y[i * columns + j * rows] = x[i];", "a.shape"),
        (f"{LOOPS} {{ y[i * columns + j] = 1; y[i] = 2; }}", "a.shape"),
    ],
)
def test_an_index_counts_what_is_written(write: str, shape: str) -> None:
    (output,) = drafted(table(write)).op.outputs
    assert output.shape == shape


def test_the_tensor_is_made_with_the_sizes_that_its_rule_has() -> None:
    made = drafted(table(f"{LOOPS} y[(i * columns + j) * 3] = x[i];"))
    assert "at::zeros({a.size(0), b.size(0), 3}, a.options()" in made.texts[made.op.kernel.source]
    assert not [g for g in made.gaps if g.key == "outputs[0].shape"]


def test_a_function_that_is_handed_the_pointer_counts_too() -> None:
    made = drafted(PAIRS)
    assert [o.shape for o in made.op.outputs] == ["[left.shape[0], left.shape[1]]"] * 2


def test_what_is_read_by_an_index_has_as_many_dimensions_as_it_counts() -> None:
    shapes = [e.shape for e in drafted(PAIRS).op.model.inputs]
    assert [(len(s), s[-1]) for s in shapes] == [(3, 2), (3, 2)]
    assert shapes[0][0] == shapes[1][0]
