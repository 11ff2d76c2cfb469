// The memory that a kernel works in during one call: that of the session, which keeps it for the
// next call, as it does for the runtime's own kernels.
#pragma once

#include <workbench/ort_status.h>
#include <workbench/scratch.h>

namespace wb::ort {

/// The session's own allocator for the CPU, asked for where the kernel first wants some.
class SessionMemory {
 public:
  SessionMemory(const abi::OrtApi* api, const abi::OrtKernelContext* context)
      : api_(api), context_(context) {}
  SessionMemory(const SessionMemory&) = delete;
  ~SessionMemory() {
    if (found_ != nullptr) abi::ReleaseAllocator(api_, found_);
  }

  void* allocate(size_t bytes) {
    void* memory = nullptr;
    require(api_, abi::AllocatorAlloc(api_, allocator(), bytes, &memory));
    return memory;
  }

  void release(void* memory) { succeeded(api_, abi::AllocatorFree(api_, found_, memory)); }

 private:
  /// Several threads may ask at the same time; one of them has found the allocator for all.
  abi::OrtAllocator* allocator() {
    abi::OrtAllocator* found = __atomic_load_n(&found_, __ATOMIC_ACQUIRE);
    if (found != nullptr) return found;
    abi::OrtAllocator* of_process = nullptr;  // it knows how the memory of the CPU is called
    require(api_, abi::GetAllocatorWithDefaultOptions(api_, &of_process));
    const abi::OrtMemoryInfo* cpu = nullptr;
    require(api_, abi::AllocatorGetInfo(api_, of_process, &cpu));
    abi::OrtAllocator* mine = nullptr;
    require(api_, abi::KernelContext_GetAllocator(api_, context_, cpu, &mine));
    if (__atomic_compare_exchange_n(&found_, &found, mine, false, __ATOMIC_ACQ_REL,
                                    __ATOMIC_ACQUIRE)) {
      return mine;
    }
    abi::ReleaseAllocator(api_, mine);
    return found;
  }

  const abi::OrtApi* api_;
  const abi::OrtKernelContext* context_;
  abi::OrtAllocator* found_ = nullptr;
};

}  // namespace wb::ort
