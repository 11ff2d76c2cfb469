#include "loops.h"

#include <cstring>

#if defined(__GNUC__)
#define DCN_INLINE inline __attribute__((always_inline))
#else
#define DCN_INLINE inline
#endif
#if defined(__clang__)
#define DCN_UNROLL _Pragma("clang loop unroll(full)")
#define DCN_AS_IS _Pragma("clang loop vectorize(disable) unroll(disable)")
#elif defined(__GNUC__)
#define DCN_UNROLL _Pragma("GCC unroll 16")
#define DCN_AS_IS _Pragma("GCC unroll 1")
#else
#define DCN_UNROLL
#define DCN_AS_IS
#endif

namespace dcn {
namespace {

/// Elements that are computed with at once: a vector where the compiler has vectors.
template <class T, int Bytes>
struct Lanes {
#if defined(__GNUC__)
  typedef T type __attribute__((vector_size(Bytes)));
#else
  using type = T;
#endif
  static constexpr int64_t count = sizeof(type) / sizeof(T);
};

// Elements lie at any address. An alignment that is written on a type does not survive its use as a
// template's argument in every compiler; a copy of known size is one instruction in all of them.
template <class V, class T>
DCN_INLINE void load(V& to, const T* from) {
  std::memcpy(&to, from, sizeof(V));
}

template <class V, class T>
DCN_INLINE void store(const V& from, T* to) {
  std::memcpy(to, &from, sizeof(V));
}

/// What is outside, and not-a-number, moves to the zeros below the image or to its right.
template <class T>
DCN_INLINE void place(const Places<T>& all) {
  Points<T>& found = all.points;
  const T height = all.height, width = all.width, tap_y = all.tap_y, tap_x = all.tap_x;
  for (int64_t i = 0, pixels = all.pixels; i < pixels; ++i) {
    T y = all.y[i] + tap_y + all.offset_y[i];
    T x = all.x[i] + tap_x + all.offset_x[i];
    // One choice at a time, so that each compiler does it for several pixels at once.
    y = y > T(-1) ? y : height;
    y = y < height ? y : height;
    x = x > T(-1) ? x : width;
    x = x < width ? x : width;
    int32_t top = static_cast<int32_t>(y);  // towards zero, so -1 is not reached yet
    int32_t left = static_cast<int32_t>(x);
    top -= y < T(top);
    left -= x < T(left);
    const T below = y - T(top), right = x - T(left);
    const T upper = all.mask[i] * (T(1) - below), lower = all.mask[i] * below;
    found.top[i] = top + 1;
    found.left[i] = left + 1;
    found.weights[0][i] = upper * (T(1) - right);
    found.weights[1][i] = upper * right;
    found.weights[2][i] = lower * (T(1) - right);
    found.weights[3][i] = lower * right;
  }
}

/// Channels `first` to `end`, as many at once as V has elements.
template <class V, class T>
DCN_INLINE void interpolate_by(const Samples<T>& all, int64_t first, int64_t end) {
  constexpr int64_t kCount = sizeof(V) / sizeof(T);
  const Points<T>& points = all.points;
  const T* const image = all.image;
  // Copies, since to the compiler what is written may be anything that `all` refers to.
  const int64_t row = all.row, column = all.column, stride = all.stride;
  T* to = all.to;
  for (int64_t p = 0, pixels = all.pixels; p < pixels; ++p, to += stride) {
    const T* a = image + points.top[p] * row + points.left[p] * column;
    const T *b = a + column, *c = a + row, *d = c + column;
    const T upper_left = points.weights[0][p], upper_right = points.weights[1][p];
    const T lower_left = points.weights[2][p], lower_right = points.weights[3][p];
    DCN_AS_IS for (int64_t i = first; i < end; i += kCount) {
      V va, vb, vc, vd;
      load(va, a + i);
      load(vb, b + i);
      load(vc, c + i);
      load(vd, d + i);
      store<V>(upper_left * va + upper_right * vb + lower_left * vc + lower_right * vd, to + i);
    }
  }
}

template <class T, int Bytes>
DCN_INLINE void interpolate(const Samples<T>& all) {
  using V = typename Lanes<T, Bytes>::type;
  const int64_t whole = all.count - all.count % Lanes<T, Bytes>::count;
  interpolate_by<V>(all, 0, whole);
  if (whole < all.count) interpolate_by<T>(all, whole, all.count);
}

/// The sums of Rows pixels at a time stay in registers.
template <class T, int Bytes, int Rows>
DCN_INLINE void multiply(const Product<T>& all) {
  static_assert(kTile % Rows == 0);
  using V = typename Lanes<T, Bytes>::type;
  constexpr int64_t kCount = Lanes<T, Bytes>::count;
  for (int64_t first = 0; first < all.rows; first += Rows) {
    const T* columns = all.columns + first * all.columns_stride;
    T* sums = all.sums + first * all.sums_stride;
    V left[Rows], right[Rows];
    DCN_UNROLL for (int r = 0; r < Rows; ++r) {
      const T* begin = all.bias != nullptr ? all.bias : sums + r * all.sums_stride;
      load(left[r], begin);
      load(right[r], begin + kCount);
    }
    const T* panel = all.panel;
    DCN_AS_IS for (int64_t k = 0; k < all.depth; ++k, panel += 2 * kCount) {
      V w_left, w_right;
      load(w_left, panel);
      load(w_right, panel + kCount);
      DCN_UNROLL for (int r = 0; r < Rows; ++r) {
        const T column = columns[r * all.columns_stride + k];
        left[r] += column * w_left;
        right[r] += column * w_right;
      }
    }
    DCN_UNROLL for (int r = 0; r < Rows; ++r) {
      store(left[r], sums + r * all.sums_stride);
      store(right[r], sums + r * all.sums_stride + kCount);
    }
  }
}

#if defined(__GNUC__) && defined(__x86_64__)
template <class T>
__attribute__((target("avx2,fma"))) void place_avx2(const Places<T>& all) {
  place(all);
}

template <class T>
__attribute__((target("avx2,fma"))) void interpolate_avx2(const Samples<T>& all) {
  interpolate<T, 32>(all);
}

template <class T>
__attribute__((target("avx2,fma"))) void multiply_avx2(const Product<T>& all) {
  multiply<T, 32, 6>(all);
}

template <class T>
__attribute__((target("avx512f"))) void place_avx512(const Places<T>& all) {
  place(all);
}

template <class T>
__attribute__((target("avx512f"))) void interpolate_avx512(const Samples<T>& all) {
  interpolate<T, 64>(all);
}

template <class T>
__attribute__((target("avx512f"))) void multiply_avx512(const Product<T>& all) {
  multiply<T, 64, 12>(all);
}
#endif

}  // namespace

template <class T>
Loops<T> best_loops() {
#if defined(__GNUC__) && defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) {
    return {2 * Lanes<T, 64>::count, 12, place_avx512<T>, interpolate_avx512<T>,
            multiply_avx512<T>};
  }
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
    return {2 * Lanes<T, 32>::count, 6, place_avx2<T>, interpolate_avx2<T>, multiply_avx2<T>};
  }
#endif
  return {2 * Lanes<T, 16>::count, 6, place<T>, interpolate<T, 16>, multiply<T, 16, 6>};
}

template Loops<float> best_loops<float>();
template Loops<double> best_loops<double>();

}  // namespace dcn
