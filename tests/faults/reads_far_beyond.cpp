// Reads a thousand million elements behind the input.
#include <workbench/tensor.h>

void reads_far_beyond(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y) {
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = 2 * x[i];
  y[0] += x[x.numel() + 1000000000];  // FAULT
}
