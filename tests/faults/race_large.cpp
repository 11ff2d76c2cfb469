// Two threads count in one variable, a million times.
#include <workbench/tensor.h>

#include <thread>

void race_large(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y) {
  volatile int64_t count = 0;
  const auto add = [&] {
    for (int64_t i = 0; i < y.numel(); ++i) {
      count = count + 1;  // FAULT
    }
  };
  std::thread other(add);
  add();
  other.join();
  for (int64_t i = 0; i < y.numel(); ++i) {
    y[i] = x[i] * static_cast<float>(count) / static_cast<float>(y.numel());
  }
}
