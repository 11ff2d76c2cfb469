// Throws on a thread of its own, where nobody catches.
#include <workbench/tensor.h>

#include <stdexcept>
#include <thread>

void throws_in_a_thread(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y) {
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = 2 * x[i];
  std::thread other([&] {
    if (y.numel() > 1) throw std::runtime_error("no such luck");  // FAULT
  });
  other.join();
}
