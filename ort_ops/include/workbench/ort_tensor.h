// Looking at tensors of ONNX Runtime: as views, and as numbers where a kernel takes a number.
#pragma once

#include <workbench/ort_spec.h>
#include <workbench/ort_status.h>

#include <algorithm>
#include <cmath>
#include <forward_list>
#include <vector>

namespace wb::ort {

/// The function tables of the runtime that has loaded the library.
struct Runtime {
  const abi::OrtApi* api;
  const abi::OrtApi* newer;  ///< with the functions since 24; null in older runtimes
};

/// Looks at tensors of the runtime, and keeps what it does not lend. What it gives is valid for as
/// long as this object and the tensors are.
class TensorReader {
 public:
  explicit TensorReader(const Runtime& runtime) : runtime_(runtime) {}

  AnyTensor view(const abi::OrtValue* value) {
    abi::ONNXTensorElementDataType type = abi::ONNX_TENSOR_ELEMENT_DATA_TYPE_UNDEFINED;
    const int64_t* sizes = nullptr;
    size_t rank = 0;
    if (runtime_.newer != nullptr) {
      require(runtime_.api, abi::GetTensorElementTypeAndShapeDataReference(runtime_.newer, value,
                                                                           &type, &sizes, &rank));
    } else {
      copy_shape(value, type, sizes, rank);
    }
    void* data = nullptr;
    require(runtime_.api,
            abi::GetTensorMutableData(runtime_.api, const_cast<abi::OrtValue*>(value), &data));
    return {dtype_of_element(type), data, sizes, static_cast<int64_t>(rank)};
  }

  /// Sets a slot for a number, a bool or a list to the elements of a tensor of rank 0 or 1.
  void read_numbers(Slot& slot, Kind kind, const AnyTensor& x) {
    check(x.rank() <= 1, "must be a scalar or a list, but has sizes ", x.sizes());
    check(std::find(kScalarTypes.begin(), kScalarTypes.end(), x.dtype()) != kScalarTypes.end(),
          "must hold int64, int32, float, double or bool");
    slot.present = true;
    switch (kind) {
      case Kind::integers:
        point_at(slot, x.dtype() == DType::int64 ? nullptr : &whole_numbers(x), x);
        break;
      case Kind::reals:
        point_at(slot, x.dtype() == DType::float64 ? nullptr : &real_numbers(x), x);
        break;
      default:
        check(x.numel() == 1, "must hold one value, but has sizes ", x.sizes());
        if (kind == Kind::integer) slot.integer = whole_number(x, 0);
        if (kind == Kind::boolean) slot.integer = real_number(x, 0) != 0 ? 1 : 0;
        if (kind == Kind::real) slot.real = real_number(x, 0);
    }
  }

 private:
  void copy_shape(const abi::OrtValue* value, abi::ONNXTensorElementDataType& type,
                  const int64_t*& sizes, size_t& rank) {
    const abi::OrtApi* api = runtime_.api;
    Owned<abi::OrtTensorTypeAndShapeInfo> info(api, abi::ReleaseTensorTypeAndShapeInfo);
    require(api, abi::GetTensorTypeAndShape(api, value, info.out()));
    require(api, abi::GetTensorElementType(api, info.get(), &type));
    require(api, abi::GetDimensionsCount(api, info.get(), &rank));
    std::vector<int64_t>& copied = integers_.emplace_front(rank);
    require(api, abi::GetDimensions(api, info.get(), copied.data(), rank));
    sizes = copied.data();
  }

  static double real_number(const AnyTensor& x, int64_t i) {
    return Elements(x.dtype(), x.data()).real(i);
  }

  static int64_t whole_number(const AnyTensor& x, int64_t i) {
    const bool whole = x.dtype() != DType::float32 && x.dtype() != DType::float64;
    if (whole) return Elements(x.dtype(), x.data()).whole(i);
    const double value = real_number(x, i);
    check(std::nearbyint(value) == value && std::fabs(value) < 9.2e18,
          "must be a whole number, but is ", value);
    return static_cast<int64_t>(value);
  }

  const std::vector<int64_t>& whole_numbers(const AnyTensor& x) {
    std::vector<int64_t>& items = integers_.emplace_front();
    for (int64_t i = 0; i < x.numel(); ++i) items.push_back(whole_number(x, i));
    return items;
  }

  const std::vector<double>& real_numbers(const AnyTensor& x) {
    std::vector<double>& items = reals_.emplace_front();
    for (int64_t i = 0; i < x.numel(); ++i) items.push_back(real_number(x, i));
    return items;
  }

  /// Points a slot at converted elements, or at those of the tensor itself.
  template <class Items>
  static void point_at(Slot& slot, const Items* items, const AnyTensor& x) {
    const void* data = items != nullptr ? items->data() : x.data();
    slot.data = const_cast<void*>(data);
    slot.count = x.numel();
  }

  Runtime runtime_;
  std::forward_list<std::vector<int64_t>> integers_;
  std::forward_list<std::vector<double>> reals_;
};

}  // namespace wb::ort
