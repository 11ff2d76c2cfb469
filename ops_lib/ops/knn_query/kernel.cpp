#include <workbench/tensor.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "forest.h"
#include "nearest.h"
#include "search.h"

// The nsample nearest points of each query's batch, nearest first, as pointops' KNNQuery.
//
// Squared distances are float32, x*x + y*y + z*z, and equal ones are ordered by index, so that the
// result depends neither on the tree nor on threads. A slot without a neighbour holds -1 in both
// outputs. A point with a coordinate that is not finite is nobody's neighbour, and has none.
namespace {

using knn::Range;
using wb::Tensor;

constexpr int64_t query_grain = 32;  // about 40 microseconds with nsample 16

void check_points(Tensor<const float> points, const char* name) {
  wb::check(points.rank() == 2 && points.size(1) == 3, "knn_query: ", name, " has sizes ",
            points.sizes(), ", expected (rows, 3)");
}

// The rows of each batch; `offset` holds where each one ends.
std::vector<Range> batches_of(Tensor<const int32_t> offset, const char* name,
                              Tensor<const float> points, const char* points_name) {
  wb::check(offset.rank() == 1, "knn_query: ", name, " has sizes ", offset.sizes(),
            ", expected one dimension");
  std::vector<Range> batches;
  int64_t begin = 0;
  for (const int32_t end : offset) {
    wb::check(end >= begin, "knn_query: ", name, " tells where each batch ends, but ", end,
              " follows ", begin);
    batches.push_back({begin, end});
    begin = end;
  }
  wb::check(begin == points.size(0), "knn_query: the last batch in ", name, " ends at ", begin,
            ", but ", points_name, " has ", points.size(0), " rows");
  return batches;
}

// Writes one row: `found` neighbours, of which `farthest_first` holds the keys, then -1.
void write_row(const knn::Key* farthest_first, int64_t found, float scale, int64_t nsample,
               int32_t* idx, float* dist) {
  for (int64_t i = 0; i < found; ++i) {
    const knn::Key key = farthest_first[found - 1 - i];
    idx[i] = knn::index_of(key);
    dist[i] = std::sqrt(knn::squared_distance_of(key)) / scale;
  }
  std::fill(idx + found, idx + nsample, -1);
  std::fill(dist + found, dist + nsample, -1.0f);
}

}  // namespace

void knn_query(const wb::Context& ctx, int64_t nsample, Tensor<const float> xyz,
               Tensor<const int32_t> offset, std::optional<Tensor<const float>> new_xyz,
               std::optional<Tensor<const int32_t>> new_offset, Tensor<int32_t> idx,
               Tensor<float> dist) {
  check_points(xyz, "xyz");
  const std::vector<Range> batches = batches_of(offset, "offset", xyz, "xyz");
  wb::check(new_xyz.has_value() == new_offset.has_value(),
            "knn_query: new_xyz and new_offset are given together, or not at all");
  std::vector<Range> query_batches = batches;
  if (new_xyz) {
    check_points(*new_xyz, "new_xyz");
    query_batches = batches_of(*new_offset, "new_offset", *new_xyz, "new_xyz");
    wb::check(query_batches.size() == batches.size(), "knn_query: offset has ", batches.size(),
              " batches, new_offset has ", query_batches.size());
  }
  if (idx.numel() == 0) return;

  const Tensor<const float> queries = new_xyz.value_or(xyz);
  const knn::Forest forest(ctx, xyz, batches, queries, query_batches);
  ctx.parallel_for(queries.size(0), query_grain, [&](int64_t begin, int64_t end) {
    std::vector<knn::Key> keys(knn::Nearest::memory(std::min(nsample, xyz.size(0))));
    size_t batch = 0;
    for (int64_t i = begin; i < end; ++i) {
      while (i >= query_batches[batch].end) ++batch;
      // Points that are their own queries come in the order of the tree, which is in the cache.
      const knn::Point query = new_xyz ? forest.scaled(queries, i, batch) : forest.point(i);
      const knn::Subtree& tree = forest.tree(batch);
      const int64_t found = knn::is_finite(query.at) ? std::min(nsample, tree.count) : 0;
      knn::Nearest nearest(keys.data(), found);
      if (found > 0) knn::search(tree, query.at, nearest);
      write_row(nearest.sorted(), found, forest.scale(batch), nsample, &idx[query.index * nsample],
                &dist[query.index * nsample]);
    }
  });
}
