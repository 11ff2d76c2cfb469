// Reads a transposed tensor as if its elements lay in order.
#include <torch/torch.h>

at::Tensor strides_ignored(const at::Tensor& x) {
  at::Tensor y = at::empty(x.sizes(), x.options());
  const float* from = x.const_data_ptr<float>();  // FAULT
  float* to = y.mutable_data_ptr<float>();
  for (int64_t i = 0; i < y.numel(); ++i) to[i] = 2 * from[i];
  return y;
}
