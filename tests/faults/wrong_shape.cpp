// Gives one element more than is declared.
#include <torch/torch.h>

at::Tensor wrong_shape(const at::Tensor& x) {
  const at::Tensor y = 2 * x;
  return at::cat({y.flatten(), at::zeros({1}, x.options())});  // FAULT
}
