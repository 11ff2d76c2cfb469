// The k-d trees of all batches of a point cloud.
#pragma once

#include <workbench/tensor.h>

#include <algorithm>
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

namespace detail {

inline float largest_coordinate(wb::Tensor<const float> points, Range rows) {
  float largest = 0;
  for (int64_t i = 3 * rows.begin; i < 3 * rows.end; ++i) {
    const float size = std::fabs(points[i]);
    if (size > largest && std::isfinite(size)) largest = size;
  }
  return largest;
}

// A power of two by which a batch is scaled, so that squares neither overflow nor all vanish. It is
// 1 for all but absurd coordinates, and changes no digit of a distance.
inline float scale_for(float largest) {
  if (largest == 0) return 1;
  const int exponent = std::ilogb(largest);
  return std::ldexp(1.0f, std::clamp(exponent, -30, 60) - exponent);
}

}  // namespace detail

/// One tree per batch, over the points with finite coordinates.
class Forest {
 public:
  /// `queries` are known beforehand, so that they and the points can have the same scale.
  Forest(const wb::Context& ctx, wb::Tensor<const float> xyz, const std::vector<Range>& batches,
         wb::Tensor<const float> queries, const std::vector<Range>& query_batches)
      : points_(xyz.size(0)), scales_(batches.size()) {
    int64_t leaves = 0;
    for (const Range& rows : batches) leaves += leaf_count(rows.size());
    nodes_.resize(2 * leaves);
    leaves_.resize(leaves);
    leaves = 0;
    for (const Range& rows : batches) {
      trees_.push_back(
          {points_.data() + rows.begin, 0, nodes_.data() + 2 * leaves, leaves_.data() + leaves});
      leaves += leaf_count(rows.size());
    }
    ctx.parallel_for(static_cast<int64_t>(batches.size()), 1, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        scales_[i] =
            detail::scale_for(std::max(detail::largest_coordinate(xyz, batches[i]),
                                       detail::largest_coordinate(queries, query_batches[i])));
        take_points(xyz, batches[i], static_cast<size_t>(i));
      }
    });
    build_all(ctx);
  }

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
  static constexpr size_t enough_subtrees = 32;          // to keep all threads busy
  static constexpr int64_t smallest_to_share = 1 << 11;  // points; a fraction of a millisecond

  void take_points(wb::Tensor<const float> xyz, Range rows, size_t batch) {
    Subtree& tree = trees_[batch];
    Point* left_out = tree.points + rows.size();
    for (int64_t row = rows.begin; row < rows.end; ++row) {
      const Point point = scaled(xyz, row, batch);
      (is_finite(point.at) ? tree.points[tree.count++] : *--left_out) = point;
    }
  }

  // The upper levels are made one after the other, until there are subtrees for all threads.
  void build_all(const wb::Context& ctx) {
    std::vector<Subtree> level;
    int64_t largest = 0;
    for (const Subtree& tree : trees_) {
      if (tree.count > 0) level.push_back(tree);
      largest = std::max(largest, tree.count);
    }
    for (; level.size() < enough_subtrees && largest > smallest_to_share; largest /= 2) {
      level = children_of(ctx, level);
    }
    ctx.parallel_for(static_cast<int64_t>(level.size()), 1, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) build(level[i]);
    });
  }

  static std::vector<Subtree> children_of(const wb::Context& ctx,
                                          const std::vector<Subtree>& level) {
    std::vector<Subtree> children(2 * level.size());
    ctx.parallel_for(static_cast<int64_t>(level.size()), 1, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) split(level[i], &children[2 * i]);
    });
    std::erase_if(children, [](const Subtree& tree) { return tree.count == 0; });
    return children;
  }

  std::vector<Point> points_;
  std::vector<Node> nodes_;
  std::vector<Leaf> leaves_;
  std::vector<Subtree> trees_;
  std::vector<float> scales_;
};

}  // namespace knn
