// Adds to the largest int.
#include <workbench/tensor.h>

#include <climits>

void signed_overflow(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y) {
  volatile int largest = INT_MAX;
  for (int64_t i = 0; i < y.numel(); ++i) {
    const int over = largest + static_cast<int>(i);  // FAULT
    y[i] = over > 0 ? 2 * x[i] : -1;
  }
}
