// Deformable convolution on a GPU. The elements of a pixel's channels are put side by side first,
// so that a sample reads them together. A block computes kPixels output pixels of kOutputs output
// channels: it samples a few channels of one tap into shared memory, and multiplies them with the
// weights; what comes next is read meanwhile. The columns of a whole image are never held.
#include <workbench/cuda.h>

#include <numeric>

namespace {

constexpr int kPixels = 64, kOutputs = 64;  // of a block
constexpr int kThreads = 128;
constexpr int kMyPixels = 8, kMyOutputs = 4;  // of a thread
constexpr int kSide = 32;                     // of a tile that is put in another order

// Elements of channels side by side that are read or written at once.
constexpr int kFour = 4;
template <class T>
struct alignas(16) Four {
  T at[kFour];
};

// Channels that are sampled at a time, in fours.
template <class T>
constexpr int kDepth = 32 / sizeof(T);

struct Axis {
  int64_t in, kernel, out, stride, pad, dilation;
};

template <class T>
struct Conv {
  int64_t batch, channels, outputs, groups, offset_groups;
  Axis y, x;
  const T *input, *weight, *offset, *mask, *bias;  // mask is null where there is none
  T* output;

  __host__ __device__ int64_t taps() const { return y.kernel * x.kernel; }
  __host__ __device__ int64_t pixels() const { return y.out * x.out; }
  __host__ __device__ int64_t group_channels() const { return channels / groups; }
  __host__ __device__ int64_t group_outputs() const { return outputs / groups; }
  __host__ __device__ int64_t plane() const { return y.in * x.in; }
};

// Channels in the order in which they are read: runs of one group and one offset group, each of
// them filled up with zeros to whole fours.
struct Runs {
  int64_t length, fours, count, of_group;

  template <class T>
  explicit Runs(const Conv<T>& conv)
      : length(std::gcd(conv.group_channels(), conv.channels / conv.offset_groups)),
        fours((length + kFour - 1) / kFour),
        count(conv.channels / length),
        of_group(conv.group_channels() / length) {}
};

// Where one tap of a pixel is sampled: the four corners in a plane of the input, and how much of
// each. A corner outside counts nothing, and is read at 0.
template <class T>
struct Sample {
  int at[4];
  T share[4];
};

template <class T>
__device__ Sample<T> place(const Conv<T>& conv, int64_t image, int64_t offset_group, int64_t tap,
                           int64_t pixel) {
  const int64_t plane = (image * conv.offset_groups + offset_group) * conv.taps() + tap;
  const T* offset = conv.offset + 2 * plane * conv.pixels() + pixel;
  const T factor = conv.mask != nullptr ? conv.mask[plane * conv.pixels() + pixel] : T(1);
  const int64_t out_y = pixel / conv.x.out, out_x = pixel % conv.x.out;
  const int64_t tap_y = tap / conv.x.kernel, tap_x = tap % conv.x.kernel;
  const T y = T(out_y * conv.y.stride - conv.y.pad) + T(tap_y * conv.y.dilation) + offset[0];
  const T x =
      T(out_x * conv.x.stride - conv.x.pad) + T(tap_x * conv.x.dilation) + offset[conv.pixels()];
  Sample<T> sample{};
  // What is outside, and not-a-number, is 0.
  if (!(y > T(-1) && y < T(conv.y.in) && x > T(-1) && x < T(conv.x.in))) return sample;
  const int64_t top = static_cast<int64_t>(floor(y)), left = static_cast<int64_t>(floor(x));
  const T below = y - T(top), right = x - T(left);
  const T shares[4] = {(T(1) - below) * (T(1) - right), (T(1) - below) * right,
                       below * (T(1) - right), below * right};
  for (int i = 0; i < 4; ++i) {
    const int64_t row = top + i / 2, column = left + i % 2;
    if (row < 0 || row >= conv.y.in || column < 0 || column >= conv.x.in) continue;
    sample.at[i] = static_cast<int>(row * conv.x.in + column);
    sample.share[i] = factor * shares[i];
  }
  return sample;
}

template <class T>
__device__ Four<T> sampled(const Sample<T>& sample, const Four<T>* channels, int64_t fours) {
  Four<T> sum{};
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    if (sample.share[i] == T(0)) continue;  // a share of 0 of an infinite element is nothing
    const Four<T> corner = channels[sample.at[i] * fours];
#pragma unroll
    for (int j = 0; j < kFour; ++j) sum.at[j] += sample.share[i] * corner.at[j];
  }
  return sum;
}

template <class T>
struct Shared {
  // What is multiplied lies in the one half while the other is filled. A four is left free: so no
  // two of the rows that are read together lie in the same banks.
  Four<T> columns[2][kPixels][kDepth<T> + 1];
  Four<T> weights[2][kOutputs][kDepth<T> + 1];
  Sample<T> samples[2][kPixels];
};

// What a block works on, and the channels of one tap and run that come next.
template <class T>
struct Block {
  const Conv<T>& conv;
  const Runs& runs;
  Shared<T>& shared;
  const Four<T>*input, *weight;  // arranged; the weights of the group
  int64_t image, group, first_pixel, first_output;
  int64_t tap = 0, run = 0, four = 0;
  int64_t placed = -1;  // of which tap and offset group the samples are
  int samples = 1;      // in which half they are
  Four<T> columns[kPixels * kDepth<T> / kThreads];
  Four<T> weights[kOutputs * kDepth<T> / kThreads];

  __device__ bool ends() const { return tap == conv.taps(); }

  // Where the next channels are sampled; to be seen by all threads before they are read.
  __device__ void place_next() {
    const int64_t channel = (group * runs.of_group + run) * runs.length;
    const int64_t offset_group = channel / (conv.channels / conv.offset_groups);
    const int64_t wanted = offset_group * conv.taps() + tap;
    if (wanted == placed) return;
    placed = wanted;
    samples = 1 - samples;
    if (threadIdx.x >= kPixels) return;
    const int64_t pixel = first_pixel + threadIdx.x;
    shared.samples[samples][threadIdx.x] =
        pixel < conv.pixels() ? place(conv, image, offset_group, tap, pixel) : Sample<T>{};
  }

  __device__ void read() {
    const int at = threadIdx.x % kDepth<T>, row = threadIdx.x / kDepth<T>;
    constexpr int kRows = kThreads / kDepth<T>;
    const bool there = four + at < runs.fours;
    const int64_t plane = image * runs.count + group * runs.of_group + run;
    const Four<T>* channels = input + plane * conv.plane() * runs.fours + four + at;
#pragma unroll
    for (int i = 0; i < kPixels / kRows; ++i) {
      const Sample<T>& sample = shared.samples[samples][row + i * kRows];
      columns[i] = there ? sampled(sample, channels, runs.fours) : Four<T>{};
    }
    const int64_t rows = (tap * runs.of_group + run) * conv.group_outputs() + first_output;
#pragma unroll
    for (int i = 0; i < kOutputs / kRows; ++i) {
      const int64_t output = row + i * kRows;
      const bool wanted = there && first_output + output < conv.group_outputs();
      weights[i] = wanted ? weight[(rows + output) * runs.fours + four + at] : Four<T>{};
    }
    if ((four += kDepth<T>) < runs.fours) return;
    four = 0;
    if (++run < runs.of_group) return;
    run = 0;
    ++tap;
  }

  __device__ void keep(int half) {
    const int at = threadIdx.x % kDepth<T>, row = threadIdx.x / kDepth<T>;
    constexpr int kRows = kThreads / kDepth<T>;
#pragma unroll
    for (int i = 0; i < kPixels / kRows; ++i) {
      shared.columns[half][row + i * kRows][at] = columns[i];
    }
#pragma unroll
    for (int i = 0; i < kOutputs / kRows; ++i) {
      shared.weights[half][row + i * kRows][at] = weights[i];
    }
  }
};

// The blocks of one group of output channels; blockIdx.z has images and groups.
template <class T>
__global__ void __launch_bounds__(kThreads, sizeof(T) == 4 ? 4 : 2)
    conv_kernel(Conv<T> conv, Runs runs, const T* arranged, const T* packed) {
  __shared__ Shared<T> shared;
  const int64_t group = blockIdx.z % conv.groups;
  const int64_t of_group = conv.taps() * runs.of_group * conv.group_outputs() * runs.fours;
  Block<T> block{conv,
                 runs,
                 shared,
                 reinterpret_cast<const Four<T>*>(arranged),
                 reinterpret_cast<const Four<T>*>(packed) + group * of_group,
                 blockIdx.z / conv.groups,
                 group,
                 int64_t{blockIdx.x} * kPixels,
                 int64_t{blockIdx.y} * kOutputs};
  constexpr int kAcross = kPixels / kMyPixels, kDown = kOutputs / kMyOutputs;
  const int my_pixel = threadIdx.x % kAcross, my_output = threadIdx.x / kAcross;
  T sums[kMyOutputs][kMyPixels] = {};
  block.place_next();
  __syncthreads();
  block.read();
  int half = 0;
  for (bool more = true; more; half = 1 - half) {
    block.keep(half);
    more = !block.ends();
    if (more) block.place_next();
    __syncthreads();
    if (more) block.read();
#pragma unroll 2
    for (int depth = 0; depth < kDepth<T>; ++depth) {
      Four<T> of_pixels[kMyPixels];
#pragma unroll
      for (int p = 0; p < kMyPixels; ++p) {
        of_pixels[p] = shared.columns[half][my_pixel + p * kAcross][depth];
      }
#pragma unroll
      for (int o = 0; o < kMyOutputs; ++o) {
        const Four<T> of_output = shared.weights[half][my_output + o * kDown][depth];
#pragma unroll
        for (int p = 0; p < kMyPixels; ++p) {
#pragma unroll
          for (int j = 0; j < kFour; ++j) sums[o][p] += of_output.at[j] * of_pixels[p].at[j];
        }
      }
    }
  }
  for (int o = 0; o < kMyOutputs; ++o) {
    const int64_t output = block.first_output + my_output + o * kDown;
    if (output >= conv.group_outputs()) continue;
    const int64_t of_all = group * conv.group_outputs() + output;
    T* to = conv.output + (block.image * conv.outputs + of_all) * conv.pixels();
    for (int p = 0; p < kMyPixels; ++p) {
      const int64_t pixel = block.first_pixel + my_pixel + p * kAcross;
      if (pixel < conv.pixels()) to[pixel] = sums[o][p] + conv.bias[of_all];
    }
  }
}

// Puts the channels of a pixel side by side: [image][run][pixel][channel of the run].
template <class T>
__global__ void arrange_kernel(Conv<T> conv, Runs runs, T* arranged) {
  __shared__ T tile[kSide][kSide + 1];
  const int64_t first_pixel = int64_t{blockIdx.x} * kSide, filled = runs.fours * kFour;
  for (int64_t plane = blockIdx.y; plane < conv.batch * runs.count; plane += gridDim.y) {
    const T* from = conv.input + plane * runs.length * conv.plane();
    T* to = arranged + plane * conv.plane() * filled;
    for (int64_t first = 0; first < filled; first += kSide) {
      for (int i = threadIdx.y; i < kSide; i += blockDim.y) {
        const int64_t channel = first + i, pixel = first_pixel + threadIdx.x;
        const bool there = channel < runs.length && pixel < conv.plane();
        tile[i][threadIdx.x] = there ? from[channel * conv.plane() + pixel] : T(0);
      }
      __syncthreads();
      for (int i = threadIdx.y; i < kSide; i += blockDim.y) {
        const int64_t channel = first + threadIdx.x, pixel = first_pixel + i;
        if (channel < filled && pixel < conv.plane()) {
          to[pixel * filled + channel] = tile[threadIdx.x][i];
        }
      }
      __syncthreads();
    }
  }
}

template <class T>
const T* arrange_input(const wb::CudaContext& ctx, const Conv<T>& conv, const Runs& runs) {
  const int64_t planes = conv.batch * runs.count;
  T* arranged = ctx.scratch<T>(planes * conv.plane() * runs.fours * kFour);
  const dim3 blocks(wb::blocks_for(conv.plane(), kSide),
                    static_cast<unsigned int>(planes < 65535 ? planes : 65535));
  wb::launch(ctx, {blocks, dim3(kSide, 8)}, arrange_kernel<T>, conv, runs, arranged);
  return arranged;
}

// The same of the weights: [group][tap][run][output][channel of the run].
template <class T>
const T* pack_weights(const wb::CudaContext& ctx, const Conv<T>& conv, const Runs& runs) {
  const int64_t filled = runs.fours * kFour;
  const int64_t rows = conv.groups * conv.taps() * runs.of_group * conv.group_outputs();
  T* packed = ctx.scratch<T>(rows * filled);
  wb::parallel(ctx, rows, filled, [conv, runs, packed, filled] __device__(int64_t row, int64_t at) {
    const int64_t output = row % conv.group_outputs(), of_tap = row / conv.group_outputs();
    const int64_t run = of_tap % runs.of_group, of_group = of_tap / runs.of_group;
    const int64_t tap = of_group % conv.taps(), group = of_group / conv.taps();
    const int64_t from = (group * conv.group_outputs() + output) * conv.group_channels();
    const int64_t channel = run * runs.length + at;
    const T* weight = conv.weight + (from + channel) * conv.taps() + tap;
    packed[row * filled + at] = at < runs.length ? *weight : T(0);
  });
  return packed;
}

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
  wb::check(axis.out > 0, "the dilated kernel exceeds the padded input in ", name);
}

}  // namespace

template <class T>
void deform_conv2d(const wb::CudaContext& ctx, wb::Tensor<const T> input,
                   wb::Tensor<const T> weight, wb::Tensor<const T> offset, wb::Tensor<const T> mask,
                   wb::Tensor<const T> bias, int64_t stride_h, int64_t stride_w, int64_t pad_h,
                   int64_t pad_w, int64_t dilation_h, int64_t dilation_w, int64_t groups,
                   int64_t offset_groups, bool use_mask, wb::Tensor<T> output) {
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

  const Conv<T> conv{batch,
                     channels,
                     outputs,
                     groups,
                     offset_groups,
                     y,
                     x,
                     input.data(),
                     weight.data(),
                     offset.data(),
                     use_mask ? mask.data() : nullptr,
                     bias.data(),
                     output.data()};
  wb::check(y.in * x.in <= INT32_MAX, "a plane of the input has ", y.in * x.in,
            " elements, and at most 2147483647 can be sampled");
  wb::check(batch * groups <= 65535, "batch times groups is ", batch * groups,
            ", and a launch takes 65535");
  const dim3 blocks(wb::blocks_for(conv.pixels(), kPixels),
                    wb::blocks_for(conv.group_outputs(), kOutputs),
                    static_cast<unsigned int>(batch * groups));
  if (channels == 0) {
    wb::parallel(ctx, batch * outputs, conv.pixels(), [conv] __device__(int64_t row, int64_t at) {
      conv.output[row * conv.pixels() + at] = conv.bias[row % conv.outputs];
    });
    return;
  }
  const Runs runs(conv);
  const T* arranged = arrange_input(ctx, conv, runs);
  const T* packed = pack_weights(ctx, conv, runs);
  wb::launch(ctx, {blocks, kThreads}, conv_kernel<T>, conv, runs, arranged, packed);
}
