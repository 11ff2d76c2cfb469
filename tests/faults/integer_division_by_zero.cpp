// Divides by the number of elements that are left, which at last is none.
#include <workbench/tensor.h>

void integer_division_by_zero(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y) {
  int64_t left = y.numel();
  for (int64_t i = 0; i < y.numel(); ++i) {
    --left;
    y[i] = 2 * x[i] + static_cast<float>(i / left);  // FAULT
  }
}
