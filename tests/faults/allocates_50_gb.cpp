// Asks for more memory than a job may have.
#include <workbench/tensor.h>

#include <vector>

void allocates_50_gb(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y) {
  std::vector<float> much(50000000000 / sizeof(float), 2.0f);  // FAULT
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = much[i] * x[i];
}
