// Reads memory that it has given back.
#include <workbench/tensor.h>

#include <cstdlib>

void use_after_free(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y) {
  const int64_t n = x.numel();
  float* volatile twice = static_cast<float*>(std::malloc(n * sizeof(float)));
  for (int64_t i = 0; i < n; ++i) twice[i] = 2 * x[i];
  std::free(twice);
  for (int64_t i = 0; i < n; ++i) {
    y[i] = twice[i];  // FAULT
  }
}
