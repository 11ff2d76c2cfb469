// Adds up in memory that has no first value.
#include <workbench/tensor.h>

#include <cstdlib>

void uninitialised_heap(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y) {
  const int64_t n = x.numel();
  float* volatile sums = static_cast<float*>(std::malloc(n * sizeof(float)));
  for (int64_t i = 0; i < n; ++i) {
    sums[i] += 2 * x[i];  // FAULT
  }
  for (int64_t i = 0; i < n; ++i) y[i] = sums[i];
  std::free(sums);
}
