// The three loops that take the time, and what they are told. They are compiled apart, in
// loops.cpp, for each set of instructions.
#pragma once

#include <cstdint>

namespace dcn {

constexpr int64_t kTile = 48;  // pixels of a tile: a multiple of every Rows

/// Where the pixels of a tile are sampled for one tap: the row and column of the upper left corner
/// in the padded image, and the weights of the corners in reading order.
template <class T>
struct Points {
  int32_t top[kTile], left[kTile];
  T weights[4][kTile];
};

/// One tap of some pixels: where it is without an offset, its offsets and its mask, and the size of
/// the image.
template <class T>
struct Places {
  const T *y, *x, *offset_y, *offset_x, *mask;
  int64_t pixels;
  T tap_y, tap_x, height, width;
  Points<T>& points;
};

/// One tap of some pixels, sampled for `count` channels: `to` has a row for each pixel.
template <class T>
struct Samples {
  const Points<T>& points;
  int64_t pixels;
  const T* image;
  int64_t row, column;  // how far the next ones of the image are
  int64_t count;
  T* to;
  int64_t stride;
};

/// sums += columns * panel, for `rows` pixels and a panel that is two vectors wide. With a bias,
/// the sums are new ones, which begin with it.
template <class T>
struct Product {
  const T* columns;
  int64_t columns_stride, rows;
  const T* panel;
  int64_t depth;
  const T* bias;
  T* sums;
  int64_t sums_stride;
};

/// The three loops, compiled for one set of instructions.
template <class T>
struct Loops {
  int64_t panel;  // output channels of a panel: two vectors
  int64_t rows;   // pixels that are multiplied at a time
  void (*place)(const Places<T>& all);
  void (*interpolate)(const Samples<T>& all);
  void (*multiply)(const Product<T>& all);
};

/// Those for the best instructions that the machine has; of float and double.
template <class T>
Loops<T> best_loops();

}  // namespace dcn
