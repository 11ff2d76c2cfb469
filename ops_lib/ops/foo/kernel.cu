#include <workbench/cuda.h>

namespace {

constexpr int kThreads = 256;
constexpr int kEach = 4;  // elements of a thread: more of them are on their way at a time

__global__ void add(const float* x, const float* y, float* out, int64_t n) {
  const int64_t first = int64_t{blockIdx.x} * kThreads * kEach + threadIdx.x;
  float sums[kEach];
#pragma unroll
  for (int j = 0; j < kEach; ++j) {
    const int64_t i = first + j * kThreads;
    sums[j] = i < n ? x[i] + y[i] : 0;
  }
#pragma unroll
  for (int j = 0; j < kEach; ++j) {
    const int64_t i = first + j * kThreads;
    if (i < n) out[i] = sums[j];
  }
}

}  // namespace

// out = X + Y
void foo(const wb::CudaContext& ctx, wb::Tensor<const float> X, wb::Tensor<const float> Y,
         wb::Tensor<float> out) {
  const int64_t n = out.numel();
  wb::check(X.numel() == Y.numel(), "foo: X has sizes ", X.sizes(), ", Y has ", Y.sizes());
  wb::launch(ctx, {wb::blocks_for(n, kThreads * kEach), kThreads}, add, X.data(), Y.data(),
             out.data(), n);
}
