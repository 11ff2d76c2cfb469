"""Functions over plain pointers: the signature of an op whose kernel could call one."""

from __future__ import annotations

import pytest

from workbench.importers.cpp.search.pointers import over_pointers
from workbench.importers.drafts.blank import blank_draft

ROWS = """
static int helper(int a) { return a; }
void scale_rows(float* out, double* total, const float* x, int* index, int n, float by) {
  for (int i = 0; i < n; i++) {
    float* row = out + i * 4;
    row[index[i]] = x[i] * by;
    *total += row[0];
  }
}
"""


def test_what_is_written_through_is_a_result() -> None:
    over, signature = over_pointers({"a.c": ROWS})
    assert over.startswith("scale_rows is over plain pointers")
    assert signature == (
        "scale_rows(Tensor x, Tensor[int32] index, int n, float by) -> "
        "(Tensor out, Tensor[float64] total)"
    )
    assert blank_draft(signature).op.name == "scale_rows"
    assert over_pointers({"a.c": ROWS}, "scale_rows") == (over, signature)


@pytest.mark.parametrize(
    "text",
    [
        "int main() { return 0; }",
        "void f(const float* x, int n) {}",
        "void f(struct Model* m, float* y) { y[0] = 1; }",
        "void f(float** x, float* y) { y[0] = 1; }",
        "void f(float* x, float* y);",
    ],
)
def test_what_says_no_results_gives_no_signature(text: str) -> None:
    assert over_pointers({"a.c": text}) == ("", "")
