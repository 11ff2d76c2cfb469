#include <workbench/tensor.h>

// out = X + Y
void foo_classic(const wb::Context& ctx, wb::Tensor<const float> X, wb::Tensor<const float> Y,
                 wb::Tensor<float> out) {
  wb::check(X.numel() == Y.numel(), "foo: X has sizes ", X.sizes(), ", Y has ", Y.sizes());
  ctx.parallel_for(out.numel(), 1 << 15, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) out[i] = X[i] + Y[i];
  });
}
