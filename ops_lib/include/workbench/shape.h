// Shapes of shape rules, used by generated glue only: Shape, ShapeArg and ShapeFn.
//
// One shape function serves the allocation of outputs, where all is known, and ONNX Runtime's shape
// inference, where it may not be. So each size may be unknown, and so may be the rank.
#pragma once

#include <workbench/dim.h>
#include <workbench/dtype.h>
#include <workbench/error.h>
#include <workbench/float8.h>
#include <workbench/half.h>
#include <workbench/small_vector.h>

#include <cstdint>
#include <initializer_list>
#include <vector>

namespace wb {

/// A list of sizes (or of integers), or of unknown rank. `Shape{}` is the shape of a 0-d tensor.
class Shape {
 public:
  using Dims = SmallVector<Dim, 6>;

  Shape() = default;
  Shape(std::initializer_list<Dim> dims) : dims_(dims.begin(), dims.end()) {}
  explicit Shape(Dims dims) : dims_(static_cast<Dims&&>(dims)) {}
  Shape(const int64_t* sizes, int64_t rank) {
    for (int64_t i = 0; i < rank; ++i) dims_.push_back(sizes[i]);
  }
  static Shape unknown() {
    Shape shape;
    shape.ranked_ = false;
    return shape;
  }

  /// In the place of a tensor that a list lacks.
  static Shape none() {
    Shape shape = unknown();
    shape.none_ = true;
    return shape;
  }
  bool is_none() const { return none_; }

  /// What a table gives for a key that it has not; unknown, unless it certainly has not.
  static Shape missing(bool certain) {
    check(!certain, "a table in the shape rule has no such key");
    return unknown();
  }

  bool ranked() const { return ranked_; }
  Dim rank() const { return ranked_ ? Dim(static_cast<int64_t>(dims_.size())) : Dim::unknown(); }
  const Dims& dims() const { return dims_; }

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
    return Shape(Dims(dims_.begin() + first, dims_.begin() + last));
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
  bool none_ = false;
  Dims dims_;
};

/// Concatenation, as of Python's tuples.
inline Shape operator+(const Shape& a, const Shape& b) {
  if (!a.ranked() || !b.ranked()) return Shape::unknown();
  Shape::Dims dims = a.dims();
  dims.append(b.dims().begin(), b.dims().end());
  return Shape(static_cast<Shape::Dims&&>(dims));
}

/// Whether two shapes are equal, size by size.
inline Truth equal(const Shape& a, const Shape& b) {
  if (!a.ranked() || !b.ranked()) return Truth::unknown();
  if (a.dims().size() != b.dims().size()) return Truth::of(false);
  Truth all = Truth::of(true);
  for (size_t i = 0; i < a.dims().size(); ++i) {
    const Truth one = equal(a.dims()[i], b.dims()[i]);
    if (one.no()) return one;
    if (!one.yes()) all = one;
  }
  return all;
}

/// The shape of an elementwise result, by NumPy's rules. Throws if a and b do not fit.
///
/// An unknown size against a known size other than 1 gives the known one: anything else would be an
/// error at run time.
inline Shape broadcast(const Shape& a, const Shape& b) {
  if (!a.ranked() || !b.ranked()) return Shape::unknown();
  const Shape& longer = a.dims().size() >= b.dims().size() ? a : b;
  const Shape& shorter = &longer == &a ? b : a;
  Shape::Dims dims = longer.dims();
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
  return Shape(static_cast<Shape::Dims&&>(dims));
}

/// The elements of a tensor that a rule's value(...) reads; none where there are no data.
class Elements {
 public:
  Elements() = default;
  Elements(DType dtype, const void* data) : dtype_(dtype), data_(data) {}

  bool known() const { return dtype_ != DType::none; }

  double real(int64_t i) const {
    switch (dtype_) {
      case DType::float32:
        return at<float>(i);
      case DType::float64:
        return at<double>(i);
      case DType::float16:
        return at<half>(i);
      case DType::bfloat16:
        return at<bfloat16>(i);
      case DType::float8_e4m3fn:
        return at<float8_e4m3fn>(i);
      case DType::float8_e5m2:
        return at<float8_e5m2>(i);
      default:
        return static_cast<double>(whole(i));
    }
  }

  int64_t whole(int64_t i) const {
    switch (dtype_) {
      case DType::int8:
        return at<int8_t>(i);
      case DType::int16:
        return at<int16_t>(i);
      case DType::int32:
        return at<int32_t>(i);
      case DType::int64:
        return at<int64_t>(i);
      case DType::uint8:
        return at<uint8_t>(i);
      case DType::uint16:
        return at<uint16_t>(i);
      case DType::uint32:
        return at<uint32_t>(i);
      case DType::uint64:
        return static_cast<int64_t>(at<uint64_t>(i));
      case DType::boolean:
        return at<bool>(i) ? 1 : 0;
      default:
        break;
    }
    const double value = real(i);
    const int64_t rounded = trunc(Real(value)).value();
    check(static_cast<double>(rounded) == value, value, " is no whole number");
    return rounded;
  }

 private:
  template <class T>
  T at(int64_t i) const {
    return static_cast<const T*>(data_)[i];
  }

  DType dtype_ = DType::none;
  const void* data_ = nullptr;
};

/// What a shape rule may ask of one argument of the torch op: present, or None.
class ShapeArg {
 public:
  static ShapeArg none() { return {}; }
  static ShapeArg tensor(Shape shape, Elements elements = {}) {
    ShapeArg arg = opaque();
    arg.shape_ = static_cast<Shape&&>(shape);
    arg.elements_ = elements;
    return arg;
  }
  /// A tensor that is there, made in its place: each call of an op makes them.
  static ShapeArg tensor(const int64_t* sizes, int64_t rank, DType dtype, const void* data) {
    return ShapeArg(sizes, rank, dtype, data);
  }
  static ShapeArg text(Text value) {
    ShapeArg arg = opaque();
    arg.text_ = value;
    return arg;
  }
  static ShapeArg reals(const double* items, int64_t count) {
    ShapeArg arg = opaque();
    arg.reals_ = items;
    arg.reals_count_ = count;
    return arg;
  }
  /// The same of a tensor whose element type is known.
  ShapeArg&& of(DType dtype) && {
    dtype_ = dtype;
    return static_cast<ShapeArg&&>(*this);
  }
  /// A list of tensors; without `dtypes` all have the element type that `of` says.
  static ShapeArg tensors(std::vector<Shape> shapes, std::vector<DType> dtypes = {}) {
    ShapeArg arg = opaque();
    arg.shapes_ = static_cast<std::vector<Shape>&&>(shapes);
    arg.dtypes_ = static_cast<std::vector<DType>&&>(dtypes);
    return arg;
  }
  static ShapeArg list(Shape values) { return tensor(static_cast<Shape&&>(values)); }
  static ShapeArg scalar(Dim value) {
    ShapeArg arg = opaque();
    arg.value_ = value;
    return arg;
  }
  static ShapeArg real_scalar(Real value) {
    ShapeArg arg = opaque();
    arg.real_ = value;
    return arg;
  }
  /// What is not known, beside that it is there.
  static ShapeArg opaque() {
    ShapeArg arg;
    arg.present_ = true;
    return arg;
  }

  bool present() const { return present_; }
  /// The sizes of a tensor.
  const Shape& shape() const { return required(shape_); }
  /// The items of a list of integers.
  const Shape& values() const { return required(shape_); }
  /// An integer, or a bool as 0 or 1.
  const Dim& value() const { return required(value_); }
  /// A float.
  const Real& real() const { return required(real_); }

  /// A string.
  const Text& text() const { return required(text_); }
  /// The name of a tensor's element type.
  Text dtype() const { return named(required(dtype_)); }
  /// The same of tensor i of a list; -1 is the last one.
  Text dtype(int64_t i) const {
    const size_t at = given(i);
    return named(at < dtypes_.size() ? dtypes_[at] : dtype_);
  }
  /// Item i of a list of floats; -1 is the last one.
  Real item(const Dim& i) const {
    check(present_, "the shape rule uses an argument that is None");
    if (reals_ == nullptr || !i.known()) return Real::unknown();
    check(i.value() >= -reals_count_ && i.value() < reals_count_, "item ", i.value(), " of ",
          reals_count_);
    return Real(reals_[i.value() < 0 ? i.value() + reals_count_ : i.value()]);
  }

  /// The number of tensors in a list.
  Dim count() const { return static_cast<int64_t>(required(shapes_).size()); }
  /// The sizes of tensor i of a list; -1 is the last one.
  const Shape& shape(int64_t i) const { return shapes_[given(i)]; }
  /// Whether tensor i of a list is there; -1 is the last one.
  bool has(int64_t i) const { return !shapes_[place(i)].is_none(); }

  /// The one element of a tensor.
  Real element() const { return single() ? Real(elements_.real(0)) : Real::unknown(); }
  /// Element i of a tensor with one dimension.
  Real element(const Dim& i) const {
    const Dim place = checked(i);
    return place.known() ? Real(elements_.real(place.value())) : Real::unknown();
  }
  /// The same as whole numbers; throws where the element is a fraction.
  Dim whole() const { return single() ? Dim(elements_.whole(0)) : Dim::unknown(); }
  Dim whole(const Dim& i) const {
    const Dim place = checked(i);
    return place.known() ? Dim(elements_.whole(place.value())) : Dim::unknown();
  }

 private:
  ShapeArg() = default;
  ShapeArg(const int64_t* sizes, int64_t rank, DType dtype, const void* data)
      : present_(true), shape_(sizes, rank), elements_(dtype, data), dtype_(dtype) {}

  template <class Part>
  const Part& required(const Part& part) const {
    check(present_, "the shape rule uses an argument that is None");
    return part;
  }

  static Text named(DType dtype) {
    return dtype != DType::none ? Text(name_of(dtype)) : Text::unknown();
  }

  /// Where tensor i of a list is; throws if there is no such tensor.
  size_t place(int64_t i) const {
    const int64_t count = this->count().value();
    check(i >= -count && i < count, "tensor ", i, " of a list of ", count);
    return static_cast<size_t>(i < 0 ? i + count : i);
  }

  /// The same of one that is not missing.
  size_t given(int64_t i) const {
    const size_t at = place(i);
    check(!shapes_[at].is_none(), "the shape rule uses tensor ", i, " of a list, which is None");
    return at;
  }

  /// True if the elements are known; there must be one.
  bool single() const {
    const Dim numel = shape().numel();
    if (!elements_.known() || !numel.known()) return false;
    check(numel.is(1), "value() in the shape rule needs a tensor of one element, got ",
          numel.value(), " elements");
    return true;
  }

  /// The index of an element, or unknown; throws if there is no such element.
  Dim checked(const Dim& i) const {
    const Dim rank = shape().rank();
    if (!elements_.known() || !rank.known() || !i.known()) return Dim::unknown();
    check(rank.is(1), "value(x, i) in the shape rule needs a tensor of one dimension, got ",
          rank.value());
    const int64_t count = shape_.size(0).value();
    check(i.value() >= -count && i.value() < count, "value ", i.value(), " of a tensor of ", count,
          " elements");
    return i.value() < 0 ? i.value() + count : i.value();
  }

  bool present_ = false;
  Shape shape_;
  std::vector<Shape> shapes_;
  std::vector<DType> dtypes_;
  Elements elements_;
  Dim value_ = Dim::unknown();
  Real real_ = Real::unknown();
  Text text_ = Text::unknown();
  DType dtype_ = DType::none;
  const double* reals_ = nullptr;
  int64_t reals_count_ = 0;
};

/// Computes one shape per output from one ShapeArg per argument of the torch op, in its order.
using ShapeFn = void (*)(const ShapeArg* args, Shape* outputs);

}  // namespace wb
