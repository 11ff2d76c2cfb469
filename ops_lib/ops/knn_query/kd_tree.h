// A balanced k-d tree of points in space, for the k nearest neighbours of a query.
//
// Leaves hold `leaf_size` points each, except the last, as columns: distances to a whole leaf are
// one loop of fixed length, which vectorises. Nodes lie in preorder: a subtree of `leaves` leaves
// has 2 * leaves - 1 nodes, its left child follows at once, and so no node stores a link.
//
// Each node knows the box around its points and their least index. Both give a lower bound for the
// keys inside that is exact in float arithmetic too, since rounding is monotonic. Splits break ties
// by index, so that many equal points are as quick to search as distinct ones.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

#include "nearest.h"

namespace knn {

inline constexpr int64_t leaf_size = 16;

inline constexpr int64_t leaf_count(int64_t points) { return (points + leaf_size - 1) / leaf_size; }

struct Point {
  float at[3];
  int32_t index;
};

struct Leaf {
  float at[3][leaf_size];
  int32_t index[leaf_size];
};

struct Node {
  float low[3];
  float high[3];
  int32_t least_index;
};

/// The part of a tree that is made from `count` points, which are reordered for it.
struct Subtree {
  Point* points = nullptr;
  int64_t count = 0;
  Node* nodes = nullptr;
  Leaf* leaves = nullptr;
};

namespace detail {

inline Node node_around(const Point* points, int64_t count) {
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

inline int widest_dimension(const Node& node) {
  int widest = 0;
  for (int dim = 1; dim < 3; ++dim) {
    if (node.high[dim] - node.low[dim] > node.high[widest] - node.low[widest]) widest = dim;
  }
  return widest;
}

inline void fill_leaf(const Subtree& tree) {
  for (int64_t i = 0; i < leaf_size; ++i) {
    const bool used = i < tree.count;
    for (int dim = 0; dim < 3; ++dim) {
      tree.leaves->at[dim][i] =
          used ? tree.points[i].at[dim] : std::numeric_limits<float>::quiet_NaN();
    }
    tree.leaves->index[i] = used ? tree.points[i].index : -1;
  }
}

inline float squared_length(float x, float y, float z) { return x * x + y * y + z * z; }

// How far a coordinate lies outside of [low, high].
inline float outside(float low, float high, float at) {
  return std::max(std::max(low - at, at - high), 0.0f);
}

// No more than the key of any point below `node`.
inline Key lower_bound(const Node& node, const float* query) {
  const float squared = squared_length(outside(node.low[0], node.high[0], query[0]),
                                       outside(node.low[1], node.high[1], query[1]),
                                       outside(node.low[2], node.high[2], query[2]));
  return key_of(squared, node.least_index);
}

// Inserts what is near enough. Candidates are set apart first, without a branch, since which of a
// leaf's points are near enough cannot be predicted.
inline void scan(const Leaf& leaf, const float* query, Nearest& nearest) {
  float squared[leaf_size];
  for (int64_t i = 0; i < leaf_size; ++i) {
    squared[i] = squared_length(leaf.at[0][i] - query[0], leaf.at[1][i] - query[1],
                                leaf.at[2][i] - query[2]);
  }
  Key candidates[leaf_size];
  int64_t count = 0;
  const Key worst = nearest.worst();
  for (int64_t i = 0; i < leaf_size; ++i) {
    candidates[count] = key_of(squared[i], leaf.index[i]);
    count += candidates[count] < worst ? 1 : 0;
  }
  for (int64_t i = 0; i < count; ++i) {
    if (candidates[i] < nearest.worst()) nearest.insert(candidates[i]);
  }
}

}  // namespace detail

/// Makes the first node, or the leaf, of a subtree that has points.
///
/// Returns: whether there are two children, still to be made; they are independent of each other.
inline bool split(const Subtree& tree, Subtree children[2]) {
  *tree.nodes = detail::node_around(tree.points, tree.count);
  const int64_t leaves = leaf_count(tree.count);
  if (leaves == 1) {
    detail::fill_leaf(tree);
    return false;
  }
  const int64_t left = leaves / 2;
  const int64_t middle = left * leaf_size;
  const int dim = detail::widest_dimension(*tree.nodes);
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
inline void build(const Subtree& tree) {
  Subtree children[2];
  if (!split(tree, children)) return;
  build(children[0]);
  build(children[1]);
}

/// Inserts the points nearest to `query` into `nearest`.
///
/// The tree has points. All coordinates are finite, and so small that no squared distance
/// overflows.
inline void search(const Subtree& tree, const float* query, Nearest& nearest) {
  struct Step {
    Key bound;
    const Node* node;
    const Leaf* leaf;
    int64_t leaves;
  };
  Step pending[64];  // one for each level at most
  int count = 0;
  Step step{0, tree.nodes, tree.leaves, leaf_count(tree.count)};
  while (true) {
    while (step.leaves > 1) {
      const int64_t left = step.leaves / 2;
      const Node* first = step.node + 1;
      const Node* second = step.node + 2 * left;
      Step near{detail::lower_bound(*first, query), first, step.leaf, left};
      Step far{detail::lower_bound(*second, query), second, step.leaf + left, step.leaves - left};
      if (far.bound < near.bound) std::swap(near, far);
      if (far.bound < nearest.worst()) pending[count++] = far;
      step = near;
    }
    if (step.bound < nearest.worst()) detail::scan(*step.leaf, query, nearest);
    do {
      if (count == 0) return;
      step = pending[--count];
    } while (step.bound >= nearest.worst());
  }
}

}  // namespace knn
