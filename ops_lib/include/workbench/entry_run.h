// What both runtimes' libraries do with an Entry: names for messages, and the shape rule's values.
#pragma once

#include <workbench/entry.h>
#include <workbench/small_vector.h>

#include <string>
#include <utility>
#include <vector>

namespace wb {

inline const char* name_of(Kind kind) {
  static constexpr const char* names[] = {"tensor",  "int",    "bool",   "dtype",
                                          "float",   "string", "ints",   "floats",
                                          "tensors", "output", "output", "outputs"};
  return names[static_cast<size_t>(kind)];
}

/// "(float32, [int64])": the element types of a kernel's arguments.
inline std::string dtypes_text(const Entry& entry) {
  std::string text;
  for (size_t i = 0; i < entry.argument_count(); ++i) {
    const ParamType& param = entry.params[i];
    if (!has_element_type(param.kind)) continue;
    text += text.empty() ? "" : ", ";
    const char* dtype = param.dtype == DType::none ? "any" : name_of(param.dtype);
    text += param.kind == Kind::tensors ? "[" + std::string(dtype) + "]" : dtype;
  }
  return "(" + text + ")";
}

/// What a shape rule sees of an argument whose value is known; without `elements`, only the sizes
/// of a tensor.
inline ShapeArg shape_arg(const ParamType& type, const Slot& slot, bool elements = true) {
  if (!slot.present) return ShapeArg::none();
  switch (type.kind) {
    case Kind::tensor:
      if (!elements) return ShapeArg::tensor(Shape(slot.sizes, slot.count)).of(type.dtype);
      return ShapeArg::tensor(slot.sizes, slot.count, type.dtype, slot.data);
    case Kind::tensors: {
      std::vector<Shape> shapes;
      std::vector<DType> dtypes;
      for (const AnyTensor& x : Span(static_cast<const AnyTensor*>(slot.data), slot.count)) {
        shapes.push_back(x.present() ? Shape(x.sizes().data(), x.rank()) : Shape::none());
        dtypes.push_back(x.dtype());
      }
      return ShapeArg::tensors(std::move(shapes), std::move(dtypes));
    }
    case Kind::integer:
    case Kind::boolean:
      return ShapeArg::scalar(slot.integer);
    case Kind::real:
      return ShapeArg::real_scalar(Real(slot.real));
    case Kind::integers:
      return ShapeArg::list(Shape(static_cast<const int64_t*>(slot.data), slot.count));
    case Kind::text:
      return ShapeArg::text(
          Text(static_cast<const char*>(slot.data), static_cast<size_t>(slot.count)));
    case Kind::reals:
      return ShapeArg::reals(static_cast<const double*>(slot.data), slot.count);
    default:
      return ShapeArg::opaque();
  }
}

using Sizes = SmallVector<int64_t, 8>;

/// The sizes of output `index` as the shape rule gave them; throws where one is unknown.
inline Sizes known_sizes(const Shape& shape, size_t index) {
  check(shape.ranked(), "the shape rule does not tell the shape of output ", index);
  Sizes sizes;
  for (const Dim& dim : shape.dims()) {
    check(dim.known(), "the shape rule does not tell every size of output ", index);
    check(dim.value() >= 0, "the shape rule gives output ", index, " the negative size ",
          dim.value());
    sizes.push_back(dim.value());
  }
  return sizes;
}

}  // namespace wb
