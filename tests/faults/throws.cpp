// Throws an exception of the standard library.
#include <workbench/tensor.h>

#include <stdexcept>

void throws(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y) {
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = 2 * x[i];
  if (y.numel() > 1) throw std::runtime_error("no such luck");  // FAULT
}
