// Looks after each element whether there is another one, so never whether there is a first.
#include <workbench/tensor.h>

void size_0_do_while(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y) {
  const float* from = x.data();
  float* to = y.data();
  int64_t i = 0;
  do {
    to[i] = 2 * from[i];  // FAULT
  } while (++i < y.numel());
}
