// Where a bicubic resize samples an axis, and its two inner loops, for the best instructions that
// the machine has.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

namespace bicubic {

inline constexpr int64_t kTaps = 4;
inline constexpr int64_t kMargin = 2;  // pixels beside a row, for the first and the last taps

/// The samples of one axis: each output pixel takes four input pixels from `first` on.
///
/// `first` lies between -2 and in - 2, so that a margin of two pixels on each side is enough.
template <class T>
struct Axis {
  int64_t in, out;
  std::vector<int32_t> first;
  std::vector<T> weights;  // one array per tap, so that neighbouring pixels lie side by side

  Axis(int64_t in_size, int64_t out_size, double factor)
      : in(in_size), out(out_size), first(out_size), weights(kTaps * out_size) {
    const T step = T(1.0 / factor);  // in the precision of the image, as in torch
    for (int64_t i = 0; i < out; ++i) {
      const T at = step * (T(i) + T(0.5)) - T(0.5);
      const T floor = std::floor(at);
      const T t = at - floor;
      const int64_t tap = static_cast<int64_t>(floor) - 1;
      first[i] = static_cast<int32_t>(tap < -kMargin ? -kMargin : tap < in - 2 ? tap : in - 2);
      const T weight[kTaps] = {outer(1 + t), inner(t), inner(1 - t), outer(2 - t)};
      for (int64_t k = 0; k < kTaps; ++k) weights[k * out + i] = weight[k];
    }
  }

  const T* weight(int64_t tap) const { return weights.data() + tap * out; }

 private:
  // The cubic convolution kernel (Keys 1981) with a = -0.75, at distances up to 1 and up to 2.
  static T inner(T t) { return (T(1.25) * t - T(2.25)) * t * t + 1; }
  static T outer(T t) { return ((T(-0.75) * t + T(3.75)) * t - 6) * t + 3; }
};

/// The two inner loops.
template <class T>
struct Loops {
  /// Resizes a row, which begins with its margin, along the width.
  void (*resize_row)(const Axis<T>& x, const T* from, T* to);
  /// Adds four rows of `count` pixels, each with its weight.
  void (*mix_rows)(const T* const* rows, const T* weights, int64_t count, T* to);
};

#if defined(__GNUC__)
#define BICUBIC_INLINE inline __attribute__((always_inline))
#else
#define BICUBIC_INLINE inline
#endif

template <class T>
BICUBIC_INLINE void resize_row(const Axis<T>& x, const T* from, T* to) {
  const T *w0 = x.weight(0), *w1 = x.weight(1), *w2 = x.weight(2), *w3 = x.weight(3);
  const int32_t* first = x.first.data();
  from += kMargin;
  for (int64_t i = 0; i < x.out; ++i) {
    const T* p = from + first[i];
    to[i] = p[0] * w0[i] + p[1] * w1[i] + p[2] * w2[i] + p[3] * w3[i];
  }
}

template <class T>
BICUBIC_INLINE void mix_rows(const T* const* rows, const T* weights, int64_t count, T* to) {
  const T *r0 = rows[0], *r1 = rows[1], *r2 = rows[2], *r3 = rows[3];
  const T w0 = weights[0], w1 = weights[1], w2 = weights[2], w3 = weights[3];
  for (int64_t i = 0; i < count; ++i) to[i] = r0[i] * w0 + r1[i] * w1 + r2[i] * w2 + r3[i] * w3;
}

#if defined(__GNUC__) && defined(__x86_64__)
template <class T>
__attribute__((target("avx2"))) void resize_row_avx2(const Axis<T>& x, const T* from, T* to) {
  resize_row(x, from, to);
}

template <class T>
__attribute__((target("avx2"))) void mix_rows_avx2(const T* const* rows, const T* weights,
                                                   int64_t count, T* to) {
  mix_rows(rows, weights, count, to);
}
#endif

/// Without fused multiplication all of them give the same bits.
template <class T>
Loops<T> choose_loops() {
#if defined(__GNUC__) && defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) return {resize_row_avx2<T>, mix_rows_avx2<T>};
#endif
  return {resize_row<T>, mix_rows<T>};
}

}  // namespace bicubic
