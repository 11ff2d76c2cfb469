// The CUDA kernel of the gallery's knn_query, run on the CPU.
#include <knn_query/kernel.cu>

#include "scratch.h"

extern "C" void run(int64_t nsample, int64_t n, const float* xyz, int64_t batches,
                    const int32_t* offset, int64_t m, const float* new_xyz,
                    const int32_t* new_offset, int32_t* idx, float* dist) {
  const int64_t points[] = {n, 3}, ends[] = {batches}, queries[] = {m, 3}, slots[] = {m, nsample};
  std::optional<wb::Tensor<const float>> other;
  std::optional<wb::Tensor<const int32_t>> other_ends;
  if (new_xyz != nullptr) {
    other.emplace(new_xyz, queries, 2);
    other_ends.emplace(new_offset, ends, 1);
  }
  Scratch scratch;
  knn_query(scratch.context(), nsample, {xyz, points, 2}, {offset, ends, 1}, other, other_ends,
            {idx, slots, 2}, {dist, slots, 2});
}
