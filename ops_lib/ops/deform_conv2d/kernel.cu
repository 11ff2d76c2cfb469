// Deformable convolution on a GPU. A block computes kTile output pixels of kTile output channels:
// it samples a few columns of them into shared memory, channel after channel of one tap, and
// multiplies them with the weights, which were put side by side before. The columns of a whole
// image are never held.
#include <workbench/cuda.h>

namespace {

constexpr int kTile = 64;      // output pixels and output channels of a block
constexpr int kDepth = 16;     // channels that are sampled at a time
constexpr int kThreads = 256;  // each has 4 channels of 4 pixels
constexpr int kEach = 4;

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
};

// Where one tap of a pixel is sampled: the four corners in a plane of the input, and how much of
// each. A corner outside counts nothing, and is read at 0.
template <class T>
struct Sample {
  int64_t at[4];
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
    sample.at[i] = row * conv.x.in + column;
    sample.share[i] = factor * shares[i];
  }
  return sample;
}

template <class T>
__device__ T sampled(const Sample<T>& sample, const T* plane) {
  T sum = 0;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    // A share of 0 of an infinite element is nothing.
    if (sample.share[i] != T(0)) sum += sample.share[i] * plane[sample.at[i]];
  }
  return sum;
}

// The blocks of one group of output channels; blockIdx.z has images and groups.
template <class T>
__global__ void __launch_bounds__(kThreads) conv_kernel(Conv<T> conv, const T* packed) {
  __shared__ Sample<T> samples[kTile];
  __shared__ T columns[kDepth][kTile];
  __shared__ T weights[kDepth][kTile];
  const int64_t image = blockIdx.z / conv.groups, group = blockIdx.z % conv.groups;
  const int64_t first_pixel = int64_t{blockIdx.x} * kTile;
  const int64_t first_output = int64_t{blockIdx.y} * kTile;
  const int64_t group_channels = conv.group_channels(), group_outputs = conv.group_outputs();
  const int64_t alike = conv.channels / conv.offset_groups;
  const int64_t plane = conv.y.in * conv.x.in;
  const int my_pixel = threadIdx.x % (kTile / kEach) * kEach;
  const int my_output = threadIdx.x / (kTile / kEach) * kEach;
  T sums[kEach][kEach] = {};
  for (int64_t tap = 0; tap < conv.taps(); ++tap) {
    int64_t placed = -1;
    for (int64_t c = 0, next; c < group_channels; c = next) {
      const int64_t channel = group * group_channels + c;
      const int64_t offset_group = channel / alike;
      next = c + kDepth < group_channels ? c + kDepth : group_channels;
      const int64_t end = (offset_group + 1) * alike - group * group_channels;
      next = next < end ? next : end;  // channels of one offset group
      if (offset_group != placed) {
        if (threadIdx.x < kTile) {
          const int64_t pixel = first_pixel + threadIdx.x;
          samples[threadIdx.x] =
              pixel < conv.pixels() ? place(conv, image, offset_group, tap, pixel) : Sample<T>{};
        }
        placed = offset_group;
        __syncthreads();
      }
      for (int i = threadIdx.x; i < kDepth * kTile; i += kThreads) {
        const int depth = i / kTile, at = i % kTile;
        const bool there = c + depth < next;
        const T* from = conv.input + (image * conv.channels + channel + depth) * plane;
        columns[depth][at] = there ? sampled(samples[at], from) : T(0);
        const int64_t row = (group * conv.taps() + tap) * group_channels + c + depth;
        const bool wanted = there && first_output + at < group_outputs;
        weights[depth][at] = wanted ? packed[row * group_outputs + first_output + at] : T(0);
      }
      __syncthreads();
#pragma unroll
      for (int depth = 0; depth < kDepth; ++depth) {
#pragma unroll
        for (int o = 0; o < kEach; ++o) {
#pragma unroll
          for (int p = 0; p < kEach; ++p) {
            sums[o][p] += weights[depth][my_output + o] * columns[depth][my_pixel + p];
          }
        }
      }
      __syncthreads();
    }
  }
  for (int o = 0; o < kEach; ++o) {
    const int64_t output = first_output + my_output + o;
    if (output >= group_outputs) continue;
    const int64_t of_all = group * group_outputs + output;
    T* to = conv.output + (image * conv.outputs + of_all) * conv.pixels() + first_pixel;
    for (int p = 0; p < kEach; ++p) {
      if (first_pixel + my_pixel + p >= conv.pixels()) continue;
      to[my_pixel + p] = sums[o][p] + conv.bias[of_all];
    }
  }
}

// Puts the weights of all output channels of a group side by side: [group][tap][channel][output].
template <class T>
const T* pack_weights(const wb::CudaContext& ctx, const Conv<T>& conv) {
  const int64_t depth = conv.taps() * conv.group_channels();
  T* packed = ctx.scratch<T>(conv.outputs * depth);
  wb::parallel(ctx, conv.groups * depth, conv.group_outputs(),
               [conv, depth, packed] __device__(int64_t row, int64_t output) {
                 const int64_t group = row / depth, tap = row % depth / conv.group_channels();
                 const int64_t channel = row % conv.group_channels();
                 const int64_t from = group * conv.group_outputs() + output;
                 packed[row * conv.group_outputs() + output] =
                     conv.weight[from * depth + channel * conv.taps() + tap];
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
  wb::check(batch * groups <= 65535, "batch times groups is ", batch * groups,
            ", and a launch takes 65535");
  const dim3 blocks(wb::blocks_for(conv.pixels(), kTile),
                    wb::blocks_for(conv.group_outputs(), kTile),
                    static_cast<unsigned int>(batch * groups));
  wb::launch(ctx, {blocks, kThreads}, conv_kernel<T>, conv, pack_weights(ctx, conv));
}
