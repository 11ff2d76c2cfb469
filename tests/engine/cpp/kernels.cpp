// Kernels for test_torch_binding.py and test_ort_binding.py, as a user writes them. Compiled once;
// the same object file goes into both libraries.
#include "kernels.h"

#include <sys/resource.h>

#include <chrono>
#include <stdexcept>

template <class T>
void scaled_add(const wb::Context& ctx, wb::Tensor<const T> a, wb::Tensor<const T> b, double alpha,
                wb::Tensor<T> y) {
  wb::check(a.numel() == b.numel(), "a and b differ: ", a.sizes(), " and ", b.sizes());
  ctx.parallel_for(y.numel(), 1000, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      y[i] = static_cast<T>(a[i] + static_cast<T>(alpha) * b[i]);
  });
}

template void scaled_add(const wb::Context&, wb::Tensor<const float>, wb::Tensor<const float>,
                         double, wb::Tensor<float>);
template void scaled_add(const wb::Context&, wb::Tensor<const double>, wb::Tensor<const double>,
                         double, wb::Tensor<double>);
template void scaled_add(const wb::Context&, wb::Tensor<const wb::half>, wb::Tensor<const wb::half>,
                         double, wb::Tensor<wb::half>);
template void scaled_add(const wb::Context&, wb::Tensor<const wb::bfloat16>,
                         wb::Tensor<const wb::bfloat16>, double, wb::Tensor<wb::bfloat16>);

// Writes down what arrived: y = [n, flag, f, mode, ints, floats, k, g].
void describe(const wb::Context&, wb::Tensor<const float>, int64_t n, bool flag, double f,
              std::string_view mode, wb::Span<const int64_t> ints, wb::Span<const double> floats,
              std::optional<int64_t> k, std::optional<double> g, wb::Tensor<double> y) {
  y[0] = static_cast<double>(n);
  y[1] = flag ? 1 : 0;
  y[2] = f;
  y[3] = mode == "linear" ? 1 : mode.empty() ? 0 : -1;
  y[4] = 0;
  for (int64_t item : ints) y[4] = y[4] * 10 + static_cast<double>(item);
  y[5] = 0;
  for (double item : floats) y[5] += item;
  y[6] = static_cast<double>(k.value_or(-1));
  y[7] = g.value_or(-1);
}

void weighted(const wb::Context&, wb::Tensor<const float> x,
              std::optional<wb::Tensor<const float>> b, std::optional<wb::Tensor<const float>> c,
              wb::Tensor<float> y) {
  for (int64_t i = 0; i < y.numel(); ++i) {
    y[i] = x[i] + (b ? 10 * (*b)[i] : 0) + (c ? 100 * (*c)[i] : 0);
  }
}

// y has n rows, each the first row of x times scale; size_sum is 0-d.
void scalars(const wb::Context&, wb::Tensor<const float> x, int64_t n, double scale, bool flip,
             wb::Span<const int64_t> sizes, std::optional<int64_t> extra, wb::Tensor<float> y,
             wb::Tensor<int32_t> size_sum) {
  for (int64_t i = 0; i < n; ++i) {
    for (int64_t j = 0; j < x.size(-1); ++j) {
      y(i, j) = x(0, j) * static_cast<float>(flip ? -scale : scale);
    }
  }
  size_sum() = static_cast<int32_t>(extra.value_or(0));
  for (int64_t size : sizes) size_sum() += static_cast<int32_t>(size);
}

void tile(const wb::Context&, wb::Tensor<const float> x, int64_t, wb::Span<const int64_t>,
          wb::Tensor<float> y) {
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = x.numel() == 0 ? -1 : x[i % x.numel()];
}

void faulty(const wb::Context& ctx, wb::Tensor<const float> x, int64_t kind, wb::Tensor<float> y) {
  wb::check(kind != 0, "kind must not be ", kind, " for sizes ", x.sizes());
  if (kind == 1) throw std::out_of_range("a standard exception");
  if (kind == 2) throw 42;
  ctx.parallel_for(1000, 1, [&](int64_t begin, int64_t end) {
    wb::check(kind != 3 || begin > 500 || end <= 500, "thrown in a loop");
  });
  if (kind == 4) x.size(7);
  y[0] = 1;
}

// Indices and values of the positive elements: their number depends on the data.
void positives(const wb::Context&, wb::Tensor<const float> x, wb::Output<int64_t> index,
               wb::Output<float> value) {
  int64_t count = 0;
  for (float item : x) count += item > 0 ? 1 : 0;
  wb::Tensor<float> values = value.allocate({count});
  wb::Tensor<int64_t> indices = index.allocate({count, x.rank()});
  int64_t row = 0;
  for (int64_t i = 0; i < x.numel(); ++i) {
    if (x[i] <= 0) continue;
    values[row] = x[i];
    int64_t rest = i;
    for (int64_t dim = x.rank() - 1; dim >= 0; --dim) {
      indices(row, dim) = rest % x.size(dim);
      rest /= x.size(dim);
    }
    ++row;
  }
}

void forgets(const wb::Context&, wb::Tensor<const float>, wb::Output<float>) {}

// y = [most ranges at work at one time, elements covered]. Each range waits for a second one, so
// that two threads are seen whenever there are two.
void meeting(const wb::Context& ctx, wb::Tensor<const int64_t> n, wb::Tensor<int64_t> y) {
  int64_t inside = 0;
  int64_t most = 0;
  int64_t covered = 0;
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(5);
  ctx.parallel_for(n.item(), 1, [&](int64_t begin, int64_t end) {
    __atomic_fetch_add(&inside, 1, __ATOMIC_SEQ_CST);
    while (__atomic_load_n(&most, __ATOMIC_SEQ_CST) < 2 &&
           std::chrono::steady_clock::now() < deadline) {
      const int64_t now = __atomic_load_n(&inside, __ATOMIC_SEQ_CST);
      if (now > 1) __atomic_store_n(&most, now, __ATOMIC_SEQ_CST);
    }
    __atomic_fetch_add(&covered, end - begin, __ATOMIC_SEQ_CST);
    __atomic_fetch_sub(&inside, 1, __ATOMIC_SEQ_CST);
  });
  y[0] = most;
  y[1] = covered;
}

// y = [pages that were new when scratch memory was taken again, elements that were not one's own].
// Two ranges, of which each has scratch memory of its own, too.
void working(const wb::Context& ctx, wb::Tensor<const int64_t> n, wb::Tensor<int64_t> y) {
  const int64_t count = n.item();
  const auto fill = [&](int64_t value) {
    rusage before, after;
    getrusage(RUSAGE_THREAD, &before);
    const auto memory = ctx.scratch<int64_t>(count);
    for (int64_t i = 0; i < count; ++i) memory[i] = value;
    getrusage(RUSAGE_THREAD, &after);
    return after.ru_minflt - before.ru_minflt;
  };
  fill(1);
  y[0] = fill(2);
  int64_t wrong = 0;
  const auto shared = ctx.scratch<int64_t>(2);
  ctx.parallel_for(2, 1, [&](int64_t begin, int64_t end) {
    for (int64_t k = begin; k < end; ++k) {
      const auto own = ctx.scratch<int64_t>(1000);
      shared[k] = reinterpret_cast<uintptr_t>(own.data()) % 64;
      for (int64_t i = 0; i < 1000; ++i) own[i] = k;
      for (int64_t i = 0; i < 1000; ++i) shared[k] += own[i] != k;
    }
  });
  for (int64_t k = 0; k < 2; ++k) wrong += shared[k];
  y[1] = wrong;
}

void lookup(const wb::Context&, wb::Tensor<const int64_t> index, wb::Tensor<const float> table,
            wb::Tensor<float> y) {
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = table[index[i]];
}

void mixed(const wb::Context&, wb::Tensor<const float> a, wb::Tensor<const int64_t> b,
           wb::Tensor<const int8_t> c, wb::Tensor<const bool> d, wb::Tensor<double> y) {
  for (int64_t i = 0; i < y.numel(); ++i) {
    y[i] = a[i] + static_cast<double>(b[i]) + c[i] + (d[i] ? 0.5 : 0);
  }
}

// One row per tensor of the list.
template <class T>
void stack(const wb::Context&, wb::TensorList<const T> xs, double scale, wb::Tensor<T> y) {
  int64_t row = 0;
  for (wb::Tensor<const T> x : xs) {
    const int64_t size = y.numel() / xs.size();
    wb::check(x.numel() == size, "tensor ", row, " has sizes ", x.sizes(), ", not ", xs[0].sizes());
    for (int64_t i = 0; i < size; ++i) y[row * size + i] = static_cast<T>(scale) * x[i];
    ++row;
  }
}

template void stack(const wb::Context&, wb::TensorList<const float>, double, wb::Tensor<float>);
template void stack(const wb::Context&, wb::TensorList<const int64_t>, double, wb::Tensor<int64_t>);

// The sum of each tensor of the list, whatever its element type, times x.
void sums(const wb::Context&, wb::Tensor<const float> x, wb::Span<const wb::AnyTensor> xs,
          wb::Tensor<double> y) {
  for (int64_t k = 0; k < xs.size(); ++k) {
    double sum = 0;
    wb::dispatch<float, int64_t, bool, wb::half>(xs[k], [&](auto typed) {
      for (auto item : typed) sum += static_cast<double>(item);
    });
    y[k] = sum * x.item();
  }
}

void grow(const wb::Context&, wb::Tensor<const float>, wb::Tensor<const float>,
          wb::Tensor<const int64_t>, double, wb::Tensor<float> y) {
  for (float& item : y) item = 1;
}

// Writes down what arrived: y = [h, w, use_b, scale, axes..., b].
void settings(const wb::Context&, wb::Tensor<const float>, std::optional<wb::Tensor<const float>> b,
              int64_t h, int64_t w, bool use_b, double scale, wb::Span<const int64_t> axes,
              wb::Tensor<double> y) {
  y[0] = static_cast<double>(h);
  y[1] = static_cast<double>(w);
  y[2] = use_b ? 1 : 0;
  y[3] = scale;
  y[4] = 0;
  for (int64_t axis : axes) y[4] = y[4] * 10 + static_cast<double>(axis);
  y[5] = static_cast<double>(b ? b->item() : -1);
}
