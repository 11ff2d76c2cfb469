// A deformable convolution: its sizes, and the two things that are prepared before it is computed,
// the images channels-last and the packed weights.
#pragma once

#include <workbench/tensor.h>

#include <cstring>

#include "transpose.h"

namespace dcn {

inline int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }
inline int64_t round_up(int64_t a, int64_t b) { return ceil_div(a, b) * b; }

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
  const T* biases = nullptr;  // of each panel, as many as a panel has output channels
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

  // One at least: with no input channels, its sums are the bias.
  int64_t channel_blocks() const {
    return group_channels() > 0 ? ceil_div(group_channels(), block_channels) : 1;
  }
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

/// Packs the weights of one panel: [block][tap][channel][output channel of the panel]; and its
/// bias.
template <class T>
void pack_panel(const Conv<T>& conv, int64_t group, int64_t panel, T* panels, T* biases) {
  const int64_t taps = conv.taps(), depth = conv.group_depth();
  const int64_t first = panel * conv.panel;
  const int64_t outputs = least(conv.panel, conv.group_outputs() - first);
  const T* from = conv.weight + (group * conv.group_outputs() + first) * depth;
  T* bias = biases + (group * conv.group_panels() + panel) * conv.panel;
  std::memset(bias, 0, sizeof(T) * conv.panel);
  std::memcpy(bias, conv.bias + group * conv.group_outputs() + first, sizeof(T) * outputs);
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
