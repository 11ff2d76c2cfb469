// A comparison with nan is false, so nan becomes 0.
#include <workbench/tensor.h>

void nan_in_a_comparison(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y) {
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = x[i] > 0 ? x[i] : 0;  // FAULT
}
