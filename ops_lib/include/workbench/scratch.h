// wb::ScratchMemory: what a kernel works in during a call, beside its tensors.
#pragma once

#include <workbench/error.h>

#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>

namespace wb {

/// Where a runtime has memory of its own for a kernel to work in; any thread may ask.
struct Allocator {
  /// Returns `bytes` of memory, aligned for any element; throws where there are none.
  void* (*allocate)(void* host, size_t bytes);
  void (*release)(void* host, void* memory);
};

/// Memory for elements of type T, without values; it begins at a cache line. wb::Context::scratch
/// makes it, and it is given back where this ends.
template <class T>
class ScratchMemory {
 public:
  static_assert(std::is_trivially_copyable_v<T>, "scratch memory holds numbers and plain structs");

  /// Without an allocator, the memory is from the heap, which checkers of memory know.
  ScratchMemory(int64_t count, const Allocator* allocator, void* host)
      : allocator_(allocator), host_(host) {
    check(count >= 0 && count <= (INT64_MAX - kLine) / static_cast<int64_t>(sizeof(T)),
          "scratch memory for ", count, " elements");
    const size_t bytes = static_cast<size_t>(count) * sizeof(T);
    if (allocator == nullptr) {
      start_ = ::operator new(bytes, std::align_val_t{kLine});
      data_ = static_cast<T*>(start_);
    } else {
      start_ = allocator->allocate(host, bytes + kLine);
      const uintptr_t past = reinterpret_cast<uintptr_t>(start_) % kLine;
      data_ = reinterpret_cast<T*>(static_cast<char*>(start_) + (kLine - past));
    }
  }
  ~ScratchMemory() {
    if (allocator_ == nullptr) {
      ::operator delete(start_, std::align_val_t{kLine});
    } else {
      allocator_->release(host_, start_);
    }
  }
  ScratchMemory(const ScratchMemory&) = delete;
  ScratchMemory& operator=(const ScratchMemory&) = delete;

  T* data() const { return data_; }
  operator T*() const& { return data_; }
  operator T*() && = delete;  // it would point to what has been given back

 private:
  static constexpr int64_t kLine = 64;
  const Allocator* allocator_;
  void* host_;
  void* start_;
  T* data_;
};

}  // namespace wb
