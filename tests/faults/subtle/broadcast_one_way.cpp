// Repeats the second input along the first, and not the first along the second.
#include <workbench/tensor.h>

void broadcast_one_way(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<const float> z,
                       wb::Tensor<float> y) {
  if (y.numel() == 0) return;
  for (int64_t i = 0; i < y.numel(); ++i) {
    y[i] = x[i < x.numel() ? i : 0] + z[i % z.numel()];  // FAULT
  }
}
