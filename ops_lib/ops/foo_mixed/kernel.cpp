#include <workbench/tensor.h>

using wb::Tensor;

namespace {

// Adds a tensor to the sum; one that is not there adds nothing.
template <class T>
void add(const char* name, std::optional<Tensor<const T>> x, Tensor<float> out) {
  if (!x) return;
  wb::check(x->numel() == out.numel(), "foo_mixed: ", name, " has sizes ", x->sizes(), ", X has ",
            out.sizes());
  for (int64_t i = 0; i < out.numel(); ++i) out[i] += static_cast<float>((*x)[i]);
}

}  // namespace

// out = X + Y + Z, + P and + Q where they are given. An optional argument is a std::optional.
void foo_mixed(const wb::Context&, Tensor<const float> X, Tensor<const int64_t> Y,
               Tensor<const int8_t> Z, std::optional<Tensor<const float>> P,
               std::optional<Tensor<const int32_t>> Q, Tensor<float> out) {
  for (int64_t i = 0; i < out.numel(); ++i) out[i] = X[i];
  add<int64_t>("Y", Y, out);
  add<int8_t>("Z", Z, out);
  add<float>("P", P, out);
  add<int32_t>("Q", Q, out);
}
