// The nearest candidates of one query: keys that compare like (distance, index), and the k least of
// them.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

namespace knn {

/// A squared distance above a point's index. The bits of floats that are not negative sort like the
/// floats, so one integer comparison orders by distance and, between equals, by the lower index.
using Key = int64_t;

inline Key key_of(float squared_distance, int32_t index) {
  return Key{std::bit_cast<int32_t>(squared_distance)} << 32 | static_cast<uint32_t>(index);
}
inline float squared_distance_of(Key key) {
  return std::bit_cast<float>(static_cast<uint32_t>(key >> 32));
}
inline int32_t index_of(Key key) { return static_cast<int32_t>(static_cast<uint32_t>(key)); }

/// An empty slot, and an infinite distance to no point: farther than every finite one.
inline constexpr Key no_neighbour = Key{0x7f800000} << 32 | 0xffffffff;

/// The k smallest of the keys inserted, in memory of the caller.
///
/// The keys are a max-heap. While k is small they are in falling order, which is a heap as well:
/// shifting a few keys is quicker than mispredicting the way down a heap, and needs no sort.
class Nearest {
 public:
  /// How many keys the memory must have room for.
  static constexpr int64_t memory(int64_t k) { return k + few; }

  Nearest(Key* keys, int64_t k) : keys_(keys), k_(k) { clear(); }

  void clear() {
    std::fill(keys_, keys_ + k_, no_neighbour);
    std::fill(keys_ + k_, keys_ + memory(k_), Key{0});  // less than all
  }

  /// A key takes part only if it is less.
  Key worst() const { return keys_[0]; }

  /// Replaces the worst key by one that is less.
  void insert(Key key) {
    if (k_ <= most_in_order) {
      insert_in_order(key);
    } else {
      sift_down(key, k_);
    }
  }

  /// Sorts the keys in falling order.
  const Key* sorted() {
    if (k_ <= most_in_order) return keys_;
    for (int64_t last = k_ - 1; last > 0; --last) {
      const Key key = keys_[last];
      keys_[last] = keys_[0];
      sift_down(key, last);
    }
    std::reverse(keys_, keys_ + k_);
    return keys_;
  }

 private:
  static constexpr int64_t most_in_order = 128;
  static constexpr int64_t few = 8;

  // Where the key belongs cannot be predicted, so of each few slots all are computed, without a
  // branch: a slot keeps its key where that is less, takes the new one, or the next slot's key
  // where that is greater.
  void insert_in_order(Key key) {
    Key* keys = keys_;
    for (int64_t left = k_; left > few && keys[few] > key; left -= few, keys += few) {
      for (int64_t i = 0; i < few; ++i) keys[i] = keys[i + 1];
    }
    for (int64_t i = 0; i < few; ++i) keys[i] = std::max(keys[i + 1], std::min(keys[i], key));
  }

  // Puts `key` in the place of the root of a heap of `size` keys.
  void sift_down(Key key, int64_t size) {
    int64_t hole = 0;
    for (int64_t child = 1; child < size; child = 2 * hole + 1) {
      if (child + 1 < size && keys_[child + 1] > keys_[child]) ++child;
      if (keys_[child] <= key) break;
      keys_[hole] = keys_[child];
      hole = child;
    }
    keys_[hole] = key;
  }

  Key* keys_;
  int64_t k_;
};

}  // namespace knn
