// A constant in float makes all of it float.
#include <workbench/tensor.h>

template <class T>
void float64_through_float32(const wb::Context&, wb::Tensor<const T> x, wb::Tensor<T> y) {
  for (int64_t i = 0; i < y.numel(); ++i) {
    y[i] = static_cast<T>(2.0F * static_cast<float>(x[i]));  // FAULT
  }
}
