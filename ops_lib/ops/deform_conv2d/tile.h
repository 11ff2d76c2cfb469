// One tile: the output of a few neighbouring pixels, for all output channels.
//
// Blocks of columns are sampled into a buffer that stays in the cache, and multiplied with the
// panels of weights. All here is inlined into functions that are compiled for one instruction set.
#pragma once

#include "conv.h"

#if defined(__GNUC__)
#define DCN_INLINE inline __attribute__((always_inline))
#else
#define DCN_INLINE inline
#endif
#if defined(__clang__)
#define DCN_UNROLL _Pragma("clang loop unroll(full)")
#elif defined(__GNUC__)
#define DCN_UNROLL _Pragma("GCC unroll 16")
#else
#define DCN_UNROLL
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

/// Where to sample: the upper left corner, and the weights of the corners in reading order.
template <class T>
struct Point {
  const T* corner;
  T weights[4];
};

template <class T>
DCN_INLINE Point<T> point_at(const Conv<T>& conv, const T* image, T y, T x, T mask) {
  // What is outside, and not-a-number, moves to the zeros below the image.
  const bool inside = y > T(-1) && y < T(conv.y.in) && x > T(-1) && x < T(conv.x.in);
  y = inside ? y : T(conv.y.in);
  x = inside ? x : T(-1);
  int64_t top = static_cast<int64_t>(y);  // towards zero, so -1 is not reached yet
  int64_t left = static_cast<int64_t>(x);
  top -= y < T(top);
  left -= x < T(left);
  const T below = y - T(top), right = x - T(left);
  const T upper = mask * (T(1) - below), lower = mask * below;
  return {image + (top + 1) * conv.padded_row() + (left + 1) * conv.channels,
          {upper * (T(1) - right), upper * right, lower * (T(1) - right), lower * right}};
}

template <class T, int Bytes>
DCN_INLINE void interpolate(const Conv<T>& conv, const Point<T>& point, int64_t count, T* to) {
  using V = typename Lanes<T, Bytes>::type;
  const T *a = point.corner, *b = a + conv.channels;
  const T *c = a + conv.padded_row(), *d = c + conv.channels;
  const T* w = point.weights;
  int64_t i = 0;
  for (; i + Lanes<T, Bytes>::count <= count; i += Lanes<T, Bytes>::count) {
    V upper_left, upper_right, lower_left, lower_right;
    load(upper_left, a + i);
    load(upper_right, b + i);
    load(lower_left, c + i);
    load(lower_right, d + i);
    store<V>(w[0] * upper_left + w[1] * upper_right + w[2] * lower_left + w[3] * lower_right,
             to + i);
  }
  for (; i < count; ++i) to[i] = w[0] * a[i] + w[1] * b[i] + w[2] * c[i] + w[3] * d[i];
}

/// Samples one tap at `pixels` pixels, for `count` channels of one offset group.
template <class T, int Bytes>
DCN_INLINE void sample(const Conv<T>& conv, int64_t image, int64_t pixel, int64_t pixels,
                       int64_t tap, int64_t channel, int64_t count, T* to, int64_t stride) {
  const int64_t group = channel / (conv.channels / conv.offset_groups);
  const int64_t plane = (image * conv.offset_groups + group) * conv.taps() + tap;
  const T* offset_y = conv.offset + plane * 2 * conv.pixels() + pixel;
  const T* offset_x = offset_y + conv.pixels();
  const T* mask = conv.mask != nullptr ? conv.mask + plane * conv.pixels() + pixel : nullptr;
  const T* from = conv.images + (image - conv.first_image) * conv.padded_image() + channel;
  const int64_t tap_y = tap / conv.x.kernel * conv.y.dilation - conv.y.pad;
  const int64_t tap_x = tap % conv.x.kernel * conv.x.dilation - conv.x.pad;
  int64_t out_y = pixel / conv.x.out, out_x = pixel % conv.x.out;
  for (int64_t i = 0; i < pixels; ++i) {
    const T y = T(out_y * conv.y.stride + tap_y) + offset_y[i];
    const T x = T(out_x * conv.x.stride + tap_x) + offset_x[i];
    const Point<T> point = point_at(conv, from, y, x, mask != nullptr ? mask[i] : T(1));
    interpolate<T, Bytes>(conv, point, count, to + i * stride);
    if (++out_x == conv.x.out) {
      out_x = 0;
      ++out_y;
    }
  }
}

/// Samples a block of columns. Its channels may be of several offset groups.
template <class T, int Bytes>
DCN_INLINE void sample_block(const Conv<T>& conv, int64_t image, int64_t pixel, int64_t pixels,
                             int64_t group, const Block& block, T* to, int64_t stride) {
  const int64_t alike = conv.channels / conv.offset_groups;
  const int64_t begin = group * conv.group_channels() + block.channel;
  const int64_t end = begin + block.channels;
  for (int64_t tap = block.tap; tap < block.tap + block.taps; ++tap) {
    for (int64_t channel = begin, next; channel < end; channel = next) {
      next = least(end, (channel / alike + 1) * alike);
      sample<T, Bytes>(conv, image, pixel, pixels, tap, channel, next - channel, to, stride);
      to += next - channel;
    }
  }
}

/// sums += columns * panel, for Rows pixels; the panel is two vectors wide. The sums stay in
/// registers.
template <class T, int Bytes, int Rows>
DCN_INLINE void multiply(const T* columns, int64_t stride, const T* panel, int64_t depth, T* sums,
                         int64_t sums_stride) {
  using V = typename Lanes<T, Bytes>::type;
  constexpr int64_t kCount = Lanes<T, Bytes>::count;
  V left[Rows], right[Rows];
  DCN_UNROLL for (int r = 0; r < Rows; ++r) {
    load(left[r], sums + r * sums_stride);
    load(right[r], sums + r * sums_stride + kCount);
  }
  for (int64_t k = 0; k < depth; ++k, panel += 2 * kCount) {
    V w_left, w_right;
    load(w_left, panel);
    load(w_right, panel + kCount);
    DCN_UNROLL for (int r = 0; r < Rows; ++r) {
      const T column = columns[r * stride + k];
      left[r] += column * w_left;
      right[r] += column * w_right;
    }
  }
  DCN_UNROLL for (int r = 0; r < Rows; ++r) {
    store(left[r], sums + r * sums_stride);
    store(right[r], sums + r * sums_stride + kCount);
  }
}

/// The output at the pixels from `pixel` on, at most kTile of them.
template <class T, int Bytes, int Rows>
DCN_INLINE void compute_tile(const Conv<T>& conv, int64_t image, int64_t pixel,
                             const Scratch<T>& scratch) {
  static_assert(kTile % Rows == 0);
  const int64_t pixels = least(kTile, conv.pixels() - pixel), rows = round_up(pixels, Rows);
  const int64_t stride = scratch.columns_stride, sums_stride = scratch.sums_stride;
  T *columns = scratch.columns, *sums = scratch.sums;
  std::memset(columns + pixels * stride, 0, sizeof(T) * (rows - pixels) * stride);
  for (int64_t group = 0; group < conv.groups; ++group) {
    std::memset(sums, 0, sizeof(T) * rows * sums_stride);
    for (int64_t b = 0; b < conv.blocks(); ++b) {
      const Block block = conv.block(b);
      sample_block<T, Bytes>(conv, image, pixel, pixels, group, block, columns, stride);
      for (int64_t i = 0; i < conv.group_panels(); ++i) {
        const T* panel = conv.panels + conv.panel_offset(group, block, i);
        for (int64_t r = 0; r < rows; r += Rows) {
          multiply<T, Bytes, Rows>(columns + r * stride, stride, panel, block.depth(),
                                   sums + r * sums_stride + i * conv.panel, sums_stride);
        }
      }
    }
    for (int64_t o = 0; o < conv.group_outputs(); ++o) {
      const int64_t output = group * conv.group_outputs() + o;
      T* to = conv.output + (image * conv.outputs + output) * conv.pixels() + pixel;
      for (int64_t i = 0; i < pixels; ++i) to[i] = sums[i * sums_stride + o] + conv.bias[output];
    }
  }
}

}  // namespace dcn
