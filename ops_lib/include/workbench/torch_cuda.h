// One call of a CUDA kernel by torch: the current stream, the device, and torch's own memory. For
// torch_library.h.
//
// The library is not linked with torch's CUDA libraries, which a torch for the CPU lacks: the one
// function of them that is needed is looked up in what the process has loaded.
#pragma once

#include <dlfcn.h>
#include <workbench/cuda_context.h>
#include <workbench/torch_values.h>

#include <string>
#include <vector>

namespace wb::torch_op {

/// torch's current stream of a device; throws where torch has no CUDA.
inline CUstream_st* current_cuda_stream(int32_t device) {
  using Current = AOTITorchError (*)(int32_t device, void** stream);
  static const Current current = [] {
    // torch's Python module is loaded in a scope of its own, so its libraries are asked for by
    // name.
    void* torch_cuda = dlopen("libtorch_cuda.so", RTLD_LAZY | RTLD_NOLOAD);
    void* found = dlsym(torch_cuda != nullptr ? torch_cuda : RTLD_DEFAULT,
                        "aoti_torch_get_current_cuda_stream");
    return reinterpret_cast<Current>(found);
  }();
  check(current != nullptr,
        "the installed torch has no CUDA (libtorch_cuda is not loaded): install a build of it for "
        "CUDA");
  void* stream = nullptr;
  require(current(device, &stream), "tell its current stream");
  return static_cast<CUstream_st*>(stream);
}

/// "cpu", or "cuda:0".
inline std::string device_text(int32_t type, int32_t index) {
  if (type == aoti_torch_device_type_cpu()) return "cpu";
  if (type == aoti_torch_device_type_cuda()) return "cuda:" + std::to_string(index);
  return "device type " + std::to_string(type);
}

/// Makes a device the current one for as long as it lives, and has what the kernel asks for.
class CudaCall {
 public:
  explicit CudaCall(int32_t device) : device_(device) {
    require(aoti_torch_create_device_guard(device, &guard_), "choose the GPU");
  }
  CudaCall(const CudaCall&) = delete;
  ~CudaCall() { aoti_torch_delete_device_guard(guard_); }

  CudaContext context() { return {current_cuda_stream(device_), device_, &allocate, this}; }

 private:
  static void* allocate(void* host, size_t bytes) {
    CudaCall& self = *static_cast<CudaCall*>(host);
    const int64_t size = static_cast<int64_t>(bytes), stride = 1;
    AtenTensorHandle handle = nullptr;
    require(aoti_torch_empty_strided(1, &size, &stride, aoti_torch_dtype_uint8(),
                                     aoti_torch_device_type_cuda(), self.device_, &handle),
            "allocate scratch memory");
    self.scratch_.emplace_back(handle);
    void* data = nullptr;
    require(torch_get_mutable_data_ptr(handle, &data), "give access to scratch memory");
    return data;
  }

  const int32_t device_;
  DeviceGuardHandle guard_ = nullptr;
  std::vector<TensorHandle> scratch_;  // torch gives it to nobody else before the stream is through
};

}  // namespace wb::torch_op
