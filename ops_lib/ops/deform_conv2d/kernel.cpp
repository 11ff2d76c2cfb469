// Deformable convolution (Dai et al. 2017; with a mask, Zhu et al. 2019), as torchvision has it.
//
// 1. The weights are packed into panels: for each step of the product, the weights of a few output
//    channels lie side by side.
// 2. The images are copied channels-last, with zeros around them. So the four corners of any sample
//    can be read without asking which of them exist, for many channels at a time.
// 3. Tiles of output pixels are dealt to the threads. A tile samples a block of its columns, which
//    stays in the cache, and multiplies it with the panels, block after block.
//
// This takes memory of the size of the weights and of the input (at most kImageBytes, or one image)
// and a few blocks; the columns of a whole image are never held.
#include <workbench/tensor.h>

#include "conv.h"
#include "tile.h"

namespace {

using namespace dcn;

constexpr int64_t kDepth = 288;  // columns of a block, say 3 x 3 taps of 32 channels
constexpr int64_t kImageBytes = int64_t{64} << 20;

// -- the three steps --------------------------------------------------------------------

/// Blocks of kDepth columns or fewer, all of about one size: many taps of few channels, or a part
/// of the channels of one tap.
template <class T>
void choose_blocks(Conv<T>& conv) {
  const int64_t channels = conv.group_channels() > 0 ? conv.group_channels() : 1;
  const int64_t most_taps = channels < kDepth ? kDepth / channels : 1;
  conv.block_taps = ceil_div(conv.taps(), ceil_div(conv.taps(), most_taps));
  conv.block_channels = ceil_div(channels, ceil_div(channels, kDepth));
}

/// How many steps of `work` elementary operations are worth a thread.
int64_t grain(int64_t work) { return ceil_div(1 << 16, work + 1); }

template <class T>
void pack_weights(const wb::Context& ctx, const Conv<T>& conv, T* panels, T* biases) {
  const int64_t count = conv.group_panels();
  ctx.parallel_for(conv.groups * count, grain(conv.panel * conv.group_depth()),
                   [&](int64_t begin, int64_t end) {
                     for (int64_t i = begin; i < end; ++i) {
                       pack_panel(conv, i / count, i % count, panels, biases);
                     }
                   });
}

template <class T>
void copy_images(const wb::Context& ctx, const Conv<T>& conv, int64_t images, T* copies) {
  const int64_t rows = conv.padded_height();
  ctx.parallel_for(images * rows, grain(conv.padded_row()), [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      copy_row(conv, conv.first_image + i / rows, i % rows - 1, copies + i * conv.padded_row());
    }
  });
}

template <class T>
void compute_images(const wb::Context& ctx, const Conv<T>& conv, int64_t images,
                    const Loops<T>& loops) {
  const int64_t tiles = ceil_div(conv.pixels(), kTile);
  const int64_t products = kTile * conv.group_depth() * conv.outputs;
  ctx.parallel_for(images * tiles, grain(products / 12), [&](int64_t begin, int64_t end) {
    const Scratch<T> scratch(conv);
    for (int64_t i = begin; i < end; ++i) {
      Tile<T>(conv, loops, scratch, conv.first_image + i / tiles, i % tiles * kTile).compute();
    }
  });
}

template <class T>
void run(const wb::Context& ctx, Conv<T> conv) {
  const Loops<T> loops = best_loops<T>();
  conv.panel = loops.panel;
  choose_blocks(conv);
  const auto panels =
      ctx.scratch<T>(conv.groups * conv.group_panels() * conv.panel * conv.group_depth());
  const auto biases = ctx.scratch<T>(conv.groups * conv.group_panels() * conv.panel);
  pack_weights(ctx, conv, panels.data(), biases.data());
  conv.panels = panels;
  conv.biases = biases;
  const int64_t image_bytes = conv.padded_image() * static_cast<int64_t>(sizeof(T));
  const int64_t most = least(conv.batch, 1 + kImageBytes / (image_bytes + 1));
  const auto copies = ctx.scratch<T>(most * conv.padded_image());
  conv.images = copies;
  for (; conv.first_image < conv.batch; conv.first_image += most) {
    const int64_t images = least(most, conv.batch - conv.first_image);
    copy_images(ctx, conv, images, copies.data());
    compute_images(ctx, conv, images, loops);
  }
}

// -- what is accepted -------------------------------------------------------------------

template <class T>
void check_sizes(const char* name, wb::Tensor<const T> x, std::initializer_list<int64_t> wanted) {
  bool same = x.rank() == static_cast<int64_t>(wanted.size());
  for (int64_t i = 0; same && i < x.rank(); ++i) same = x.size(i) == wanted.begin()[i];
  wb::check(same, name, " has sizes ", x.sizes(), ", but must have ", wanted);
}

void check_axis(const char* name, const Axis& axis) {
  wb::check(axis.kernel > 0, "the kernel's ", name, " is 0");
  wb::check(axis.stride > 0 && axis.dilation > 0 && axis.pad >= 0, "along the ", name,
            ", stride is ", axis.stride, ", dilation ", axis.dilation, ", padding ", axis.pad,
            "; the first two must be 1 or more, the last 0 or more");
  wb::check(axis.in < INT32_MAX, "the ", name, " is ", axis.in, ", but must be less than ",
            INT32_MAX);
  wb::check(axis.out > 0, "the dilated kernel exceeds the padded input in ", name);
}

}  // namespace

template <class T>
void deform_conv2d(const wb::Context& ctx, wb::Tensor<const T> input, wb::Tensor<const T> weight,
                   wb::Tensor<const T> offset, wb::Tensor<const T> mask, wb::Tensor<const T> bias,
                   int64_t stride_h, int64_t stride_w, int64_t pad_h, int64_t pad_w,
                   int64_t dilation_h, int64_t dilation_w, int64_t groups, int64_t offset_groups,
                   bool use_mask, wb::Tensor<T> output) {
  wb::check(input.rank() == 4, "input must be (N, C, H, W), but has sizes ", input.sizes());
  wb::check(weight.rank() == 4, "weight must be (OC, C / groups, KH, KW), but has sizes ",
            weight.sizes());
  const Axis y{input.size(2), weight.size(2), output.size(2), stride_h, pad_h, dilation_h};
  const Axis x{input.size(3), weight.size(3), output.size(3), stride_w, pad_w, dilation_w};
  check_axis("height", y);
  check_axis("width", x);
  const int64_t batch = input.size(0), channels = input.size(1), outputs = weight.size(0);
  wb::check(groups > 0 && channels % groups == 0 && outputs % groups == 0, channels, " input and ",
            outputs, " output channels cannot be divided into ", groups, " groups");
  wb::check(offset_groups > 0 && channels % offset_groups == 0, channels,
            " input channels cannot be divided into ", offset_groups, " offset groups");
  const int64_t samples = offset_groups * y.kernel * x.kernel;
  check_sizes("weight", weight, {outputs, channels / groups, y.kernel, x.kernel});
  check_sizes("offset", offset, {batch, 2 * samples, y.out, x.out});
  if (use_mask) check_sizes("mask", mask, {batch, samples, y.out, x.out});
  check_sizes("bias", bias, {outputs});
  if (output.numel() == 0) return;
  run(ctx,
      Conv<T>{batch, channels, outputs, groups, offset_groups, y, x, input.data(), weight.data(),
              offset.data(), use_mask ? mask.data() : nullptr, bias.data(), output.data()});
}
