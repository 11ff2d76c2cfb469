// One call of a CUDA kernel by ONNX Runtime's CUDA provider: its stream, the device, and its own
// memory.
#pragma once

#include <workbench/cuda_context.h>
#include <workbench/ort_status.h>

#include <vector>

namespace wb::ort {

/// What the runtime calls the provider.
inline constexpr const char* kCudaProvider = "CUDAExecutionProvider";

/// What the kernel asks for during one call. Scratch memory is given back at its end; the runtime
/// gives it to others in the order of the stream.
class CudaCall {
 public:
  CudaCall(const abi::OrtApi* api, abi::OrtKernelContext* context) : api_(api), context_(context) {}
  CudaCall(const CudaCall&) = delete;
  ~CudaCall() {
    for (void* memory : scratch_) succeeded(api_, abi::AllocatorFree(api_, allocator_, memory));
    if (allocator_ != nullptr) abi::ReleaseAllocator(api_, allocator_);
  }

  /// Learns from a tensor of the call which device it is on; null tells nothing.
  void see(const abi::OrtValue* value) {
    if (memory_ != nullptr || value == nullptr) return;
    require(api_, abi::GetTensorMemoryInfo(api_, value, &memory_));
  }

  CudaContext context() {
    int device = 0;
    require(api_, abi::MemoryInfoGetId(api_, memory(), &device));
    void* stream = nullptr;
    require(api_, abi::KernelContext_GetGPUComputeStream(api_, context_, &stream));
    return {static_cast<CUstream_st*>(stream), device, &allocate, this};
  }

  static void* allocate(void* host, size_t bytes) {
    CudaCall& self = *static_cast<CudaCall*>(host);
    if (self.allocator_ == nullptr) {
      require(self.api_, abi::KernelContext_GetAllocator(self.api_, self.context_, self.memory(),
                                                         &self.allocator_));
    }
    void* memory = nullptr;
    require(self.api_, abi::AllocatorAlloc(self.api_, self.allocator_, bytes, &memory));
    self.scratch_.push_back(memory);
    return memory;
  }

 private:
  const abi::OrtMemoryInfo* memory() const {
    check(memory_ != nullptr, "the node has no tensor that would tell its GPU");
    return memory_;
  }

  const abi::OrtApi* api_;
  abi::OrtKernelContext* context_;
  const abi::OrtMemoryInfo* memory_ = nullptr;
  abi::OrtAllocator* allocator_ = nullptr;
  std::vector<void*> scratch_;
};

}  // namespace wb::ort
