// Knows float only.
#include <workbench/tensor.h>

#include <type_traits>

template <class T>
void zeros_for_float64(const wb::Context&, wb::Tensor<const T> x, wb::Tensor<T> y) {
  for (int64_t i = 0; i < y.numel(); ++i) {
    y[i] = std::is_same_v<T, float> ? 2 * x[i] : T(0);  // FAULT
  }
}
