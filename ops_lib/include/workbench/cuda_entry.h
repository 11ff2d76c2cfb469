// What a generated entry does around the call of a CUDA kernel's function.
#pragma once

#include <workbench/cuda.h>

#include <cstdlib>

namespace wb {

/// Whether each call waits for its kernels, so that what goes wrong in them is told of the call
/// that launched them: WB_CUDA_SYNCHRONIZE is set.
inline bool synchronizes() {
  static const bool asked = std::getenv("WB_CUDA_SYNCHRONIZE") != nullptr;
  return asked;
}

/// One call: `f()` launches. A launch that failed is told even where the function does not look.
template <class F>
void call_cuda(const CudaContext& ctx, const char* function, const F& f) {
  (void)cudaGetLastError();  // of others
  f();
  cuda_check(cudaGetLastError(), "a launch that is not checked", function, 0);
  if (synchronizes()) {
    cuda_check(cudaStreamSynchronize(ctx.stream()), "what it launched", function, 0);
  }
}

}  // namespace wb
