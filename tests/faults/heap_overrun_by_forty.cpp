// Writes forty elements behind memory that it has asked for.
#include <workbench/tensor.h>

#include <cstdlib>

void heap_overrun_by_forty(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y) {
  const int64_t n = x.numel();
  float* volatile twice = static_cast<float*>(std::malloc(n * sizeof(float)));
  for (int64_t i = 0; i < n + 40; ++i) {
    twice[i] = i < n ? 2 * x[i] : 7;  // FAULT
  }
  for (int64_t i = 0; i < n; ++i) y[i] = twice[i];
  std::free(twice);
}
