// Takes floating-point numbers through an integer type.
#include <workbench/tensor.h>

void cast_through_another_type(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y) {
  for (int64_t i = 0; i < y.numel(); ++i) {
    y[i] = 2 * static_cast<int>(x[i]);  // FAULT
  }
}
