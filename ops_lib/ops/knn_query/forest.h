// The k-d trees of all batches of a point cloud.
#pragma once

#include <workbench/tensor.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "kd_tree.h"

namespace knn {

/// The rows of one batch.
struct Range {
  int64_t begin;
  int64_t end;
  int64_t size() const { return end - begin; }
};

inline bool is_finite(const float* at) {
  return std::isfinite(at[0]) && std::isfinite(at[1]) && std::isfinite(at[2]);
}

/// One tree per batch, over the points with finite coordinates.
class Forest {
 public:
  /// `queries` are known beforehand, so that they and the points can have the same scale.
  Forest(const wb::Context& ctx, wb::Tensor<const float> xyz, const std::vector<Range>& batches,
         wb::Tensor<const float> queries, const std::vector<Range>& query_batches);

  const Subtree& tree(size_t batch) const { return trees_[batch]; }
  /// Coordinates in the tree are those of the cloud times this.
  float scale(size_t batch) const { return scales_[batch]; }
  /// All points of the cloud, scaled. Each batch is in its own rows, there in an order in which
  /// neighbours follow each other; points that are not in the tree come last.
  const Point& point(int64_t i) const { return points_[i]; }

  Point scaled(wb::Tensor<const float> xyz, int64_t row, size_t batch) const {
    const float scale = scales_[batch];
    return {{xyz(row, 0) * scale, xyz(row, 1) * scale, xyz(row, 2) * scale},
            static_cast<int32_t>(row)};
  }

 private:
  void take_points(wb::Tensor<const float> xyz, Range rows, size_t batch);
  void build_all(const wb::Context& ctx);

  std::vector<Point> points_;
  std::vector<Node> nodes_;
  std::vector<Leaf> leaves_;
  std::vector<Subtree> trees_;
  std::vector<float> scales_;
};

}  // namespace knn
