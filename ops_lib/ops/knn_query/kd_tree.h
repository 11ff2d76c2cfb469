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

#include <cstdint>

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

}  // namespace knn
