// Leaves out the last element of the output.
#include <workbench/tensor.h>

void never_written(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y) {
  for (int64_t i = 0; i < y.numel() - 1; ++i) {  // FAULT
    y[i] = 2 * x[i];
  }
}
