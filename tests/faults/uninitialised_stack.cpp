// Adds what a local array holds that has no first values.
#include <workbench/tensor.h>

void uninitialised_stack(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y) {
  float none[64];
  asm volatile("" : : "r"(none) : "memory");  // an optimizer would see it
  for (int64_t i = 0; i < y.numel(); ++i) {
    y[i] = 2 * x[i] + none[i % 64];  // FAULT
  }
}
