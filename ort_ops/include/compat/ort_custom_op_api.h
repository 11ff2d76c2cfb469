// Names of ONNX Runtime's C++ headers that much deployed code uses and later ones lack, with the
// meaning that they had. Everything goes through the C API, so it does not matter which headers are
// used.
//
// Types stand in a namespace that Ort uses, where a name is looked for only if Ort itself has none:
// headers that still have one keep theirs. A function is a template here, so that there may be two.
#pragma once

#include <onnxruntime_cxx_api.h>

#include <string>
#include <type_traits>
#include <vector>

namespace Ort {

/// Throws what a failed call says; the API was once the first argument.
template <class = void>
void ThrowOnError(const OrtApi& api, OrtStatus* status) {
  if (status == nullptr) return;
  const std::string message = api.GetErrorMessage(status);
  const OrtErrorCode code = api.GetErrorCode(status);
  api.ReleaseStatus(status);
  throw Exception(std::string(message), code);
}

}  // namespace Ort

namespace wb_ort_compat {

/// Starts the C++ API; the headers of the first releases take none.
template <class Api>
auto init_api(const Api* api, int) -> decltype(Ort::InitApi(api)) {
  Ort::InitApi(api);
}
template <class Api>
void init_api(const Api* api, long);

/// The API in use, to be read and set as `Ort::Global<void>::api_`.
template <class T>
struct Global {
  struct Api {
    const OrtApi* operator=(const OrtApi* api) const {
      init_api(api, 0);
      return api;
    }
    operator const OrtApi*() const { return &Ort::GetApi(); }
    const OrtApi* operator->() const { return &Ort::GetApi(); }
  };
  static constexpr Api api_{};
};

/// The C API of custom ops with exceptions instead of statuses; cheap to copy.
struct CustomOpApi {
  CustomOpApi(const OrtApi& api) : api_(&api) {}

  void ThrowOnError(OrtStatus* status) const { Ort::ThrowOnError(*api_, status); }

  // -- attributes

  /// T: float, int64_t, std::string, std::vector<float>, std::vector<int64_t>.
  template <class T>
  T KernelInfoGetAttribute(const OrtKernelInfo* info, const char* name) const {
    if constexpr (std::is_same_v<T, float>) {
      float value = 0;
      ThrowOnError(api_->KernelInfoGetAttribute_float(info, name, &value));
      return value;
    } else if constexpr (std::is_same_v<T, int64_t>) {
      int64_t value = 0;
      ThrowOnError(api_->KernelInfoGetAttribute_int64(info, name, &value));
      return value;
    } else if constexpr (std::is_same_v<T, std::string>) {
      size_t size = 0;  // counts the final zero
      // Without a buffer the call tells the size; some versions also report failure.
      if (OrtStatus* status = api_->KernelInfoGetAttribute_string(info, name, nullptr, &size)) {
        if (size == 0) ThrowOnError(status);
        api_->ReleaseStatus(status);
      }
      std::string value(size, '\0');
      ThrowOnError(api_->KernelInfoGetAttribute_string(info, name, value.data(), &size));
      value.resize(size - 1);
      return value;
    } else if constexpr (std::is_same_v<T, std::vector<float>>) {
      return List<float>(api_->KernelInfoGetAttributeArray_float, info, name);
    } else {
      static_assert(std::is_same_v<T, std::vector<int64_t>>, "no attribute has this type");
      return List<int64_t>(api_->KernelInfoGetAttributeArray_int64, info, name);
    }
  }

  // -- types and shapes

  OrtTensorTypeAndShapeInfo* GetTensorTypeAndShape(const OrtValue* value) const {
    OrtTensorTypeAndShapeInfo* info = nullptr;
    ThrowOnError(api_->GetTensorTypeAndShape(value, &info));
    return info;
  }
  void ReleaseTensorTypeAndShapeInfo(OrtTensorTypeAndShapeInfo* info) const {
    api_->ReleaseTensorTypeAndShapeInfo(info);
  }
  size_t GetTensorShapeElementCount(const OrtTensorTypeAndShapeInfo* info) const {
    size_t count = 0;
    ThrowOnError(api_->GetTensorShapeElementCount(info, &count));
    return count;
  }
  ONNXTensorElementDataType GetTensorElementType(const OrtTensorTypeAndShapeInfo* info) const {
    ONNXTensorElementDataType type = ONNX_TENSOR_ELEMENT_DATA_TYPE_UNDEFINED;
    ThrowOnError(api_->GetTensorElementType(info, &type));
    return type;
  }
  size_t GetDimensionsCount(const OrtTensorTypeAndShapeInfo* info) const {
    size_t count = 0;
    ThrowOnError(api_->GetDimensionsCount(info, &count));
    return count;
  }
  void GetDimensions(const OrtTensorTypeAndShapeInfo* info, int64_t* sizes, size_t count) const {
    ThrowOnError(api_->GetDimensions(info, sizes, count));
  }
  void SetDimensions(OrtTensorTypeAndShapeInfo* info, const int64_t* sizes, size_t count) const {
    ThrowOnError(api_->SetDimensions(info, sizes, count));
  }
  std::vector<int64_t> GetTensorShape(const OrtTensorTypeAndShapeInfo* info) const {
    std::vector<int64_t> sizes(GetDimensionsCount(info));
    GetDimensions(info, sizes.data(), sizes.size());
    return sizes;
  }

  // -- tensors

  template <class T>
  T* GetTensorMutableData(OrtValue* value) const {
    void* data = nullptr;
    ThrowOnError(api_->GetTensorMutableData(value, &data));
    return static_cast<T*>(data);
  }
  template <class T>
  const T* GetTensorData(const OrtValue* value) const {
    return GetTensorMutableData<T>(const_cast<OrtValue*>(value));
  }
  const OrtMemoryInfo* GetTensorMemoryInfo(const OrtValue* value) const {
    const OrtMemoryInfo* info = nullptr;
    ThrowOnError(api_->GetTensorMemoryInfo(value, &info));
    return info;
  }

  // -- inputs and outputs of a call

  size_t KernelContext_GetInputCount(const OrtKernelContext* context) const {
    size_t count = 0;
    ThrowOnError(api_->KernelContext_GetInputCount(context, &count));
    return count;
  }
  /// Null for an optional input that the node leaves out.
  const OrtValue* KernelContext_GetInput(const OrtKernelContext* context, size_t index) const {
    const OrtValue* value = nullptr;
    ThrowOnError(api_->KernelContext_GetInput(context, index, &value));
    return value;
  }
  size_t KernelContext_GetOutputCount(const OrtKernelContext* context) const {
    size_t count = 0;
    ThrowOnError(api_->KernelContext_GetOutputCount(context, &count));
    return count;
  }
  OrtValue* KernelContext_GetOutput(OrtKernelContext* context, size_t index, const int64_t* sizes,
                                    size_t rank) const {
    OrtValue* value = nullptr;
    ThrowOnError(api_->KernelContext_GetOutput(context, index, sizes, rank, &value));
    return value;
  }
  OrtValue* KernelContext_GetOutput(OrtKernelContext* context, size_t index,
                                    const std::vector<int64_t>& sizes) const {
    return KernelContext_GetOutput(context, index, sizes.data(), sizes.size());
  }
  void* KernelContext_GetGPUComputeStream(const OrtKernelContext* context) const {
    void* stream = nullptr;
    ThrowOnError(api_->KernelContext_GetGPUComputeStream(context, &stream));
    return stream;
  }

 private:
  template <class T, class Read>
  std::vector<T> List(Read read, const OrtKernelInfo* info, const char* name) const {
    size_t count = 0;
    ThrowOnError(read(info, name, nullptr, &count));
    std::vector<T> values(count);
    if (count > 0) ThrowOnError(read(info, name, values.data(), &count));
    return values;
  }

  const OrtApi* api_;
};

}  // namespace wb_ort_compat

namespace Ort {
using namespace wb_ort_compat;
}

template <class Api>
void wb_ort_compat::init_api(const Api* api, long) {
  Ort::Global<void>::api_ = api;
}

// The macro of the first releases, whose samples called the C API directly.
#ifndef ORT_THROW_ON_ERROR
#define ORT_THROW_ON_ERROR(expr) ::Ort::ThrowOnError(expr)
#endif
