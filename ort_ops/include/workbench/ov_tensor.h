// OpenVINO's tensors for a kernel: as views of the element types that its function has.
#pragma once

#include <workbench/half.h>
#include <workbench/ort_spec.h>

#include <cstddef>
#include <deque>
#include <openvino/core/partial_shape.hpp>
#include <openvino/core/type/element_type.hpp>
#include <openvino/runtime/tensor.hpp>
#include <vector>

namespace wb::openvino {

/// OpenVINO's name of an element type.
inline ::ov::element::Type element_type(DType dtype) {
  using ::ov::element::Type_t;
  static constexpr Type_t types[dtype_count] = {
      Type_t::dynamic, Type_t::f32,     Type_t::f64,    Type_t::f16,   Type_t::bf16, Type_t::i8,
      Type_t::i16,     Type_t::i32,     Type_t::i64,    Type_t::u8,    Type_t::u16,  Type_t::u32,
      Type_t::u64,     Type_t::boolean, Type_t::f8e4m3, Type_t::f8e5m2};
  return types[static_cast<size_t>(dtype)];
}

/// The inverse: DType::none for what kernels do not use.
inline DType dtype_of_element(const ::ov::element::Type& type) {
  for (size_t i = 1; i < dtype_count; ++i) {
    if (element_type(static_cast<DType>(i)) == type) return static_cast<DType>(i);
  }
  return DType::none;
}

/// A shape as far as it is known.
inline Shape shape_of(const ::ov::PartialShape& from) {
  if (from.rank().is_dynamic()) return Shape::unknown();
  Shape::Dims dims;
  for (const ::ov::Dimension& dim : from) {
    dims.push_back(dim.is_static() ? Dim(dim.get_length()) : Dim::unknown());
  }
  return Shape(std::move(dims));
}

inline ::ov::PartialShape partial_shape(const Shape& from) {
  if (!from.ranked()) return ::ov::PartialShape::dynamic();
  std::vector<::ov::Dimension> dims;
  for (const Dim& dim : from.dims()) {
    dims.push_back(dim.known() ? ::ov::Dimension(dim.value()) : ::ov::Dimension::dynamic());
  }
  return ::ov::PartialShape(std::move(dims));
}

namespace detail {

template <class T>
void store(void* data, int64_t i, T value) {
  static_cast<T*>(data)[i] = value;
}

inline void store(DType dtype, void* data, int64_t i, const Elements& from) {
  switch (dtype) {
    case DType::float32:
      return store(data, i, static_cast<float>(from.real(i)));
    case DType::float64:
      return store(data, i, from.real(i));
    case DType::float16:
      return store(data, i, half(static_cast<float>(from.real(i))));
    case DType::bfloat16:
      return store(data, i, bfloat16(static_cast<float>(from.real(i))));
    case DType::int8:
      return store(data, i, static_cast<int8_t>(from.whole(i)));
    case DType::int16:
      return store(data, i, static_cast<int16_t>(from.whole(i)));
    case DType::int32:
      return store(data, i, static_cast<int32_t>(from.whole(i)));
    case DType::int64:
      return store(data, i, from.whole(i));
    case DType::uint8:
      return store(data, i, static_cast<uint8_t>(from.whole(i)));
    case DType::uint16:
      return store(data, i, static_cast<uint16_t>(from.whole(i)));
    case DType::uint32:
      return store(data, i, static_cast<uint32_t>(from.whole(i)));
    case DType::uint64:
      return store(data, i, static_cast<uint64_t>(from.whole(i)));
    case DType::boolean:
      return store(data, i, from.whole(i) != 0);
    default:
      fail("there is no code for elements of this type");
  }
}

}  // namespace detail

/// Elements of one type as those of another.
inline void convert(DType from, const void* data, DType to, void* target, int64_t count) {
  const Elements elements(from, data);
  for (int64_t i = 0; i < count; ++i) detail::store(to, target, i, elements);
}

/// Memory that lives as long as one call of a kernel.
class Buffers {
 public:
  void* bytes(size_t count) {
    return bytes_.emplace_back(count / sizeof(std::max_align_t) + 1).data();
  }
  int64_t* sizes(size_t count) { return sizes_.emplace_back(count + 1).data(); }

  /// A tensor with elements of type `wanted`; of its own type where that is DType::none.
  ///
  /// Plugins compute some element types as others, int64 as int32, and give those to an op.
  AnyTensor view(const ::ov::Tensor& tensor, DType wanted) {
    const ::ov::Shape shape = tensor.get_shape();
    int64_t* copied = sizes(shape.size());
    for (size_t i = 0; i < shape.size(); ++i) copied[i] = static_cast<int64_t>(shape[i]);
    const DType dtype = dtype_of_element(tensor.get_element_type());
    check(dtype != DType::none, "there is no code for elements of type ",
          tensor.get_element_type().get_type_name());
    const void* data = tensor.get_size() > 0 ? tensor.data() : nullptr;
    const auto rank = static_cast<int64_t>(shape.size());
    if (wanted == DType::none || wanted == dtype) return {dtype, data, copied, rank};
    void* made = bytes(tensor.get_size() * size_of(wanted));
    convert(dtype, data, wanted, made, static_cast<int64_t>(tensor.get_size()));
    return {wanted, made, copied, rank};
  }

 private:
  std::deque<std::vector<std::max_align_t>> bytes_;
  std::deque<std::vector<int64_t>> sizes_;
};

}  // namespace wb::openvino
