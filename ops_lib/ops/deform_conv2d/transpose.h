// A matrix whose rows become columns: of an image that is copied channels-last, and of the sums of
// a tile.
#pragma once

#include <cstdint>
#include <cstring>

namespace dcn {

inline int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }

constexpr int64_t kSquare = 16;

/// to[j][i] = square[i][j], element by element.
template <class T>
void turn(const T (&square)[kSquare][kSquare], int64_t height, int64_t width, T* to,
          int64_t to_stride) {
  for (int64_t j = 0; j < width; ++j) {
    for (int64_t i = 0; i < height; ++i) to[j * to_stride + i] = square[i][j];
  }
}

#if defined(__has_builtin)
#if __has_builtin(__builtin_shufflevector)
#define DCN_SHUFFLE
#endif
#endif

/// The same of a full square, by blocks of as many rows as a vector of 16 bytes has elements.
template <class T>
void turn_full(const T (&square)[kSquare][kSquare], T* to, int64_t to_stride) {
#if defined(DCN_SHUFFLE)
  typedef T V __attribute__((vector_size(16)));
  constexpr int64_t kCount = 16 / sizeof(T);
  static_assert(kCount == 2 || kCount == 4);
  for (int64_t j = 0; j < kSquare; j += kCount) {
    for (int64_t i = 0; i < kSquare; i += kCount) {
      V rows[kCount], columns[kCount];
      for (int64_t k = 0; k < kCount; ++k) std::memcpy(&rows[k], &square[i + k][j], sizeof(V));
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
  turn(square, kSquare, kSquare, to, to_stride);
#endif
}

/// to[c][r] = from[r][c]; the strides are those of the rows.
///
/// It goes by squares, which are on few lines of the cache on both sides. Their rows are read
/// whole: of rows that are a power of two apart, the cache keeps too few lines to read them bit by
/// bit.
template <class T>
void transpose(const T* from, int64_t from_stride, int64_t rows, int64_t columns, T* to,
               int64_t to_stride) {
  T square[kSquare][kSquare];
  for (int64_t r = 0; r < rows; r += kSquare) {
    const int64_t height = least(kSquare, rows - r);
    for (int64_t c = 0; c < columns; c += kSquare) {
      const int64_t width = least(kSquare, columns - c);
      const T* first = from + r * from_stride + c;
      T* target = to + c * to_stride + r;
      if (height == kSquare && width == kSquare) {
        for (int64_t i = 0; i < kSquare; ++i) {
          std::memcpy(square[i], first + i * from_stride, sizeof(T) * kSquare);
        }
        turn_full(square, target, to_stride);
      } else {
        for (int64_t i = 0; i < height; ++i) {
          std::memcpy(square[i], first + i * from_stride, sizeof(T) * width);
        }
        turn(square, height, width, target, to_stride);
      }
    }
  }
}

}  // namespace dcn
