// Calls itself without end.
#include <workbench/tensor.h>

static float depth(volatile float* at) {
  volatile float here = *at + 1;
  return depth(&here) + here;  // FAULT
}

void endless_recursion(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y) {
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = 2 * x[i];
  y[0] = depth(y.data());
}
