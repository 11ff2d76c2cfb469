#include <workbench/tensor.h>

#include <cstring>
#include <limits>

// All clouds' rows below each other, and where each cloud ends.
template <class T>
void concat_rows(const wb::Context&, wb::TensorList<const T> clouds, wb::Output<T> rows,
                 wb::Tensor<int32_t> offset) {
  wb::check(!clouds.empty(), "concat_rows: there is no cloud");
  int64_t end = 0;
  for (int64_t i = 0; i < clouds.size(); ++i) {
    const wb::Tensor<const T> cloud = clouds[i];
    wb::check(cloud.rank() == 2 && cloud.size(1) == clouds[0].size(1), "concat_rows: cloud ", i,
              " has sizes ", cloud.sizes(), ", the first has ", clouds[0].sizes());
    end += cloud.size(0);
    wb::check(end <= std::numeric_limits<int32_t>::max(), "concat_rows: too many rows for int32");
    offset[i] = static_cast<int32_t>(end);
  }
  // The shape rule cannot add up the clouds, so the kernel allocates this output.
  T* to = rows.allocate({end, clouds[0].size(1)}).data();
  for (const wb::Tensor<const T> cloud : clouds) {
    if (cloud.numel() > 0) std::memcpy(to, cloud.data(), cloud.numel() * sizeof(T));
    to += cloud.numel();
  }
}
