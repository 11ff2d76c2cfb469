"""Results that a kernel writes by plain pointers are as large as it counts."""

from __future__ import annotations

import math

import pytest

from tests.seconds import fastest
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
        ("int i; for (i = 0; i < columns; i++) y[i] = x[i];", "[b.shape[0]]"),
        ("int i; for (i = 1; i < columns; i++) y[i] = x[i];", "a.shape"),
        ("for (int i = 0; i < rows * columns; ++i) y[i] = 1;", "[a.shape[0], b.shape[0]]"),
        (
            "at::parallel_for(0, columns, 1, [&](int64_t s, int64_t e) {"
            " for (int64_t i = s; i < e; i++) y[i] = x[0]; });",
            "[b.shape[0]]",
        ),
        (f"{LOOPS} *(y + i * columns + j) = x[i];", "[a.shape[0], b.shape[0]]"),
        ("for (int i = 0; i < columns; i++) { *y = x[i]; y++; }", "[b.shape[0]]"),
        ("for (int i = 0; i < columns; i++) *y++ = x[i];", "[b.shape[0]]"),
        ("for (int i = 0; i < columns; i++) { *y = x[i]; y += 3; }", "[b.shape[0], 3]"),
        (f"{LOOPS} {{ *y = x[i]; ++y; }}", "[a.shape[0], b.shape[0]]"),
        (
            "for (int i = 0; i < rows; i++) { float* row = y + i * columns;"
            " for (int j = 0; j < columns; j++, row++) (*row) += x[i]; }",
            "[a.shape[0], b.shape[0]]",
        ),
        (
            "for (int i = rows - 1; i >= 0; i--) for (int j = 0; j < columns; j++) y[i * columns + j] = 1;",
            "[a.shape[0], b.shape[0]]",
        ),
        (
            f"{LOOPS} {{ int at = which[j]; y[i * columns + at] = x[i]; }}",
            "[a.shape[0], b.shape[0]]",
        ),
        (f"{LOOPS} y[i * columns + which[j]] = x[i];", "[a.shape[0], b.shape[0]]"),
        # What is not counted plainly stays a guess.
        ("for (int i = 0; i < columns; i++) { *y = x[i]; if (i) y++; }", "a.shape"),
        ("for (int i = 0; i < columns; i++) y++; *y = 1;", "a.shape"),
        (
            "for (int i = 0; i < columns; i++) { if (x[i] < 0) continue; *y = x[i]; y++; }",
            "a.shape",
        ),
        ("for (int i = 0; i < columns; i++) { *y = x[i]; if (x[i] < 0) break; y++; }", "a.shape"),
        ("for (int i = 0; i < columns; i++) { *y = x[i]; y++; y++; }", "a.shape"),
        ("for (int i = 0; i < columns; i++) y[which[i]] = x[i];", "a.shape"),
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


def test_a_loop_counts_from_a_parameter_that_is_0() -> None:
    text = PAIRS.replace("const int b,", "const int from, const int b,").replace(
        "int i = 0; i < b", "int i = from; i < b"
    )
    made = drafted(text.replace("nearest(batch,", "nearest(0, batch,"))
    assert [o.shape for o in made.op.outputs] == ["[left.shape[0], left.shape[1]]"] * 2
    later = drafted(text.replace("nearest(batch,", "nearest(1, batch,"))
    assert [o.shape for o in later.op.outputs] == ["left.shape"] * 2


def test_what_is_read_by_an_index_has_as_many_dimensions_as_it_counts() -> None:
    shapes = [e.shape for e in drafted(PAIRS).op.model.inputs]
    assert [(len(s), s[-1]) for s in shapes] == [(3, 2), (3, 2)]
    assert shapes[0][0] == shapes[1][0]


CELLS = """
inline void add_scaled(float* to, float* from, float by, int n) {
  for (int i = 0; i < n; i++) {
    (*to) = by * (*from);
    to++;
    from++;
  }
}
void weighted(const at::Tensor weights, const at::Tensor values, const at::Tensor picks, at::Tensor sums) {
  int n = weights.size(0), k = weights.size(1), e = values.size(1);
  auto w = weights.accessor<float, 2>();
  auto v = values.accessor<float, 2>();
  auto p = picks.accessor<int64_t, 2>();
  auto s = sums.accessor<float, 2>();
  for (int i = 0; i < n; i++) {
    float* out = &s[i][0];
    for (int j = 0; j < k; j++) {
      int pick = p[i][j];
      add_scaled(out, &v[pick][0], w[i][j], e);
    }
  }
}
"""


def test_an_accessors_elements_are_counted_one_index_after_the_other() -> None:
    made = drafted(CELLS)
    (output,) = made.op.outputs
    assert output.shape == "[weights.shape[0], values.shape[1]]"
    assert "{weights.size(0), values.size(1)}" in made.texts[made.op.kernel.source]


GROUPS = """
void aggregate(const at::Tensor x, const at::Tensor groups, const at::Tensor by, at::Tensor sums) {
  int n = x.size(0), l = x.size(1), e = x.size(2), c = by.size(1);
  const float* from = x.data_ptr<float>();
  const int* g = groups.data_ptr<int>();
  const float* f = by.data_ptr<float>();
  float* to = sums.data_ptr<float>();
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < l; j++) {
      int k = *(g + i * l + j);
      const float* row = from + i * l * e + j * e;
      float factor = *(f + i * c + k);
      float* sum = to + i * c * e + k * e;
      for (int m = 0; m < e; m++) {
        *sum = *row * factor;
        sum++;
        row++;
      }
    }
  }
}
"""


def test_examples_are_as_long_as_what_is_counted_together_with_them() -> None:
    op = drafted(GROUPS).op
    assert math.prod(op.model.inputs[1].shape) == len(op.model.inputs[1].value)
    x, groups, by = (e.shape for e in op.model.inputs)
    assert len(x) == 3
    assert groups == x[:2]
    assert (len(by), by[0]) == (2, x[0])
    assert op.outputs[0].shape == "[x.shape[0], by.shape[1], x.shape[2]]"


def test_the_sizes_of_what_is_written_are_told_by_others_that_are_as_long() -> None:
    text = GROUPS.replace("x.size(0), l = x.size(1)", "sums.size(0), l = groups.size(1)")
    assert drafted(text).op.outputs[0].shape == "[x.shape[0], by.shape[1], x.shape[2]]"


def test_a_pointer_that_a_called_function_moves_past_its_loop_is_not_counted() -> None:
    text = CELLS.replace("(*to) = by * (*from);", "").replace(
        "    from++;\n  }", "    from++;\n  }\n  *to = by;"
    )
    assert drafted(text).op.outputs[0].shape != "[weights.shape[0], values.shape[1]]"


def test_a_body_of_hundreds_of_statements_is_read_in_seconds() -> None:
    # Each statement that looked through all others: half a minute.
    writes = "".join(f"y[i * columns + j] += x[i * columns + j] * {k};" for k in range(2000))
    text = table(f"{LOOPS} {{ {writes} }}")
    assert fastest(lambda: drafted(text), tries=1) < 20


@pytest.mark.parametrize(
    "write",
    [
        "float* a = &b[0]; float* b = &a[0]; for (int i = 0; i < rows; i++) a[i] = 1;",
        "float* a = &a[0]; for (int i = 0; i < rows; i++) a[i] = 1;",
        f"for (int i = 0; i < rows; i++) *(y{' + i' * 3000}) = 1;",
        f"g({'&(' * 1500}y[0]{')[0]' * 1500});",
    ],
    ids=["of each other", "of itself", "a long sum", "addresses of addresses"],
)
def test_pointers_without_an_end_tell_nothing(write: str) -> None:
    shapes = [output.shape for output in drafted(table(write)).op.outputs]
    assert shapes
    assert all(shape.endswith(".shape") for shape in shapes)


def test_the_larger_of_two_sizes_counts_and_is_made_so() -> None:
    made = drafted(
        "void f(at::Tensor x, at::Tensor w, at::Tensor y) {"
        " auto rows = fmax(x.size(0), w.size(0)); auto columns = w.size(1);"
        " float* to = y.data_ptr<float>();"
        " for (int i = 0; i < rows; i++) for (int j = 0; j < columns; j++) to[i * columns + j] = 1; }"
    )
    assert made.op.outputs[0].shape == "[max(x.shape[0], w.shape[0]), w.shape[1]]"
    text = made.texts["f_op.cpp"]
    assert "at::zeros({std::max<int64_t>(x.size(0), w.size(0)), w.size(1)}" in text
