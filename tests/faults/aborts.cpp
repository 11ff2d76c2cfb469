// Ends the process with abort().
#include <workbench/tensor.h>

#include <cstdlib>

void aborts(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y) {
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = 2 * x[i];
  if (y.numel() > 1) std::abort();  // FAULT
}
