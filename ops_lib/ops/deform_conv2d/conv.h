// A deformable convolution: its sizes, and the two things that are prepared before it is computed,
// the images channels-last and the packed weights.
#pragma once

#include <workbench/tensor.h>

#include <cstring>
#include <new>

namespace dcn {

inline int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }
inline int64_t round_up(int64_t a, int64_t b) { return ceil_div(a, b) * b; }
inline int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }

/// Uninitialised memory that begins at a cache line.
template <class T>
class Buffer {
 public:
  explicit Buffer(int64_t size)
      : data_(static_cast<T*>(::operator new(static_cast<size_t>(size) * sizeof(T), kAlignment))) {}
  ~Buffer() { ::operator delete(data_, kAlignment); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  T* data() const { return data_; }

 private:
  static constexpr std::align_val_t kAlignment{64};
  T* data_;
};

/// Height or width.
struct Axis {
  int64_t in, kernel, out, stride, pad, dilation;
};

/// A part of the sum: a range of taps (positions of the kernel) and of one group's channels.
struct Block {
  int64_t tap, taps, channel, channels;
  int64_t before;  // columns of the group before this block
  int64_t depth() const { return taps * channels; }
};

/// What is computed, and where its parts lie.
template <class T>
struct Conv {
  int64_t batch, channels, outputs, groups, offset_groups;
  Axis y, x;
  const T *input, *weight, *offset, *mask, *bias;  // mask is null where there is none
  T* output;

  int64_t panel = 0;           // output channels of a panel of weights
  int64_t block_taps = 0;      // a block of columns has at most so many taps ...
  int64_t block_channels = 0;  // ... and so many channels
  const T* panels = nullptr;
  const T* images = nullptr;  // the channels-last copies of the images from `first_image` on
  int64_t first_image = 0;

  int64_t taps() const { return y.kernel * x.kernel; }
  int64_t pixels() const { return y.out * x.out; }
  int64_t group_channels() const { return channels / groups; }
  int64_t group_outputs() const { return outputs / groups; }
  int64_t group_depth() const { return taps() * group_channels(); }
  int64_t group_panels() const { return ceil_div(group_outputs(), panel); }
  // Zeros around the image: one row above and two below, and columns likewise. What is sampled
  // outside reads the two.
  int64_t padded_height() const { return y.in + 3; }
  int64_t padded_row() const { return (x.in + 3) * channels; }
  int64_t padded_image() const { return padded_height() * padded_row(); }

  int64_t channel_blocks() const { return ceil_div(group_channels(), block_channels); }
  int64_t blocks() const { return ceil_div(taps(), block_taps) * channel_blocks(); }
  Block block(int64_t i) const {
    const int64_t tap = i / channel_blocks() * block_taps;
    const int64_t channel = i % channel_blocks() * block_channels;
    const int64_t count = least(block_taps, taps() - tap);
    return {tap, count, channel, least(block_channels, group_channels() - channel),
            tap * group_channels() + count * channel};
  }

  /// The packed weights of a panel; the panels of a block lie together, and those of a group.
  int64_t panel_offset(int64_t group, const Block& block, int64_t i) const {
    const int64_t before = group * group_depth() + block.before;
    return (before * group_panels() + i * block.depth()) * panel;
  }
};

/// to[c][r] = from[r][c]; the strides are those of the rows.
///
/// It goes by squares, which are on few lines of the cache on both sides. Their rows are read
/// whole: of rows that are a power of two apart, the cache keeps too few lines to read them bit by
/// bit.
template <class T>
void transpose(const T* from, int64_t from_stride, int64_t rows, int64_t columns, T* to,
               int64_t to_stride) {
  constexpr int64_t kSquare = 16;
  T square[kSquare][kSquare];
  for (int64_t r = 0; r < rows; r += kSquare) {
    const int64_t height = least(kSquare, rows - r);
    for (int64_t c = 0; c < columns; c += kSquare) {
      const int64_t width = least(kSquare, columns - c);
      for (int64_t i = 0; i < height; ++i) {
        std::memcpy(square[i], from + (r + i) * from_stride + c, sizeof(T) * width);
      }
      for (int64_t j = 0; j < width; ++j) {
        for (int64_t i = 0; i < height; ++i) to[(c + j) * to_stride + r + i] = square[i][j];
      }
    }
  }
}

/// Copies row `row` of an image, channels-last; row -1 and those below the image are zero.
template <class T>
void copy_row(const Conv<T>& conv, int64_t image, int64_t row, T* to) {
  const int64_t channels = conv.channels, width = conv.x.in, plane = conv.y.in * width;
  if (row < 0 || row >= conv.y.in) {
    std::memset(to, 0, sizeof(T) * conv.padded_row());
    return;
  }
  std::memset(to, 0, sizeof(T) * channels);
  to += channels;
  transpose(conv.input + image * channels * plane + row * width, plane, channels, width, to,
            channels);
  std::memset(to + width * channels, 0, sizeof(T) * 2 * channels);
}

/// Packs the weights of one panel: [block][tap][channel][output channel of the panel].
template <class T>
void pack_panel(const Conv<T>& conv, int64_t group, int64_t panel, T* panels) {
  const int64_t taps = conv.taps(), depth = conv.group_depth();
  const int64_t first = panel * conv.panel;
  const int64_t outputs = least(conv.panel, conv.group_outputs() - first);
  const T* from = conv.weight + (group * conv.group_outputs() + first) * depth;
  for (int64_t i = 0; i < conv.blocks(); ++i) {
    const Block block = conv.block(i);
    T* to = panels + conv.panel_offset(group, block, panel);
    // The weights of a channel lie together, so channels are in the outer loop.
    for (int64_t c = 0; c < block.channels; ++c) {
      for (int64_t t = 0; t < block.taps; ++t) {
        const T* source = from + (block.channel + c) * taps + block.tap + t;
        T* target = to + (t * block.channels + c) * conv.panel;
        for (int64_t o = 0; o < outputs; ++o) target[o] = source[o * depth];
        for (int64_t o = outputs; o < conv.panel; ++o) target[o] = T(0);
      }
    }
  }
}

}  // namespace dcn
