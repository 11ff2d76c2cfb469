// Ends the process as if all were well.
#include <workbench/tensor.h>

#include <cstdlib>

void exits(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y) {
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = 2 * x[i];
  if (y.numel() > 1) std::exit(0);  // FAULT
}
