#include <torch/script.h>

#include <tuple>

// (x * alpha - y, y * alpha - x)
std::tuple<torch::Tensor, torch::Tensor> dual_residual(torch::Tensor x, torch::Tensor y,
                                                       double alpha) {
  TORCH_CHECK(x.sizes() == y.sizes(), "dual_residual: x is ", x.sizes(), ", y is ", y.sizes());
  return std::make_tuple(x * alpha - y, y * alpha - x);
}

static auto registry = torch::RegisterOperators(
    "cst::dual_residual(Tensor x, Tensor y, float alpha) -> (Tensor, Tensor)", &dual_residual);
