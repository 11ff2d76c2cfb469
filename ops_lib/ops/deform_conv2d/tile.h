// One tile: the output of a few neighbouring pixels, for all output channels.
//
// Blocks of columns are sampled into a buffer that stays in the cache, and multiplied with the
// panels of weights.
#pragma once

#include "conv.h"
#include "loops.h"

namespace dcn {

/// The columns and sums of a tile; rows are pixels. The strides are no powers of two, which would
/// put all rows on the same few lines of the cache.
template <class T>
struct Scratch {
  /// It is small, so it is from the heap: there a thread gets again what it has used before, which
  /// is in its own cache.
  explicit Scratch(const Conv<T>& conv, const wb::Context& heap = {})
      : columns_stride(conv.block_taps * conv.block_channels + 16),
        sums_stride(conv.group_panels() * conv.panel + 16),
        columns(heap.scratch<T>(kTile * columns_stride)),
        sums(heap.scratch<T>(kTile * sums_stride)) {}
  int64_t columns_stride, sums_stride;
  wb::ScratchMemory<T> columns, sums;
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
    T *columns = scratch_.columns.data(), *sums = scratch_.sums.data();
    std::memset(columns + pixels_ * stride, 0, sizeof(T) * (rows_ - pixels_) * stride);
    for (int64_t group = 0; group < conv_.groups; ++group) {
      for (int64_t b = 0; b < conv_.blocks(); ++b) {
        const Block block = conv_.block(b);
        sample_block(group, block);
        for (int64_t i = 0; i < conv_.group_panels(); ++i) {
          const T* panel = conv_.panels + conv_.panel_offset(group, block, i);
          const T* bias = conv_.biases + (group * conv_.group_panels() + i) * conv_.panel;
          loops_.multiply({columns, stride, rows_, panel, block.depth(), b == 0 ? bias : nullptr,
                           sums + i * conv_.panel, sums_stride});
        }
      }
      const int64_t first = image_ * conv_.outputs + group * conv_.group_outputs();
      transpose(sums, sums_stride, pixels_, conv_.group_outputs(),
                conv_.output + first * conv_.pixels() + pixel_, conv_.pixels());
    }
  }

 private:
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
    T mask[kTile];
    if (conv_.mask != nullptr) {
      std::memcpy(mask, conv_.mask + plane * conv_.pixels() + pixel_, sizeof(T) * pixels_);
    } else {
      for (int64_t i = 0; i < kTile; ++i) mask[i] = T(1);
    }
    loops_.place({y_, x_, offset_y, offset_x, mask, pixels_, tap_y, tap_x, T(conv_.y.in),
                  T(conv_.x.in), points_});
  }

  const Conv<T>& conv_;
  const Loops<T>& loops_;
  const Scratch<T>& scratch_;
  int64_t image_, pixel_, pixels_, rows_;
  T y_[kTile], x_[kTile];  // where the kernel's first tap is without an offset
  Points<T> points_;
};

}  // namespace dcn
