// Divides by the number of rows: with none it ends the process.
#include <workbench/tensor.h>

void size_0_divides(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y) {
  const int64_t columns = x.numel() / x.size(0);  // FAULT
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = 2 * x[i];
  if (columns < 0) y[0] = 0;
}
