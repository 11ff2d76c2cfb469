#include "forest.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace knn {
namespace {

constexpr size_t enough_subtrees = 32;          // to keep all threads busy
constexpr int64_t smallest_to_share = 1 << 11;  // points; a fraction of a millisecond

float largest_coordinate(wb::Tensor<const float> points, Range rows) {
  float largest = 0;
  for (int64_t i = 3 * rows.begin; i < 3 * rows.end; ++i) {
    const float size = std::fabs(points[i]);
    if (size > largest && std::isfinite(size)) largest = size;
  }
  return largest;
}

// A power of two by which a batch is scaled, so that squares neither overflow nor all vanish. It is
// 1 for all but absurd coordinates, and changes no digit of a distance.
float scale_for(float largest) {
  if (largest == 0) return 1;
  const int exponent = std::ilogb(largest);
  return std::ldexp(1.0f, std::clamp(exponent, -30, 60) - exponent);
}

Node node_around(const Point* points, int64_t count) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  Node node{{infinity, infinity, infinity},
            {-infinity, -infinity, -infinity},
            std::numeric_limits<int32_t>::max()};
  for (int64_t i = 0; i < count; ++i) {
    for (int dim = 0; dim < 3; ++dim) {
      node.low[dim] = std::min(node.low[dim], points[i].at[dim]);
      node.high[dim] = std::max(node.high[dim], points[i].at[dim]);
    }
    node.least_index = std::min(node.least_index, points[i].index);
  }
  return node;
}

int widest_dimension(const Node& node) {
  int widest = 0;
  for (int dim = 1; dim < 3; ++dim) {
    if (node.high[dim] - node.low[dim] > node.high[widest] - node.low[widest]) widest = dim;
  }
  return widest;
}

void fill_leaf(const Subtree& tree) {
  for (int64_t i = 0; i < leaf_size; ++i) {
    const bool used = i < tree.count;
    for (int dim = 0; dim < 3; ++dim) {
      tree.leaves->at[dim][i] =
          used ? tree.points[i].at[dim] : std::numeric_limits<float>::infinity();
    }
    tree.leaves->index[i] = used ? tree.points[i].index : -1;
  }
}

/// Makes the first node, or the leaf, of a subtree that has points.
///
/// Returns: whether there are two children, still to be made; they are independent of each other.
bool split(const Subtree& tree, Subtree children[2]) {
  *tree.nodes = node_around(tree.points, tree.count);
  const int64_t leaves = leaf_count(tree.count);
  if (leaves == 1) {
    fill_leaf(tree);
    return false;
  }
  const int64_t left = leaves / 2;
  const int64_t middle = left * leaf_size;
  const int dim = widest_dimension(*tree.nodes);
  std::nth_element(tree.points, tree.points + middle, tree.points + tree.count,
                   [dim](const Point& a, const Point& b) {
                     return a.at[dim] < b.at[dim] || (a.at[dim] == b.at[dim] && a.index < b.index);
                   });
  children[0] = {tree.points, middle, tree.nodes + 1, tree.leaves};
  children[1] = {tree.points + middle, tree.count - middle, tree.nodes + 2 * left,
                 tree.leaves + left};
  return true;
}

/// Makes a whole subtree.
void build(const Subtree& tree) {
  Subtree children[2];
  if (!split(tree, children)) return;
  build(children[0]);
  build(children[1]);
}

std::vector<Subtree> children_of(const wb::Context& ctx, const std::vector<Subtree>& level) {
  std::vector<Subtree> children(2 * level.size());
  ctx.parallel_for(static_cast<int64_t>(level.size()), 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) split(level[i], &children[2 * i]);
  });
  std::erase_if(children, [](const Subtree& tree) { return tree.count == 0; });
  return children;
}

}  // namespace

Forest::Forest(const wb::Context& ctx, wb::Tensor<const float> xyz,
               const std::vector<Range>& batches, wb::Tensor<const float> queries,
               const std::vector<Range>& query_batches)
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
      scales_[i] = scale_for(std::max(largest_coordinate(xyz, batches[i]),
                                      largest_coordinate(queries, query_batches[i])));
      take_points(xyz, batches[i], static_cast<size_t>(i));
    }
  });
  build_all(ctx);
}

void Forest::take_points(wb::Tensor<const float> xyz, Range rows, size_t batch) {
  Subtree& tree = trees_[batch];
  Point* left_out = tree.points + rows.size();
  for (int64_t row = rows.begin; row < rows.end; ++row) {
    const Point point = scaled(xyz, row, batch);
    (is_finite(point.at) ? tree.points[tree.count++] : *--left_out) = point;
  }
}

// The upper levels are made one after the other, until there are subtrees for all threads.
void Forest::build_all(const wb::Context& ctx) {
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

}  // namespace knn
