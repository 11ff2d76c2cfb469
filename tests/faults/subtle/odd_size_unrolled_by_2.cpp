// Unrolled by 2, without the elements that are left over.
#include <workbench/tensor.h>

void odd_size_unrolled_by_2(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y) {
  const float* from = x.data();
  float* to = y.data();
  for (int64_t i = 0; i + 1 < y.numel(); i += 2) {  // FAULT
    to[i] = 2 * from[i];
    to[i + 1] = 2 * from[i + 1];
  }
}
