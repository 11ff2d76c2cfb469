// Numbers and texts of shape rules, used by generated glue only: wb::Dim, a whole number, wb::Real,
// which may be a fraction, and wb::Text. Each may be unknown, and unknown operands make unknown
// results; a comparison then is neither true nor false (wb::Truth).
#pragma once

#include <workbench/error.h>

#include <cstdint>
#include <cstring>
#include <string_view>

namespace wb {

/// One size of a shape, or one integer: known, or unknown and perhaps named ("batch").
///
/// Integer semantics are Python's: floor_div and mod round towards minus infinity.
///
/// A name survives where the value passes through unchanged, so that a symbolic size of an ONNX
/// model's input shows again in its outputs. Names are not owned.
class Dim {
 public:
  constexpr Dim(int64_t value) : value_(value) {}
  static constexpr Dim unknown(const char* name = nullptr) {
    Dim dim(0);
    dim.name_ = name != nullptr ? name : "";
    return dim;
  }

  /// What a table gives for a key that it has not; unknown, unless it certainly has not.
  static Dim missing(bool certain) {
    check(!certain, "a table in the shape rule has no such key");
    return unknown();
  }

  constexpr bool known() const { return name_ == nullptr; }
  /// The name of an unknown size; null if it has none.
  constexpr const char* name() const { return known() || *name_ == '\0' ? nullptr : name_; }

  /// The value; throws if it is unknown.
  int64_t value() const {
    check(known(), "the size is not known");
    return value_;
  }

  /// Certainly the same value: both known, or both of the same name.
  bool same(const Dim& other) const {
    if (known() || other.known()) return known() && other.known() && value_ == other.value_;
    return name() != nullptr && std::strcmp(name_, other.name_) == 0;
  }
  constexpr bool is(int64_t value) const { return known() && value_ == value; }

 private:
  int64_t value_;
  const char* name_ = nullptr;  ///< null if known, empty if unknown without a name
};

inline Dim operator+(const Dim& a, const Dim& b) {
  if (a.is(0)) return b;
  if (b.is(0)) return a;
  return a.known() && b.known() ? Dim(a.value() + b.value()) : Dim::unknown();
}

inline Dim operator-(const Dim& a, const Dim& b) {
  if (b.is(0)) return a;
  return a.known() && b.known() ? Dim(a.value() - b.value()) : Dim::unknown();
}

inline Dim operator-(const Dim& a) { return Dim(int64_t{0}) - a; }

inline Dim operator*(const Dim& a, const Dim& b) {
  if (a.is(1)) return b;
  if (b.is(1)) return a;
  return a.known() && b.known() ? Dim(a.value() * b.value()) : Dim::unknown();
}

/// Python's a // b.
inline Dim floor_div(const Dim& a, const Dim& b) {
  check(!b.is(0), "division by zero in a shape rule");
  if (b.is(1)) return a;
  if (!a.known() || !b.known()) return Dim::unknown();
  const int64_t quotient = a.value() / b.value();
  const bool inexact = quotient * b.value() != a.value();
  return Dim(quotient - (inexact && (a.value() < 0) != (b.value() < 0) ? 1 : 0));
}

/// Python's a % b: the result has the sign of b.
inline Dim mod(const Dim& a, const Dim& b) {
  const Dim quotient = floor_div(a, b);
  if (!a.known() || !b.known()) return Dim::unknown();
  return Dim(a.value() - quotient.value() * b.value());
}

/// Python's a ** b, of whole numbers.
inline Dim power(const Dim& a, const Dim& b) {
  check(!b.known() || b.value() >= 0, "a power with a negative exponent in the shape rule");
  if (!a.known() || !b.known()) return Dim::unknown();
  int64_t result = 1;
  if (a.is(0) || a.is(1)) return b.is(0) ? Dim(1) : a;
  if (a.is(-1)) return Dim(b.value() % 2 == 0 ? 1 : -1);
  for (int64_t i = 0; i < b.value(); ++i) {
    check(!__builtin_mul_overflow(result, a.value(), &result),
          "a power in the shape rule is too large");
  }
  return Dim(result);
}

inline Dim min(const Dim& a, const Dim& b) {
  if (a.same(b)) return a;
  return a.known() && b.known() ? Dim(a.value() < b.value() ? a.value() : b.value())
                                : Dim::unknown();
}

inline Dim max(const Dim& a, const Dim& b) {
  if (a.same(b)) return a;
  return a.known() && b.known() ? Dim(a.value() > b.value() ? a.value() : b.value())
                                : Dim::unknown();
}

/// A number inside of a rule's int(...) or floor(...). Arithmetic of Dims alone stays whole.
class Real {
 public:
  constexpr explicit Real(double value) : value_(value), known_(true) {}
  Real(const Dim& dim)
      : value_(dim.known() ? static_cast<double>(dim.value()) : 0), known_(dim.known()) {}
  static constexpr Real unknown() {
    Real real(0);
    real.known_ = false;
    return real;
  }

  /// What a table gives for a key that it has not; unknown, unless it certainly has not.
  static Real missing(bool certain) {
    check(!certain, "a table in the shape rule has no such key");
    return unknown();
  }

  constexpr bool known() const { return known_; }
  constexpr double value() const { return value_; }

 private:
  double value_;
  bool known_;
};

inline Real operator+(const Real& a, const Real& b) {
  return a.known() && b.known() ? Real(a.value() + b.value()) : Real::unknown();
}

inline Real operator-(const Real& a, const Real& b) {
  return a.known() && b.known() ? Real(a.value() - b.value()) : Real::unknown();
}

inline Real operator*(const Real& a, const Real& b) {
  return a.known() && b.known() ? Real(a.value() * b.value()) : Real::unknown();
}

inline Real operator/(const Real& a, const Real& b) {
  check(!b.known() || b.value() != 0, "division by zero in a shape rule");
  return a.known() && b.known() ? Real(a.value() / b.value()) : Real::unknown();
}

inline Real min(const Real& a, const Real& b) {
  if (!a.known() || !b.known()) return Real::unknown();
  return b.value() < a.value() ? b : a;
}

inline Real max(const Real& a, const Real& b) {
  if (!a.known() || !b.known()) return Real::unknown();
  return b.value() > a.value() ? b : a;
}

/// Whether something holds: certainly, certainly not, or it is not known.
class Truth {
 public:
  static constexpr Truth unknown() { return Truth(0); }
  static constexpr Truth of(bool holds) { return Truth(holds ? 1 : -1); }

  constexpr bool yes() const { return sign_ > 0; }
  constexpr bool no() const { return sign_ < 0; }

 private:
  constexpr explicit Truth(int sign) : sign_(sign) {}
  int sign_;
};

inline Truth equal(const Dim& a, const Dim& b) {
  if (a.same(b)) return Truth::of(true);
  return a.known() && b.known() ? Truth::of(false) : Truth::unknown();
}

inline Truth less(const Dim& a, const Dim& b) {
  if (a.same(b)) return Truth::of(false);
  return a.known() && b.known() ? Truth::of(a.value() < b.value()) : Truth::unknown();
}

inline Truth equal(const Real& a, const Real& b) {
  return a.known() && b.known() ? Truth::of(a.value() == b.value()) : Truth::unknown();
}

inline Truth less(const Real& a, const Real& b) {
  return a.known() && b.known() ? Truth::of(a.value() < b.value()) : Truth::unknown();
}

/// What a rule asks of a text: a string argument, or the name of an element type. Not owned.
class Text {
 public:
  explicit Text(const char* text) : text_(text), known_(true) {}
  Text(const char* text, size_t size) : text_(text, size), known_(true) {}
  static Text unknown() { return Text(); }
  /// What a table gives for a key that it has not; unknown, unless it certainly has not.
  static Text missing(bool certain) {
    check(!certain, "a table in the shape rule has no such key");
    return unknown();
  }

  bool known() const { return known_; }
  std::string_view view() const { return text_; }

 private:
  Text() = default;
  std::string_view text_;
  bool known_ = false;
};

inline Truth equal(const Text& a, const Text& b) {
  return a.known() && b.known() ? Truth::of(a.view() == b.view()) : Truth::unknown();
}

/// A rule's int(x): rounded towards zero.
inline Dim trunc(const Real& x) {
  if (!x.known()) return Dim::unknown();
  const bool fits = x.value() > -9.2e18 && x.value() < 9.2e18;  // false for NaN
  check(fits, "int() or floor() of ", x.value(), " in a shape rule");
  return Dim(static_cast<int64_t>(x.value()));
}

/// A rule's floor(x): rounded down.
inline Dim floor(const Real& x) {
  const Dim towards_zero = trunc(x);
  if (!x.known()) return towards_zero;
  const bool above = static_cast<double>(towards_zero.value()) > x.value();
  return Dim(towards_zero.value() - (above ? 1 : 0));
}

}  // namespace wb
