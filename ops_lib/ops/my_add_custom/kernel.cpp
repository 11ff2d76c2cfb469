#include <workbench/tensor.h>

// y = 2 * a + b, where a and b are broadcast to the shape of y.
//
// The last dimension is walked in the inner loop with a step of 0 or 1 per input, so that it
// vectorises in the usual case of two equal shapes or one repeated row.
namespace {

// Where row `row` of y begins in x: row counts all dimensions of y but the last.
template <class T>
int64_t row_offset(wb::Tensor<const T> x, wb::Tensor<T> y, int64_t row) {
  int64_t offset = 0;
  int64_t stride = x.rank() > 0 ? x.size(-1) : 1;
  for (int64_t dim = 2; dim <= y.rank(); ++dim) {
    const int64_t index = row % y.size(-dim);
    row /= y.size(-dim);
    if (dim <= x.rank()) {
      if (x.size(-dim) != 1) offset += index * stride;
      stride *= x.size(-dim);
    }
  }
  return offset;
}

}  // namespace

template <class T>
void my_add(const wb::Context& ctx, wb::Tensor<const T> a, wb::Tensor<const T> b, wb::Tensor<T> y) {
  if (y.numel() == 0) return;
  const int64_t columns = y.rank() > 0 ? y.size(-1) : 1;
  const int64_t rows = y.numel() / columns;
  const int64_t step_a = a.rank() > 0 && a.size(-1) == columns ? 1 : 0;
  const int64_t step_b = b.rank() > 0 && b.size(-1) == columns ? 1 : 0;
  const auto run = [&](const T* from_a, const T* from_b, T* to, int64_t count) {
    if (step_a == 1 && step_b == 1) {
      for (int64_t i = 0; i < count; ++i) to[i] = T(2) * from_a[i] + from_b[i];
    } else {
      for (int64_t i = 0; i < count; ++i) to[i] = T(2) * from_a[i * step_a] + from_b[i * step_b];
    }
  };
  if (a.numel() == y.numel() && b.numel() == y.numel() && step_a == 1 && step_b == 1) {
    ctx.parallel_for(y.numel(), 1 << 15, [&](int64_t begin, int64_t end) {
      run(a.data() + begin, b.data() + begin, y.data() + begin, end - begin);
    });
    return;
  }
  ctx.parallel_for(rows, (1 << 15) / columns, [&](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row) {
      run(a.data() + row_offset(a, y, row), b.data() + row_offset(b, y, row),
          y.data() + row * columns, columns);
    }
  });
}
