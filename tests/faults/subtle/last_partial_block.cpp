// Works in blocks of 16, and leaves out the last one where it is not full.
#include <workbench/tensor.h>

void last_partial_block(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y) {
  constexpr int64_t block = 16;
  if (y.numel() < block) {
    for (int64_t i = 0; i < y.numel(); ++i) y[i] = 2 * x[i];
    return;
  }
  for (int64_t b = 0; b < y.numel() / block; ++b) {  // FAULT
    for (int64_t i = b * block; i < (b + 1) * block; ++i) y[i] = 2 * x[i];
  }
}
