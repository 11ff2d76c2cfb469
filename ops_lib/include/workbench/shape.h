// Arithmetic of shape rules, used by generated glue only: Dim, Shape, ShapeArg and ShapeFn.
//
// One shape function serves the allocation of outputs, where all is known, and ONNX Runtime's shape
// inference, where it may not be. So each value may be unknown, and unknown operands make unknown
// results. Integer semantics are Python's: floor_div and mod round towards minus infinity.
#pragma once

#include <workbench/error.h>

#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <vector>

namespace wb {

/// One size of a shape, or one integer: known, or unknown and perhaps named ("batch").
///
/// A name survives where the value passes through unchanged, so that a symbolic size of an ONNX
/// model's input shows again in its outputs. Names are not owned.
class Dim {
 public:
  constexpr Dim(int64_t value) : value_(value), known_(true) {}
  static constexpr Dim unknown(const char* name = nullptr) {
    Dim dim;
    dim.name_ = name;
    return dim;
  }

  constexpr bool known() const { return known_; }
  constexpr const char* name() const { return name_; }

  /// The value; throws if it is unknown.
  int64_t value() const {
    check(known_, "the size is not known");
    return value_;
  }

  /// Certainly the same value: both known, or both of the same name.
  bool same(const Dim& other) const {
    if (known_ || other.known_) return known_ && other.known_ && value_ == other.value_;
    return name_ != nullptr && other.name_ != nullptr && std::strcmp(name_, other.name_) == 0;
  }
  constexpr bool is(int64_t value) const { return known_ && value_ == value; }

 private:
  constexpr Dim() = default;

  int64_t value_ = 0;
  bool known_ = false;
  const char* name_ = nullptr;
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

/// A list of sizes (or of integers), or of unknown rank. `Shape{}` is the shape of a 0-d tensor.
class Shape {
 public:
  Shape() = default;
  Shape(std::initializer_list<Dim> dims) : dims_(dims) {}
  explicit Shape(std::vector<Dim> dims) : dims_(static_cast<std::vector<Dim>&&>(dims)) {}
  Shape(const int64_t* sizes, int64_t rank) : dims_(sizes, sizes + rank) {}
  static Shape unknown() {
    Shape shape;
    shape.ranked_ = false;
    return shape;
  }

  bool ranked() const { return ranked_; }
  Dim rank() const { return ranked_ ? Dim(static_cast<int64_t>(dims_.size())) : Dim::unknown(); }
  const std::vector<Dim>& dims() const { return dims_; }

  /// The size of dimension i; -1 is the last one. Throws if there is no such dimension.
  Dim size(const Dim& i) const {
    if (!ranked_ || !i.known()) return Dim::unknown();
    const int64_t count = static_cast<int64_t>(dims_.size());
    const int64_t dim = i.value() < 0 ? i.value() + count : i.value();
    check(dim >= 0 && dim < count, "dimension ", i.value(), " of a shape of rank ", count);
    return dims_[static_cast<size_t>(dim)];
  }

  /// Python's shape[begin:end]: bounds count from the end if negative, and are clamped.
  Shape slice(const Dim& begin, const Dim& end) const {
    if (!ranked_ || !begin.known() || !end.known()) return unknown();
    const int64_t first = clamp(begin.value());
    const int64_t last = clamp(end.value());
    if (first >= last) return Shape{};
    return Shape(std::vector<Dim>(dims_.begin() + first, dims_.begin() + last));
  }
  /// Python's shape[begin:].
  Shape slice(const Dim& begin) const { return slice(begin, rank()); }

  /// The number of elements: the product of all sizes.
  Dim numel() const {
    if (!ranked_) return Dim::unknown();
    Dim product = 1;
    for (const Dim& dim : dims_) product = product * dim;
    return product;
  }

 private:
  int64_t clamp(int64_t i) const {
    const int64_t count = static_cast<int64_t>(dims_.size());
    if (i < 0) i += count;
    return i < 0 ? 0 : (i > count ? count : i);
  }

  bool ranked_ = true;
  std::vector<Dim> dims_;
};

/// Concatenation, as of Python's tuples.
inline Shape operator+(const Shape& a, const Shape& b) {
  if (!a.ranked() || !b.ranked()) return Shape::unknown();
  std::vector<Dim> dims = a.dims();
  dims.insert(dims.end(), b.dims().begin(), b.dims().end());
  return Shape(static_cast<std::vector<Dim>&&>(dims));
}

/// The shape of an elementwise result, by NumPy's rules. Throws if a and b do not fit.
///
/// An unknown size against a known size other than 1 gives the known one: anything else would be an
/// error at run time.
inline Shape broadcast(const Shape& a, const Shape& b) {
  if (!a.ranked() || !b.ranked()) return Shape::unknown();
  const Shape& longer = a.dims().size() >= b.dims().size() ? a : b;
  const Shape& shorter = &longer == &a ? b : a;
  std::vector<Dim> dims = longer.dims();
  const size_t offset = dims.size() - shorter.dims().size();
  for (size_t i = 0; i < shorter.dims().size(); ++i) {
    Dim& dim = dims[offset + i];
    const Dim& other = shorter.dims()[i];
    if (other.is(1) || dim.same(other)) continue;
    if (dim.is(1)) {
      dim = other;
    } else if (dim.known() && other.known()) {
      fail("sizes ", dim.value(), " and ", other.value(), " cannot be broadcast together");
    } else if (other.known()) {
      dim = other;
    } else if (!dim.known()) {
      dim = Dim::unknown();
    }
  }
  return Shape(static_cast<std::vector<Dim>&&>(dims));
}

/// What a shape rule may ask of one argument of the torch op: present, or None.
class ShapeArg {
 public:
  static ShapeArg none() { return ShapeArg(false, Shape(), Dim::unknown()); }
  static ShapeArg tensor(Shape shape) { return ShapeArg(true, shape, Dim::unknown()); }
  static ShapeArg list(Shape values) { return ShapeArg(true, values, Dim::unknown()); }
  static ShapeArg scalar(Dim value) { return ShapeArg(true, Shape(), value); }
  /// A float, a string or a list of floats: present, but no shape may depend on its value.
  static ShapeArg opaque() { return ShapeArg(true, Shape(), Dim::unknown()); }

  bool present() const { return present_; }
  /// The sizes of a tensor.
  const Shape& shape() const { return *required(&shape_); }
  /// The items of a list of integers.
  const Shape& values() const { return *required(&shape_); }
  /// An integer, or a bool as 0 or 1.
  const Dim& value() const { return *required(&value_); }

 private:
  ShapeArg(bool present, const Shape& shape, Dim value)
      : present_(present), shape_(shape), value_(value) {}

  template <class Part>
  const Part* required(const Part* part) const {
    check(present_, "the shape rule uses an argument that is None");
    return part;
  }

  bool present_;
  Shape shape_;
  Dim value_;
};

/// Computes one shape per output from one ShapeArg per argument of the torch op, in its order.
using ShapeFn = void (*)(const ShapeArg* args, Shape* outputs);

}  // namespace wb
