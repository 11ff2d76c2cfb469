"""Sizes and numbers that a function checks to be equal are equal in the examples of its draft."""

from __future__ import annotations

import pytest

from tests.importers.cpp.test_draft import draft
from workbench.importers.cpp.search.candidates import find_candidates

HEAD = "at::Tensor f(const at::Tensor& x, const at::Tensor& w, const at::Tensor& table, int64_t n, int64_t k) {"
SIZES = "int64_t rows = x.size(0), columns = x.size(1), height = w.size(2);"


def examples(body: str) -> dict[str, object]:
    op = draft(f"{HEAD} {SIZES} {body} return x; }}").op
    return {e.arg: e.value if op.arg(e.arg).is_numeric else e.shape for e in op.model.inputs}


@pytest.mark.parametrize(
    ("body", "name", "value"),
    [
        ("TORCH_CHECK(height == k, \"not as high\");", "k", 4),
        ("AT_ASSERTM(rows > 0 && n == columns, \"%d\", 1);", "n", 3),
        ("TORCH_CHECK_EQ(k, w.size(2));", "k", 4),
        ("assert(((void)\"why\", columns + 1 == table.size(1)));", "table", (4, 4)),
        ("TORCH_CHECK(n == columns && table.size(1) == 2 * n);", "table", (4, 6)),
        ("TORCH_CHECK(table.numel() == columns);", "table", (3,)),
        ("auto count = table.numel(); TORCH_CHECK(columns == count);", "table", (3,)),
        # What need not hold is not taken.
        ("TORCH_CHECK(height == k || k == 1);", "k", 1),
        ("if (height == k) return w;", "k", 1),
        ("TORCH_CHECK(height != k);", "k", 1),
    ],
)  # fmt: skip
def test_what_is_checked_to_be_equal_is_so(body: str, name: str, value: object) -> None:
    assert examples(body)[name] == value


def test_so_is_what_a_function_that_is_called_checks() -> None:
    text = """
    void as_long(const at::Tensor& a, const at::Tensor& b, int64_t times) {
      TORCH_CHECK(a.dim() == 2 && b.dim() == 2);
      TORCH_CHECK(a.size(1) == times && b.size(0) == a.size(0));
    }
    at::Tensor g(const at::Tensor& x, const at::Tensor& y, int64_t n) { as_long(x, y, n); return x + y; }
    """
    op = draft(text).op
    x, y, n = op.model.inputs
    assert (n.value, y.shape[0]) == (x.shape[1], x.shape[0])


def test_functions_that_call_each_other_come_to_an_end() -> None:
    calls = "".join(f"f{i}(x, n);" for i in range(20))
    text = "".join(
        f"void f{i}(const at::Tensor& x, int64_t n) {{ {calls} TORCH_CHECK(x.size({i % 2}) == n + {i}); }}\n"
        for i in range(20)
    )
    text = f"{text} at::Tensor g(const at::Tensor& x, int64_t n) {{ f0(x, n); return x; }}"
    names = [c.function.name for c in find_candidates({"op.cpp": text})]
    op = draft(text, names.index("g")).op
    assert [e.arg for e in op.model.inputs] == ["x", "n"]
