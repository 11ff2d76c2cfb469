// std::max gives its first argument where the second is nan.
#include <workbench/tensor.h>

#include <algorithm>

void nan_in_a_maximum(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y) {
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = std::max(1.0F, x[i]);  // FAULT
}
