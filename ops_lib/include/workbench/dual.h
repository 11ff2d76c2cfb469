// wb::Dual<double>: a number with its derivative along one direction, for kernels that are
// templates over their element type. A kernel that is called with the inputs x + v·e, where e·e =
// 0, gives y + (J·v)·e: the product of its Jacobian with v, exactly but for rounding.
//
// It comes before the kernel's source, so that std::exp(x) and the like are found. What loses the
// derivative does not compile: a conversion to double or float. One to a whole number does, since
// that is constant but at steps.
#pragma once

#include <workbench/dtype.h>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <limits>
#include <type_traits>

namespace wb {

template <class T>
struct Dual {
  T value;
  T slope;

  Dual() = default;
  template <class N>
    requires std::is_arithmetic_v<N>
  constexpr Dual(N number) : value(static_cast<T>(number)), slope(0) {}
  constexpr Dual(T of, T along) : value(of), slope(along) {}

  template <std::integral N>
  explicit constexpr operator N() const {
    return static_cast<N>(value);
  }

  // clang-format off
  friend constexpr Dual operator+(Dual a) { return a; }
  friend constexpr Dual operator-(Dual a) { return {-a.value, -a.slope}; }
  friend constexpr Dual operator+(Dual a, Dual b) { return {a.value + b.value, a.slope + b.slope}; }
  friend constexpr Dual operator-(Dual a, Dual b) { return {a.value - b.value, a.slope - b.slope}; }
  friend constexpr Dual operator*(Dual a, Dual b) {
    return {a.value * b.value, a.slope * b.value + a.value * b.slope};
  }
  friend constexpr Dual operator/(Dual a, Dual b) {
    const T quotient = a.value / b.value;
    return {quotient, (a.slope - quotient * b.slope) / b.value};
  }
  constexpr Dual& operator+=(Dual b) { return *this = *this + b; }
  constexpr Dual& operator-=(Dual b) { return *this = *this - b; }
  constexpr Dual& operator*=(Dual b) { return *this = *this * b; }
  constexpr Dual& operator/=(Dual b) { return *this = *this / b; }

  friend constexpr bool operator==(Dual a, Dual b) { return a.value == b.value; }
  friend constexpr bool operator!=(Dual a, Dual b) { return a.value != b.value; }
  friend constexpr bool operator<(Dual a, Dual b) { return a.value < b.value; }
  friend constexpr bool operator>(Dual a, Dual b) { return a.value > b.value; }
  friend constexpr bool operator<=(Dual a, Dual b) { return a.value <= b.value; }
  friend constexpr bool operator>=(Dual a, Dual b) { return a.value >= b.value; }
  // clang-format on
};

/// It stands for its values' type wherever the glue has to name one.
template <class T>
inline constexpr DType dtype_of<Dual<T>> = dtype_of<T>;

/// f(x) where the derivative of f at x is known; a direction of 0 stays 0 where that is infinite.
template <class T>
Dual<T> chained(Dual<T> x, T value, T derivative) {
  return {value, x.slope == 0 ? T(0) : x.slope * derivative};
}

// -- functions of one number: ADL finds them here, std:: below

#define WB_DUAL_FUNCTION(name, derivative) \
  template <class T>                       \
  Dual<T> name(Dual<T> of) {               \
    const T x = of.value;                  \
    const T y = std::name(x);              \
    return chained(of, y, T(derivative));  \
  }                                        \
  static_assert(true)

// What a derivative names, the others do not: x and y = f(x).
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-variable"
#endif
WB_DUAL_FUNCTION(exp, y);
WB_DUAL_FUNCTION(exp2, y* T(0.693147180559945309417232121458));
WB_DUAL_FUNCTION(expm1, y + 1);
WB_DUAL_FUNCTION(log, 1 / x);
WB_DUAL_FUNCTION(log2, 1 / (x * T(0.693147180559945309417232121458)));
WB_DUAL_FUNCTION(log10, 1 / (x * T(2.302585092994045684017991454684)));
WB_DUAL_FUNCTION(log1p, 1 / (1 + x));
WB_DUAL_FUNCTION(sqrt, 1 / (2 * y));
WB_DUAL_FUNCTION(cbrt, 1 / (3 * y * y));
WB_DUAL_FUNCTION(sin, std::cos(x));
WB_DUAL_FUNCTION(cos, -std::sin(x));
WB_DUAL_FUNCTION(tan, 1 + y * y);
WB_DUAL_FUNCTION(asin, 1 / std::sqrt(1 - x * x));
WB_DUAL_FUNCTION(acos, -1 / std::sqrt(1 - x * x));
WB_DUAL_FUNCTION(atan, 1 / (1 + x * x));
WB_DUAL_FUNCTION(sinh, std::cosh(x));
WB_DUAL_FUNCTION(cosh, std::sinh(x));
WB_DUAL_FUNCTION(tanh, 1 - y * y);
WB_DUAL_FUNCTION(asinh, 1 / std::sqrt(x * x + 1));
WB_DUAL_FUNCTION(acosh, 1 / std::sqrt(x * x - 1));
WB_DUAL_FUNCTION(atanh, 1 / (1 - x * x));
WB_DUAL_FUNCTION(erf, T(1.128379167095512573896158903122) * std::exp(-x * x));
WB_DUAL_FUNCTION(erfc, -T(1.128379167095512573896158903122) * std::exp(-x * x));
WB_DUAL_FUNCTION(abs, x < 0 ? -1 : x > 0 ? 1 : 0);
WB_DUAL_FUNCTION(fabs, x < 0 ? -1 : x > 0 ? 1 : 0);
WB_DUAL_FUNCTION(floor, 0);
WB_DUAL_FUNCTION(ceil, 0);
WB_DUAL_FUNCTION(trunc, 0);
WB_DUAL_FUNCTION(round, 0);
WB_DUAL_FUNCTION(nearbyint, 0);
WB_DUAL_FUNCTION(rint, 0);
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif
#undef WB_DUAL_FUNCTION

// clang-format off
template <class T> bool isnan(Dual<T> x) { return std::isnan(x.value); }
template <class T> bool isinf(Dual<T> x) { return std::isinf(x.value); }
template <class T> bool isfinite(Dual<T> x) { return std::isfinite(x.value); }
template <class T> bool isnormal(Dual<T> x) { return std::isnormal(x.value); }
template <class T> bool signbit(Dual<T> x) { return std::signbit(x.value); }
template <class T> long lround(Dual<T> x) { return std::lround(x.value); }
template <class T> long lrint(Dual<T> x) { return std::lrint(x.value); }
template <class T> long long llround(Dual<T> x) { return std::llround(x.value); }
template <class T> long long llrint(Dual<T> x) { return std::llrint(x.value); }
// clang-format on

// -- functions of two or three; either may be a plain number

/// A dual number, or one that becomes one beside another.
template <class A, class B>
struct BothDual;
template <class T>
struct BothDual<Dual<T>, Dual<T>> {
  using type = Dual<T>;
};
template <class T, class N>
  requires std::is_arithmetic_v<N>
struct BothDual<Dual<T>, N> {
  using type = Dual<T>;
};
template <class T, class N>
  requires std::is_arithmetic_v<N>
struct BothDual<N, Dual<T>> {
  using type = Dual<T>;
};
template <class A, class B>
using both_dual = typename BothDual<A, B>::type;

template <class A, class B, class D = both_dual<A, B>>
D pow(A base, B exponent) {
  const D x = base, n = exponent;
  const auto value = std::pow(x.value, n.value);
  D result(value, 0);
  if (x.slope != 0 && n.value != 0) {
    result.slope += x.slope * n.value * std::pow(x.value, n.value - 1);
  }
  if (n.slope != 0 && x.value != 0) result.slope += n.slope * value * std::log(x.value);
  return result;
}

template <class A, class B, class D = both_dual<A, B>>
D atan2(A of, B over) {
  const D y = of, x = over;
  const auto square = x.value * x.value + y.value * y.value;
  return {std::atan2(y.value, x.value), (y.slope * x.value - x.slope * y.value) / square};
}

template <class A, class B, class D = both_dual<A, B>>
D hypot(A of, B and_of) {
  const D x = of, y = and_of;
  const auto length = std::hypot(x.value, y.value);
  return {length, (x.slope * x.value + y.slope * y.value) / length};
}

template <class A, class B, class D = both_dual<A, B>>
D fmod(A of, B by) {
  const D x = of, y = by;
  return {std::fmod(x.value, y.value), x.slope - std::trunc(x.value / y.value) * y.slope};
}

template <class A, class B, class D = both_dual<A, B>>
D copysign(A of, B like) {
  const D x = of, sign = like;
  return std::signbit(x.value) == std::signbit(sign.value) ? x : -x;
}

template <class A, class B, class D = both_dual<A, B>>
D fmax(A a, B b) {
  const D x = a, y = b;
  return std::isnan(x.value) || x.value < y.value ? y : x;
}

template <class A, class B, class D = both_dual<A, B>>
D fmin(A a, B b) {
  const D x = a, y = b;
  return std::isnan(x.value) || y.value < x.value ? y : x;
}

template <class T>
Dual<T> fma(Dual<T> a, Dual<T> b, Dual<T> c) {
  return {std::fma(a.value, b.value, c.value), a.slope * b.value + a.value * b.slope + c.slope};
}

}  // namespace wb

// Kernels say std::exp(x): the names are looked for there before the kernel is made for this type.
namespace std {

// clang-format off
using wb::exp; using wb::exp2; using wb::expm1;
using wb::log; using wb::log2; using wb::log10; using wb::log1p;
using wb::sqrt; using wb::cbrt; using wb::pow; using wb::hypot;
using wb::sin; using wb::cos; using wb::tan;
using wb::asin; using wb::acos; using wb::atan; using wb::atan2;
using wb::sinh; using wb::cosh; using wb::tanh;
using wb::asinh; using wb::acosh; using wb::atanh;
using wb::erf; using wb::erfc;
using wb::abs; using wb::fabs; using wb::floor; using wb::ceil; using wb::trunc; using wb::round;
using wb::nearbyint; using wb::rint; using wb::fmod; using wb::copysign;
using wb::fmax; using wb::fmin; using wb::fma;
using wb::isnan; using wb::isinf; using wb::isfinite; using wb::isnormal; using wb::signbit;
using wb::lround; using wb::lrint; using wb::llround; using wb::llrint;
// clang-format on

template <class T>
struct numeric_limits<wb::Dual<T>> : numeric_limits<T> {
  // clang-format off
  static constexpr wb::Dual<T> min() noexcept { return numeric_limits<T>::min(); }
  static constexpr wb::Dual<T> max() noexcept { return numeric_limits<T>::max(); }
  static constexpr wb::Dual<T> lowest() noexcept { return numeric_limits<T>::lowest(); }
  static constexpr wb::Dual<T> epsilon() noexcept { return numeric_limits<T>::epsilon(); }
  static constexpr wb::Dual<T> infinity() noexcept { return numeric_limits<T>::infinity(); }
  static constexpr wb::Dual<T> quiet_NaN() noexcept { return numeric_limits<T>::quiet_NaN(); }
  static constexpr wb::Dual<T> denorm_min() noexcept { return numeric_limits<T>::denorm_min(); }
  // clang-format on
};

}  // namespace std
