// The k nearest neighbours of a query in a k-d tree.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "kd_tree.h"
#include "nearest.h"

namespace knn {
namespace detail {

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
  Step pending[65];  // one for each level at most, and one that may be too far
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
      pending[count] = far;
      count += far.bound < nearest.worst() ? 1 : 0;  // cannot be predicted
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
