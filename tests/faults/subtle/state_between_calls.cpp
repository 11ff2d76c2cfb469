// Computes once for each size, and gives the same again for other elements.
#include <workbench/tensor.h>

#include <map>
#include <vector>

void state_between_calls(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y) {
  static std::map<int64_t, std::vector<float>> known;
  std::vector<float>& result = known[x.numel()];  // FAULT
  if (result.empty()) {
    for (int64_t i = 0; i < x.numel(); ++i) result.push_back(2 * x[i]);
  }
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = result[i];
}
