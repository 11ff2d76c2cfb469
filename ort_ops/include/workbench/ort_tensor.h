// Looking at tensors of ONNX Runtime: as views, and as numbers where a kernel takes a number.
#pragma once

#include <workbench/ort_slots.h>
#include <workbench/ort_spec.h>
#include <workbench/ort_status.h>

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
class TensorReader : public NumberReader {
 public:
  explicit TensorReader(const Runtime& runtime) : runtime_(runtime) {}

  [[gnu::always_inline]] AnyTensor view(const abi::OrtValue* value) {
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

 private:
  void copy_shape(const abi::OrtValue* value, abi::ONNXTensorElementDataType& type,
                  const int64_t*& sizes, size_t& rank) {
    const abi::OrtApi* api = runtime_.api;
    Owned<abi::OrtTensorTypeAndShapeInfo> info(api, abi::ReleaseTensorTypeAndShapeInfo);
    require(api, abi::GetTensorTypeAndShape(api, value, info.out()));
    require(api, abi::GetTensorElementType(api, info.get(), &type));
    require(api, abi::GetDimensionsCount(api, info.get(), &rank));
    std::vector<int64_t>& copied = sizes_.emplace_front(rank);
    require(api, abi::GetDimensions(api, info.get(), copied.data(), rank));
    sizes = copied.data();
  }

  Runtime runtime_;
  std::forward_list<std::vector<int64_t>> sizes_;
};

}  // namespace wb::ort
