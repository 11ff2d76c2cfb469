// One tile: the output of a few neighbouring pixels, for all output channels.
//
// Blocks of columns are sampled into a buffer that stays in the cache, and multiplied with the
// panels of weights. The two loops that take the time are compiled for each set of instructions.
#pragma once

#include "conv.h"

#if defined(__GNUC__)
#define DCN_INLINE inline __attribute__((always_inline))
#else
#define DCN_INLINE inline
#endif
#if defined(__clang__)
#define DCN_UNROLL _Pragma("clang loop unroll(full)")
#define DCN_AS_IS _Pragma("clang loop vectorize(disable) unroll(disable)")
#elif defined(__GNUC__)
#define DCN_UNROLL _Pragma("GCC unroll 16")
#define DCN_AS_IS _Pragma("GCC unroll 1")
#else
#define DCN_UNROLL
#define DCN_AS_IS
#endif

namespace dcn {

constexpr int64_t kTile = 48;  // pixels of a tile: a multiple of every Rows

/// Elements that are computed with at once: a vector where the compiler has vectors.
template <class T, int Bytes>
struct Lanes {
#if defined(__GNUC__)
  typedef T type __attribute__((vector_size(Bytes)));
#else
  using type = T;
#endif
  static constexpr int64_t count = sizeof(type) / sizeof(T);
};

// Elements lie at any address. An alignment that is written on a type does not survive its use as a
// template's argument in every compiler; a copy of known size is one instruction in all of them.
template <class V, class T>
DCN_INLINE void load(V& to, const T* from) {
  std::memcpy(&to, from, sizeof(V));
}

template <class V, class T>
DCN_INLINE void store(const V& from, T* to) {
  std::memcpy(to, &from, sizeof(V));
}

/// Where the pixels of a tile are sampled for one tap: the row and column of the upper left corner
/// in the padded image, and the weights of the corners in reading order.
template <class T>
struct Points {
  int32_t top[kTile], left[kTile];
  T weights[4][kTile];
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

template <class T, int Bytes>
DCN_INLINE void interpolate(const Samples<T>& all) {
  using V = typename Lanes<T, Bytes>::type;
  constexpr int64_t kCount = Lanes<T, Bytes>::count;
  const Points<T>& points = all.points;
  T* to = all.to;
  for (int64_t p = 0; p < all.pixels; ++p, to += all.stride) {
    const T* a = all.image + points.top[p] * all.row + points.left[p] * all.column;
    const T *b = a + all.column, *c = a + all.row, *d = c + all.column;
    const T upper_left = points.weights[0][p], upper_right = points.weights[1][p];
    const T lower_left = points.weights[2][p], lower_right = points.weights[3][p];
    int64_t i = 0;
    DCN_AS_IS for (; i + kCount <= all.count; i += kCount) {
      V va, vb, vc, vd;
      load(va, a + i);
      load(vb, b + i);
      load(vc, c + i);
      load(vd, d + i);
      store<V>(upper_left * va + upper_right * vb + lower_left * vc + lower_right * vd, to + i);
    }
    DCN_AS_IS for (; i < all.count; ++i) {
      to[i] = upper_left * a[i] + upper_right * b[i] + lower_left * c[i] + lower_right * d[i];
    }
  }
}

/// sums += columns * panel, for `rows` pixels and a panel that is two vectors wide.
template <class T>
struct Product {
  const T* columns;
  int64_t columns_stride, rows;
  const T* panel;
  int64_t depth;
  T* sums;
  int64_t sums_stride;
};

/// The sums of Rows pixels at a time stay in registers.
template <class T, int Bytes, int Rows>
DCN_INLINE void multiply(const Product<T>& all) {
  static_assert(kTile % Rows == 0);
  using V = typename Lanes<T, Bytes>::type;
  constexpr int64_t kCount = Lanes<T, Bytes>::count;
  for (int64_t first = 0; first < all.rows; first += Rows) {
    const T* columns = all.columns + first * all.columns_stride;
    T* sums = all.sums + first * all.sums_stride;
    V left[Rows], right[Rows];
    DCN_UNROLL for (int r = 0; r < Rows; ++r) {
      load(left[r], sums + r * all.sums_stride);
      load(right[r], sums + r * all.sums_stride + kCount);
    }
    const T* panel = all.panel;
    DCN_AS_IS for (int64_t k = 0; k < all.depth; ++k, panel += 2 * kCount) {
      V w_left, w_right;
      load(w_left, panel);
      load(w_right, panel + kCount);
      DCN_UNROLL for (int r = 0; r < Rows; ++r) {
        const T column = columns[r * all.columns_stride + k];
        left[r] += column * w_left;
        right[r] += column * w_right;
      }
    }
    DCN_UNROLL for (int r = 0; r < Rows; ++r) {
      store(left[r], sums + r * all.sums_stride);
      store(right[r], sums + r * all.sums_stride + kCount);
    }
  }
}

/// The two loops, compiled for one set of instructions.
template <class T>
struct Loops {
  int64_t panel;  // output channels of a panel: two vectors
  int64_t rows;   // pixels that are multiplied at a time
  void (*interpolate)(const Samples<T>& all);
  void (*multiply)(const Product<T>& all);
};

/// The columns and sums of a tile; rows are pixels. The strides are no powers of two, which would
/// put all rows on the same few lines of the cache.
template <class T>
struct Scratch {
  explicit Scratch(const Conv<T>& conv)
      : columns_stride(conv.block_taps * conv.block_channels + 16),
        sums_stride(conv.group_panels() * conv.panel + 16),
        columns_buffer(kTile * columns_stride),
        sums_buffer(kTile * sums_stride),
        columns(columns_buffer.data()),
        sums(sums_buffer.data()) {}
  int64_t columns_stride, sums_stride;
  Buffer<T> columns_buffer, sums_buffer;
  T *columns, *sums;
};

/// One tile: the output of at most kTile neighbouring pixels, for all output channels.
template <class T>
class Tile {
 public:
  Tile(const Conv<T>& conv, const Loops<T>& loops, const Scratch<T>& scratch, int64_t image,
       int64_t pixel)
      : conv_(conv),
        loops_(loops),
        scratch_(scratch),
        image_(image),
        pixel_(pixel),
        pixels_(least(kTile, conv.pixels() - pixel)),
        rows_(round_up(pixels_, loops.rows)) {
    int64_t out_y = pixel / conv.x.out, out_x = pixel % conv.x.out;
    for (int64_t i = 0; i < pixels_; ++i) {
      y_[i] = T(out_y * conv.y.stride - conv.y.pad);
      x_[i] = T(out_x * conv.x.stride - conv.x.pad);
      if (++out_x == conv.x.out) {
        out_x = 0;
        ++out_y;
      }
    }
  }

  void compute() {
    const int64_t stride = scratch_.columns_stride, sums_stride = scratch_.sums_stride;
    T *columns = scratch_.columns, *sums = scratch_.sums;
    std::memset(columns + pixels_ * stride, 0, sizeof(T) * (rows_ - pixels_) * stride);
    for (int64_t group = 0; group < conv_.groups; ++group) {
      begin_sums(conv_.bias + group * conv_.group_outputs());
      for (int64_t b = 0; b < conv_.blocks(); ++b) {
        const Block block = conv_.block(b);
        sample_block(group, block);
        for (int64_t i = 0; i < conv_.group_panels(); ++i) {
          const T* panel = conv_.panels + conv_.panel_offset(group, block, i);
          loops_.multiply(
              {columns, stride, rows_, panel, block.depth(), sums + i * conv_.panel, sums_stride});
        }
      }
      const int64_t first = image_ * conv_.outputs + group * conv_.group_outputs();
      transpose(sums, sums_stride, pixels_, conv_.group_outputs(),
                conv_.output + first * conv_.pixels() + pixel_, conv_.pixels());
    }
  }

 private:
  void begin_sums(const T* bias) {
    const int64_t outputs = conv_.group_outputs(), stride = scratch_.sums_stride;
    for (int64_t r = 0; r < rows_; ++r) {
      T* to = scratch_.sums + r * stride;
      std::memcpy(to, bias, sizeof(T) * outputs);
      std::memset(to + outputs, 0, sizeof(T) * (stride - outputs));
    }
  }

  /// Samples a block of columns. Its channels may be of several offset groups.
  void sample_block(int64_t group, const Block& block) {
    const int64_t alike = conv_.channels / conv_.offset_groups;
    const int64_t begin = group * conv_.group_channels() + block.channel;
    const int64_t end = begin + block.channels;
    const T* image = conv_.images + (image_ - conv_.first_image) * conv_.padded_image();
    T* to = scratch_.columns;
    for (int64_t tap = block.tap; tap < block.tap + block.taps; ++tap) {
      for (int64_t channel = begin, next; channel < end; channel = next) {
        next = least(end, (channel / alike + 1) * alike);
        place(channel / alike, tap);
        loops_.interpolate({points_, pixels_, image + channel, conv_.padded_row(), conv_.channels,
                            next - channel, to, scratch_.columns_stride});
        to += next - channel;
      }
    }
  }

  /// Finds where the pixels are sampled for a tap, in the channels of an offset group.
  void place(int64_t offset_group, int64_t tap) {
    const int64_t plane = (image_ * conv_.offset_groups + offset_group) * conv_.taps() + tap;
    const T* offset_y = conv_.offset + plane * 2 * conv_.pixels() + pixel_;
    const T* offset_x = offset_y + conv_.pixels();
    const T tap_y = T(tap / conv_.x.kernel * conv_.y.dilation);
    const T tap_x = T(tap % conv_.x.kernel * conv_.x.dilation);
    const T height = T(conv_.y.in), width = T(conv_.x.in);
    T mask[kTile];
    for (int64_t i = 0; i < kTile; ++i) mask[i] = T(1);
    if (conv_.mask != nullptr) {
      std::memcpy(mask, conv_.mask + plane * conv_.pixels() + pixel_, sizeof(T) * pixels_);
    }
    for (int64_t i = 0; i < pixels_; ++i) {
      T y = y_[i] + tap_y + offset_y[i];
      T x = x_[i] + tap_x + offset_x[i];
      // What is outside, and not-a-number, moves to the zeros below the image or to its right. One
      // choice at a time, so that each compiler does it for several pixels at once.
      y = y > T(-1) ? y : height;
      y = y < height ? y : height;
      x = x > T(-1) ? x : width;
      x = x < width ? x : width;
      int32_t top = static_cast<int32_t>(y);  // towards zero, so -1 is not reached yet
      int32_t left = static_cast<int32_t>(x);
      top -= y < T(top);
      left -= x < T(left);
      const T below = y - T(top), right = x - T(left);
      const T upper = mask[i] * (T(1) - below), lower = mask[i] * below;
      points_.top[i] = top + 1;
      points_.left[i] = left + 1;
      points_.weights[0][i] = upper * (T(1) - right);
      points_.weights[1][i] = upper * right;
      points_.weights[2][i] = lower * (T(1) - right);
      points_.weights[3][i] = lower * right;
    }
  }

  const Conv<T>& conv_;
  const Loops<T>& loops_;
  const Scratch<T>& scratch_;
  int64_t image_, pixel_, pixels_, rows_;
  T y_[kTile], x_[kTile];  // where the kernel's first tap is without an offset
  Points<T> points_;
};

}  // namespace dcn
