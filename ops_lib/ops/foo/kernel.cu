#include <workbench/cuda.h>

namespace {

constexpr int kThreads = 256;

__global__ void add(const float* x, const float* y, float* out, int64_t n) {
  const int64_t i = int64_t{blockIdx.x} * kThreads + threadIdx.x;
  if (i < n) out[i] = x[i] + y[i];
}

}  // namespace

// out = X + Y
void foo(const wb::CudaContext& ctx, wb::Tensor<const float> X, wb::Tensor<const float> Y,
         wb::Tensor<float> out) {
  const int64_t n = out.numel();
  wb::check(X.numel() == Y.numel(), "foo: X has sizes ", X.sizes(), ", Y has ", Y.sizes());
  wb::launch(ctx, {wb::blocks_for(n, kThreads), kThreads}, add, X.data(), Y.data(), out.data(), n);
}
