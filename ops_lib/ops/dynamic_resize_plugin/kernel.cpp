// Bicubic resize whose factors are a tensor; the same numbers as
//   torch.nn.functional.interpolate(x, scale_factor=..., mode="bicubic", align_corners=False)
//
// A resize is separable: rows are resized along the width, and four resized rows make one output
// row. Going down an image these four change one at a time, so the resized rows are kept, and
// (but for where one thread's part ends and the next begins) each is made once.
#include <workbench/tensor.h>

#include <cmath>
#include <vector>

#include "loops.h"

namespace {

using namespace bicubic;

/// Computes output rows, of one image channel after the other, and keeps four resized rows.
template <class T>
class Rows {
 public:
  Rows(const Axis<T>& y, const Axis<T>& x, const T* input, T* output)
      : y_(y),
        x_(x),
        input_(input),
        output_(output),
        padded_(x.in + 2 * kMargin),
        resized_(kTaps * x.out) {}

  /// Row `index` of all channels' rows.
  void compute(int64_t index, const Loops<T>& loops) {
    const int64_t channel = index / y_.out, row = index % y_.out;
    if (channel != channel_) {
      channel_ = channel;
      for (int64_t& held : held_) held = -1;
    }
    const T* rows[kTaps];
    T weights[kTaps];
    for (int64_t tap = 0; tap < kTaps; ++tap) {
      // Rows outside the image have the edge's values.
      const int64_t from = y_.first[row] + tap;
      rows[tap] = resized(from < 0 ? 0 : from < y_.in ? from : y_.in - 1, loops);
      weights[tap] = y_.weight(tap)[row];
    }
    loops.mix_rows(rows, weights, x_.out, output_ + index * x_.out);
  }

 private:
  // Four consecutive rows have four places; a row that comes again is found in its place.
  const T* resized(int64_t row, const Loops<T>& loops) {
    T* const place = resized_.data() + row % kTaps * x_.out;
    if (held_[row % kTaps] != row) {
      const T* from = input_ + (channel_ * y_.in + row) * x_.in;
      T* const inner = padded_.data() + kMargin;
      for (int64_t i = 0; i < x_.in; ++i) inner[i] = from[i];
      for (int64_t i = 1; i <= kMargin; ++i) {
        inner[-i] = from[0];
        inner[x_.in - 1 + i] = from[x_.in - 1];
      }
      loops.resize_row(x_, padded_.data(), place);
      held_[row % kTaps] = row;
    }
    return place;
  }

  const Axis<T>&y_, &x_;
  const T* input_;
  T* output_;
  std::vector<T> padded_, resized_;
  int64_t channel_ = -1;
  int64_t held_[kTaps] = {-1, -1, -1, -1};
};

}  // namespace

template <class T>
void dynamic_resize(const wb::Context& ctx, wb::Tensor<const T> x, wb::Tensor<const float> scales,
                    wb::Tensor<T> y) {
  wb::check(x.rank() == 4, "x must be (N, C, H, W), but has sizes ", x.sizes());
  wb::check(scales.numel() == 4, "scales must have 4 elements, but has sizes ", scales.sizes());
  wb::check(scales[0] == 1 && scales[1] == 1, "batch and channels are not resized, but scales is ",
            scales);
  wb::check(scales[2] > 0 && scales[3] > 0, "a factor is positive, but scales is ", scales);
  if (y.numel() == 0) return;
  wb::check(x.numel() > 0, "x has sizes ", x.sizes(), ", so there is nothing to resize");
  const Axis<T> down(x.size(2), y.size(2), scales[2]), across(x.size(3), y.size(3), scales[3]);
  const Loops<T> loops = choose_loops<T>();
  const int64_t rows = x.size(0) * x.size(1) * down.out;
  // A thread gets eight rows or more, or it would resize as many rows as it mixes.
  const int64_t grain = 8 + (1 << 15) / across.out;
  ctx.parallel_for(rows, grain, [&](int64_t begin, int64_t end) {
    Rows<T> some(down, across, x.data(), y.data());
    for (int64_t i = begin; i < end; ++i) some.compute(i, loops);
  });
}
