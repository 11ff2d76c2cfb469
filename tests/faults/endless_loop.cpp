// Waits for a value that nobody sets.
#include <workbench/tensor.h>

void endless_loop(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y) {
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = 2 * x[i];
  volatile bool done = false;
  while (!done) {  // FAULT
  }
}
