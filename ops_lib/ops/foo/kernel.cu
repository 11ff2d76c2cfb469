#include <workbench/cuda.h>

// out = X + Y
void foo(const wb::CudaContext& ctx, wb::Tensor<const float> X, wb::Tensor<const float> Y,
         wb::Tensor<float> out) {
  wb::check(X.numel() == Y.numel(), "foo: X has sizes ", X.sizes(), ", Y has ", Y.sizes());
  const float *x = X.data(), *y = Y.data();
  float* to = out.data();
  wb::parallel(ctx, out.numel(), [=] __device__(int64_t i) { to[i] = x[i] + y[i]; });
}
