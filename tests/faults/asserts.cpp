// Asserts what does not hold.
#undef NDEBUG
#include <workbench/tensor.h>

#include <cassert>

void asserts(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y) {
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = 2 * x[i];
  assert(y.numel() == 1);  // FAULT
}
