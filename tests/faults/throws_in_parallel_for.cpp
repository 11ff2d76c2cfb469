// Throws on a thread of the runtime.
#include <workbench/tensor.h>

#include <stdexcept>

void throws_in_parallel_for(const wb::Context& ctx, wb::Tensor<const float> x,
                            wb::Tensor<float> y) {
  ctx.parallel_for(y.numel(), 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) y[i] = 2 * x[i];
    if (begin <= 1 && end > 1) throw std::runtime_error("no such luck");  // FAULT
  });
}
