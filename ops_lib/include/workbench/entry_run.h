// What both runtimes' libraries do with an Entry: names for messages, and the shape rule's values.
#pragma once

#include <workbench/entry.h>

#include <string>
#include <vector>

namespace wb {

inline const char* name_of(DType dtype) {
  static constexpr const char* names[] = {
      "unsupported", "float32", "float64", "float16", "bfloat16", "int8",   "int16",
      "int32",       "int64",   "uint8",   "uint16",  "uint32",   "uint64", "bool"};
  return names[static_cast<size_t>(dtype)];
}

inline size_t size_of(DType dtype) {
  static constexpr uint8_t sizes[] = {0, 4, 8, 2, 2, 1, 2, 4, 8, 1, 2, 4, 8, 1};
  return sizes[static_cast<size_t>(dtype)];
}

inline const char* name_of(Kind kind) {
  static constexpr const char* names[] = {"tensor", "int",    "bool",   "float", "string",
                                          "ints",   "floats", "output", "output"};
  return names[static_cast<size_t>(kind)];
}

/// "(float32, float32)": the element types of a kernel's tensor arguments.
inline std::string dtypes_text(const Entry& entry) {
  std::string text;
  for (size_t i = 0; i < entry.argument_count(); ++i) {
    if (entry.params[i].kind != Kind::tensor) continue;
    text += text.empty() ? "" : ", ";
    text += name_of(entry.params[i].dtype);
  }
  return "(" + text + ")";
}

/// What a shape rule sees of an argument whose value is known.
inline ShapeArg shape_arg(Kind kind, const Slot& slot) {
  if (!slot.present) return ShapeArg::none();
  switch (kind) {
    case Kind::tensor:
      return ShapeArg::tensor(Shape(slot.sizes, slot.count));
    case Kind::integer:
    case Kind::boolean:
      return ShapeArg::scalar(slot.integer);
    case Kind::integers:
      return ShapeArg::list(Shape(static_cast<const int64_t*>(slot.data), slot.count));
    default:
      return ShapeArg::opaque();
  }
}

/// The sizes of output `index` as the shape rule gave them; throws where one is unknown.
inline std::vector<int64_t> known_sizes(const Shape& shape, size_t index) {
  check(shape.ranked(), "the shape rule does not tell the shape of output ", index);
  std::vector<int64_t> sizes;
  for (const Dim& dim : shape.dims()) {
    check(dim.known(), "the shape rule does not tell every size of output ", index);
    check(dim.value() >= 0, "the shape rule gives output ", index, " the negative size ",
          dim.value());
    sizes.push_back(dim.value());
  }
  return sizes;
}

}  // namespace wb
