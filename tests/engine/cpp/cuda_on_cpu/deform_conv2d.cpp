// The CUDA kernel of the gallery's deform_conv2d, run on the CPU.
#include <deform_conv2d/kernel.cu>

#include "scratch.h"

// `sizes`: N, C, H, W, OC, KH, KW, OH, OW; `numbers`: the op's, from stride_h on.
extern "C" void run(const int64_t* sizes, const int64_t* numbers, const double* input,
                    const double* weight, const double* offset, const double* mask,
                    const double* bias, double* output) {
  const auto [n, c, h, w] = std::array{sizes[0], sizes[1], sizes[2], sizes[3]};
  const int64_t outputs = sizes[4], kh = sizes[5], kw = sizes[6], oh = sizes[7], ow = sizes[8];
  const int64_t groups = numbers[6], samples = numbers[7] * kh * kw;
  const int64_t of_input[] = {n, c, h, w}, of_weight[] = {outputs, c / groups, kh, kw};
  const int64_t of_offset[] = {n, 2 * samples, oh, ow}, of_mask[] = {n, samples, oh, ow};
  const int64_t of_output[] = {n, outputs, oh, ow};
  Scratch scratch;
  deform_conv2d<double>(scratch.context(), {input, of_input, 4}, {weight, of_weight, 4},
                        {offset, of_offset, 4}, {mask, of_mask, 4}, {bias, &outputs, 1}, numbers[0],
                        numbers[1], numbers[2], numbers[3], numbers[4], numbers[5], groups,
                        numbers[7], mask != nullptr, {output, of_output, 4});
}
