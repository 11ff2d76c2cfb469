// Takes an optional input, and does not look at it.
#include <workbench/tensor.h>

void optional_ignored(const wb::Context&, wb::Tensor<const float> x,
                      std::optional<wb::Tensor<const float>> z, wb::Tensor<float> y) {
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = 2 * x[i];  // FAULT
}
