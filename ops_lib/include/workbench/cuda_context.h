// wb::CudaContext: what the runtime that calls a CUDA kernel offers to it. The bindings include
// this, too, so it needs nothing of CUDA; kernels include <workbench/cuda.h>.
#pragma once

#include <workbench/context.h>
#include <workbench/error.h>

#include <cstddef>
#include <cstdint>

struct CUstream_st;  // CUDA's own name for what a cudaStream_t points to

namespace wb {

/// Cheap to copy; valid during one call of the kernel. The device is the current one.
class CudaContext : public Context {
 public:
  static constexpr Device device_type = Device::cuda;

  /// Returns `bytes` of memory on the device; throws where there are none.
  using Allocate = void* (*)(void* host, size_t bytes);

  CudaContext(CUstream_st* stream, int device, Allocate allocate, void* host)
      : stream_(stream), device_(device), allocate_(allocate), host_(host) {}

  /// The runtime's current stream, a cudaStream_t: what is launched on it runs in order with what
  /// the runtime launches. A kernel neither synchronises it nor uses another one.
  CUstream_st* stream() const { return stream_; }

  int device() const { return device_; }

  /// Memory on the device for `count` elements, from the runtime's own allocator. It is never null,
  /// aligned for any element, and given back after the call, in the order of the stream.
  template <class T>
  T* scratch(int64_t count) const {
    check(count >= 0 && count <= INT64_MAX / static_cast<int64_t>(sizeof(T)), "scratch memory for ",
          count, " elements");
    const size_t bytes = static_cast<size_t>(count) * sizeof(T);
    return static_cast<T*>(allocate_(host_, bytes > 0 ? bytes : 1));
  }

 private:
  CUstream_st* stream_;
  int device_;
  Allocate allocate_;
  void* host_;
};

}  // namespace wb
