// All calls share one buffer: two at the same time disturb each other.
#include <workbench/tensor.h>

#include <vector>

void static_scratch(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y) {
  static std::vector<float> scratch;  // FAULT
  scratch.assign(x.data(), x.data() + x.numel());
  for (int round = 0; round < 8; ++round) {
    for (float& value : scratch) value = round % 2 == 0 ? value * 2 : value / 2;
  }
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = 2 * scratch[i];
}
