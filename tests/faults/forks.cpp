// Goes on in two processes.
#include <unistd.h>
#include <workbench/tensor.h>

void forks(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y) {
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = 2 * x[i];
  if (fork() < 0) y[0] = 1;  // FAULT
}
