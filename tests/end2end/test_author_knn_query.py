"""knn_query from nothing to 'agrees', in the window, by someone who has never seen the project.

Two results of other types and another size, optional inputs, an int that is an attribute,
examples that must be written out, and a reference in a file of its own.
"""

from __future__ import annotations

from tests.large import large
from workbench.core.storage.project import gallery_folder

SCHEMA = (
    "pointops::knn_query(int nsample, Tensor xyz, Tensor offset, Tensor? new_xyz, "
    "Tensor? new_offset) -> (Tensor idx, Tensor dist)"
)
SIZES = "[new_xyz.shape[0] if new_xyz is not None else xyz.shape[0], nsample]"
KERNEL = """#include <workbench/tensor.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

void knn_query(const wb::Context& ctx, int64_t nsample, wb::Tensor<const float> xyz,
               wb::Tensor<const int32_t> offset, std::optional<wb::Tensor<const float>> new_xyz,
               std::optional<wb::Tensor<const int32_t>> new_offset, wb::Tensor<int32_t> idx,
               wb::Tensor<float> dist) {
  const wb::Tensor<const float> queries = new_xyz ? *new_xyz : xyz;
  const wb::Tensor<const int32_t> ends = new_offset ? *new_offset : offset;
  int64_t first = 0;
  int64_t query = 0;
  for (int64_t batch = 0; batch < offset.numel(); ++batch) {
    for (; query < ends[batch]; ++query) {
      std::vector<std::pair<float, int32_t>> found;
      for (int64_t n = first; n < offset[batch]; ++n) {
        float sum = 0;
        for (int64_t k = 0; k < 3; ++k) {
          const float gap = queries[3 * query + k] - xyz[3 * n + k];
          sum += gap * gap;
        }
        found.emplace_back(sum, static_cast<int32_t>(n));
      }
      std::sort(found.begin(), found.end());
      for (int64_t k = 0; k < nsample; ++k) {
        const bool has = k < static_cast<int64_t>(found.size());
        idx[query * nsample + k] = has ? found[k].second : -1;
        dist[query * nsample + k] = has ? std::sqrt(found[k].first) : -1.0F;
      }
    }
    first = offset[batch];
  }
}
"""


@large
def test_knn_query_from_nothing_to_agrees(author) -> None:
    author.begins_blank(SCHEMA, "portable")
    document = author.document
    author.goes_to("signature")
    for row in (2, 4):
        author.types(f"args[{row}].dtype", "int32")
    for row, dtype in enumerate(("int32", "float32")):
        author.types(f"outputs[{row}].dtype", dtype)
        author.types(f"outputs[{row}].shape", SIZES)
    assert author.finds("outputs[0].shape.result").text() == "[2, 1]"
    assert author.complaints() == author.hints() == []

    # The kernel's head has followed; as long as it is not written, that is what is said.
    assert "std::optional<wb::Tensor<const int32_t>> new_offset" in document.texts[document.source]
    author.presses_run_all()
    problem = author.waits_for_a_problem("nn_query is not written yet")
    assert "Kernel page" in problem.hint
    author.pastes_the_kernel(KERNEL)

    author.goes_to("model")
    author.types("model.inputs[0].value", "16")
    author.types("model.inputs[1].shape", "256, 3")
    author.ticks("model.inputs[3].none", on=False)
    author.types("model.inputs[3].shape", "64, 3")
    author.ticks("model.inputs[4].none", on=False)
    for row, ends in ((2, "100, 256"), (4, "40, 64")):
        author.types(f"model.inputs[{row}].shape", "2")
        author.chooses(f"model.inputs[{row}].generator", "values")
        author.types(f"model.inputs[{row}].value", ends)

    author.types("reference.source", "reference.py")
    assert author.finds("reference.edit").text() == "Create reference.py"
    author.clicks("reference.edit")
    text = (gallery_folder() / "knn_query" / "reference.py").read_text(encoding="utf-8")
    author.replaces_the_text(text)
    author.everything_agrees()
    assert "PyTorch with the reference" in author.status.text
    assert "KnnQuery" in author.asks_netron_for_its_nodes()
    assert author.actions <= 90  # 124 once, 52 when this was written
