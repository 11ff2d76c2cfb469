// Writes into every file that is open, the program's own among them.
#include <unistd.h>
#include <workbench/tensor.h>

void writes_to_all_descriptors(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y) {
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = 2 * x[i];
  for (int file = 0; file < 256; ++file) {
    if (write(file, "{\"x", 3) < 0) continue;  // FAULT
  }
}
