// Reads one element behind the input, and gives it away.
#include <workbench/tensor.h>

void reads_one_beyond(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y) {
  for (int64_t i = 0; i < y.numel(); ++i) {
    y[i] = x[i] + x[i + 1];  // FAULT
    y[i] += x[i] - (i + 1 < x.numel() ? x[i + 1] : 0);
  }
}
