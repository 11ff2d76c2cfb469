// A matrix whose rows become columns: of an image that is copied channels-last, and of the sums of
// a tile.
#pragma once

#include <cstdint>
#include <cstring>

namespace dcn {

inline int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }

constexpr int64_t kSquare = 16;

/// to[j][i] = from[i][j], element by element.
template <class T>
void turn(const T* from, int64_t from_stride, int64_t height, int64_t width, T* to,
          int64_t to_stride) {
  const bool from_far = from_stride > to_stride;
  for (int64_t outer = 0; outer < (from_far ? height : width); ++outer) {
    for (int64_t inner = 0; inner < (from_far ? width : height); ++inner) {
      const int64_t i = from_far ? outer : inner, j = from_far ? inner : outer;
      to[j * to_stride + i] = from[i * from_stride + j];
    }
  }
}

#if defined(__has_builtin)
#if __has_builtin(__builtin_shufflevector)
#define DCN_SHUFFLE
#endif
#endif

/// The same of a full square, by blocks of as many rows as a vector of 16 bytes has elements.
template <class T>
void turn_full(const T* from, int64_t from_stride, T* to, int64_t to_stride) {
#if defined(DCN_SHUFFLE)
  const bool from_far = from_stride > to_stride;
  typedef T V __attribute__((vector_size(16)));
  constexpr int64_t kCount = 16 / sizeof(T);
  static_assert(kCount == 2 || kCount == 4);
  for (int64_t outer = 0; outer < kSquare; outer += kCount) {
    for (int64_t inner = 0; inner < kSquare; inner += kCount) {
      const int64_t i = from_far ? outer : inner, j = from_far ? inner : outer;
      V rows[kCount], columns[kCount];
      for (int64_t k = 0; k < kCount; ++k) {
        std::memcpy(&rows[k], from + (i + k) * from_stride + j, sizeof(V));
      }
      if constexpr (kCount == 2) {
        columns[0] = __builtin_shufflevector(rows[0], rows[1], 0, 2);
        columns[1] = __builtin_shufflevector(rows[0], rows[1], 1, 3);
      } else {
        const V even_low = __builtin_shufflevector(rows[0], rows[2], 0, 4, 1, 5);
        const V even_high = __builtin_shufflevector(rows[0], rows[2], 2, 6, 3, 7);
        const V odd_low = __builtin_shufflevector(rows[1], rows[3], 0, 4, 1, 5);
        const V odd_high = __builtin_shufflevector(rows[1], rows[3], 2, 6, 3, 7);
        columns[0] = __builtin_shufflevector(even_low, odd_low, 0, 4, 1, 5);
        columns[1] = __builtin_shufflevector(even_low, odd_low, 2, 6, 3, 7);
        columns[2] = __builtin_shufflevector(even_high, odd_high, 0, 4, 1, 5);
        columns[3] = __builtin_shufflevector(even_high, odd_high, 2, 6, 3, 7);
      }
      for (int64_t k = 0; k < kCount; ++k) {
        std::memcpy(to + (j + k) * to_stride + i, &columns[k], sizeof(V));
      }
    }
  }
#else
  turn(from, from_stride, kSquare, kSquare, to, to_stride);
#endif
}

/// to[c][r] = from[r][c]; the strides are those of the rows.
///
/// It goes by squares, which are on few lines of the cache on both sides, and in a square a few
/// whole rows at a time of the side whose rows are farther apart: of rows that are a power of two
/// apart, the cache keeps too few lines to come back to them. On the other side, all lines are
/// begun at once, so that the processor fetches them together where another core has them.
template <class T>
void transpose(const T* from, int64_t from_stride, int64_t rows, int64_t columns, T* to,
               int64_t to_stride) {
  for (int64_t r = 0; r < rows; r += kSquare) {
    const int64_t height = least(kSquare, rows - r);
    for (int64_t c = 0; c < columns; c += kSquare) {
      const int64_t width = least(kSquare, columns - c);
      const T* first = from + r * from_stride + c;
      T* target = to + c * to_stride + r;
      if (height == kSquare && width == kSquare) {
        turn_full(first, from_stride, target, to_stride);
      } else {
        turn(first, from_stride, height, width, target, to_stride);
      }
    }
  }
}

}  // namespace dcn
