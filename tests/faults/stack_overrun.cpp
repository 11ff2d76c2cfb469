// Fills a local array with more elements than it has.
#include <workbench/tensor.h>

void stack_overrun(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y) {
  float some[8];
  float* volatile at = some;
  for (int64_t i = 0; i < x.numel(); ++i) {
    at[i] = 2 * x[i];  // FAULT
  }
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = at[i];
}
