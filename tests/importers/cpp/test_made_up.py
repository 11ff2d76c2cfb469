"""The example values of a draft are such that a kernel that trusts its indices stays in bounds."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import Verify
from tests.importers.cpp.test_draft import draft, gap_at
from tests.large import large
from workbench.importers.cpp.drafting.draft import draft_of
from workbench.importers.cpp.search.candidates import find_candidates

GATHERS = """
#include <torch/torch.h>
// Reads where it is told, without a look at the sizes.
at::Tensor pick(const at::Tensor& x, const at::Tensor& index, const at::Tensor& rowptr, int64_t axis,
                int64_t groups, at::IntArrayRef kernel_size) {
  auto from = x.contiguous();
  const float* data = from.data_ptr<float>();
  auto at = index.accessor<int64_t, 1>();
  const int64_t* rows = rowptr.data_ptr<int64_t>();
  TORCH_CHECK(x.dim() == 4 && x.size(0) > 1);
  auto y = at::zeros({index.size(0), kernel_size[0], kernel_size[1]}, x.options());
  const int64_t step = x.stride(0);
  auto out = y.accessor<float, 3>();
  for (int64_t r = 0; r + 1 < rowptr.size(0); ++r)
    for (int64_t i = rows[r]; i < rows[r + 1]; ++i) {
      TORCH_CHECK(i >= 0 && i < index.size(0), "row ", i);
      TORCH_CHECK(at[i] >= 0 && at[i] < x.size(axis), "index ", at[i]);
      out[i][0][0] = data[at[i] * step] / (step / groups);
    }
  return y;
}
"""


def test_integers_are_indices_and_offsets_and_lists_are_as_long_as_they_are_read() -> None:
    made = draft(GATHERS)
    op = made.op
    index, rows = op.example("index"), op.example("rowptr")
    assert (index.generator, index.low, index.high) == ("integers", 0.0, 2.0)
    assert rows.value == (0, 1, 1, 2)
    assert op.example("x").shape == (2, 3, 8, 8)
    assert (op.example("axis").value, op.example("groups").value) == (0, 1)
    assert op.example("kernel_size").value == (1, 1)
    assert "'index', 'rowptr' are made up" in gap_at(made, "model.inputs")


def test_a_number_that_a_result_is_long_has_room_for_the_indices() -> None:
    op = draft(
        "at::Tensor count(const at::Tensor& idx, const int s) { return at::zeros({s}, at::kInt); }"
    ).op
    assert op.outputs[0].shape == "[s]"
    assert op.example("s").value == 2


def test_a_list_has_integers_where_its_name_says_so_and_offsets_have_one_dimension() -> None:
    text = "at::Tensor f(at::Tensor x, at::TensorList offsets) { return x * x.size(1); }"
    op = draft(text).op
    assert [a.dtype for a in op.args] == ["float32", "int64"]
    assert [e.shape for e in op.model.inputs] == [(4, 3), (4,), (4,)]
    assert op.example("offsets[0]").value == (0, 1, 1, 2)


@large
def test_such_a_draft_runs(verify: Verify, tmp_path: Path) -> None:
    (tmp_path / "op.cpp").write_text(GATHERS)
    proj = tmp_path / "p"
    made = subprocess.run(
        [sys.executable, "-m", "workbench", "new", str(proj), "--cpp", str(tmp_path / "op.cpp")],
        capture_output=True,
        text=True,
    )
    assert made.returncode == 0, made.stderr
    report = verify(proj / "ops" / "pick").report()
    assert report.error is None, report.error


@pytest.mark.parametrize(
    ("name", "value"),
    [("indptr", (0, 1, 1, 2)), ("cu_seqlens", (0, 1, 1, 2)), ("batch", (0, 0, 1, 1))],
)
def test_offsets_and_segments_rise(name: str, value: tuple[int, ...]) -> None:
    text = (
        f"at::Tensor f(const at::Tensor& x, const at::Tensor& {name}) "
        f"{{ auto a = {name}.data_ptr<int32_t>(); auto n = {name}.size(0); return x.clone(); }}"
    )
    assert draft(text).op.example(name).value == value


def test_boxes_have_no_negative_columns() -> None:
    text = "at::Tensor f(const at::Tensor& x, const at::Tensor& rois) { auto n = rois.size(1); return x; }"
    assert draft(text).op.example("rois").generator == "uniform"


def test_a_tensor_whose_name_says_indices_holds_integers_where_nothing_else_is_said() -> None:
    made = draft("at::Tensor f(at::Tensor x, at::Tensor row_idx, at::Tensor indptr) { return x; }")
    assert [a.dtype for a in made.op.args] == ["float32", "int64", "int64"]
    assert "int64 is a guess" in gap_at(made, "args[1].dtype")
    assert made.op.example("indptr").value is not None


BATCHES = """
at::Tensor distance(at::Tensor x, int64_t i) { return (x - x[i]).norm(2, 1); }
at::Tensor one(at::Tensor support, at::Tensor query) { auto d = support.size(1); return query; }
at::Tensor farthest(at::Tensor points, at::Tensor query) {
  auto y = points[0];
  auto d = distance(y, 0);
  return one(points[1], query[0].contiguous());
}
"""


def test_what_is_passed_on_by_its_rows_has_one_dimension_more() -> None:
    texts = {"op.cpp": BATCHES}
    chosen = next(c for c in find_candidates(texts) if c.plain == "farthest")
    op = draft_of(chosen, texts).op
    assert len(op.example("points").shape) == 3
    assert len(op.example("query").shape) >= 2


def test_an_axis_is_as_long_as_its_elements_are_taken_by_number() -> None:
    made = draft(
        "at::Tensor f(const at::Tensor& dets, const at::Tensor& rois) "
        "{ auto a = dets.select(1, 0); auto b = dets.select(1, 6); return rois; }"
    )
    assert made.op.example("dets").shape == (4, 7)
    assert made.op.example("rois").shape == (4, 5)


def test_an_axis_is_as_long_as_an_index_takes_of_it() -> None:
    made = draft(
        "at::Tensor f(const at::Tensor& dets, const at::Tensor& more) "
        "{ auto a = dets.index({Slice(None), 6}) + more.index({at::indexing::Slice(), 1, Slice()}); "
        "return a.index({None, 9}); }"
    )
    assert made.op.example("dets").shape == (4, 7)
    assert len(made.op.example("more").shape) >= 2


def test_sizes_are_nothing_that_cannot_be_divided_by() -> None:
    made = draft(
        "at::Tensor f(at::Tensor x, at::Tensor kernel_size) "
        "{ auto k = kernel_size.data_ptr<int64_t>(); return x; }"
    )
    sizes = made.op.example("kernel_size")
    assert (sizes.generator, sizes.low, sizes.high) == ("integers", 1.0, 2.0)
