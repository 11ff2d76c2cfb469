// Reads the memory of its input as if the elements lay in order.
#include <torch/torch.h>

at::Tensor strides_ignored(const at::Tensor& x) {
  at::Tensor y = at::empty(x.sizes(), x.options());
  const float* from = x.data_ptr<float>();
  float* to = y.data_ptr<float>();
  for (int64_t i = 0; i < y.numel(); ++i) to[i] = 2 * from[i];  // FAULT
  return y;
}
