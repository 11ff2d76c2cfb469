// wb::Context: what the runtime that calls a kernel offers to it.
#pragma once

#include <workbench/scratch.h>

#include <cstdint>
#include <exception>
#include <type_traits>
#if !defined(__GNUC__)
#include <atomic>
#endif
#if defined(WB_CHECK_THREADS)
#include <thread>
#endif

namespace wb {

/// Where a kernel runs, and where the elements of its tensors are.
enum class Device : uint8_t { cpu, cuda };

namespace detail {

// Holds the first exception of a parallel loop. Neither torch's nor ONNX Runtime's pool may see an
// exception, so a worker stores it here and the calling thread throws it again.
class FirstException {
 public:
  bool raised() const noexcept { return load(); }

  void store(std::exception_ptr exception) noexcept {
    if (!exchange()) exception_ = static_cast<std::exception_ptr&&>(exception);
  }

  void rethrow() {
    if (exception_) std::rethrow_exception(exception_);
  }

 private:
#if defined(__GNUC__)  // <atomic> alone would take half of a kernel's compile time
  bool load() const noexcept { return __atomic_load_n(&raised_, __ATOMIC_ACQUIRE); }
  bool exchange() noexcept { return __atomic_exchange_n(&raised_, true, __ATOMIC_ACQ_REL); }
  bool raised_ = false;
#else
  bool load() const noexcept { return raised_.load(); }
  bool exchange() noexcept { return raised_.exchange(true); }
  std::atomic<bool> raised_{false};
#endif
  std::exception_ptr exception_;
};

}  // namespace detail

/// Cheap to copy; valid during one call of the kernel. A default-made one runs loops inline.
class Context {
 public:
  static constexpr Device device_type = Device::cpu;

  using Body = void (*)(void* state, int64_t begin, int64_t end);
  using ParallelFor = void (*)(void* host, int64_t n, int64_t grain, Body body, void* state);

  constexpr Context() = default;
  constexpr Context(void* host, ParallelFor parallel_for, const Allocator* allocator = nullptr)
      : host_(host), parallel_for_(parallel_for), allocator_(allocator) {}

  /// Calls `f(begin, end)` on ranges that together cover [0, n), on the runtime's own threads.
  ///
  /// `grain` is the least number of steps worth a thread: choose it so that one range takes about
  /// 20 microseconds or more. With n <= grain, f runs once, on the calling thread. The first
  /// exception that f throws is thrown again here; ranges not yet begun are then left out.
  template <class F>
  void parallel_for(int64_t n, int64_t grain, F&& f) const {
    if (n <= 0) return;
#if defined(WB_CHECK_THREADS)
    in_two_threads(n, f);
    (void)grain;
#else
    if (grain < 1) grain = 1;
    if (n <= grain || parallel_for_ == nullptr) {
      f(int64_t{0}, n);
      return;
    }
    using Callable = std::remove_reference_t<F>;
    struct Loop {
      Callable& f;
      detail::FirstException exception;
    } loop{f, {}};
    const Body body = [](void* state, int64_t begin, int64_t end) {
      Loop& self = *static_cast<Loop*>(state);
      if (self.exception.raised()) return;
      try {
        self.f(begin, end);
      } catch (...) {
        self.exception.store(std::current_exception());
      }
    };
    parallel_for_(host_, n, grain, body, &loop);
    loop.exception.rethrow();
#endif
  }

  /// Memory for `count` elements to work in, without values; each of parallel_for's threads may ask
  /// for its own. It is given back where the object that is returned ends.
  ///
  /// What comes from the heap is new to the process in every call if it is large, and the first
  /// touch of each 4 KiB of that takes about a microsecond: often longer than what is done with it.
  /// Where the runtime keeps memory from one call to the next, as ONNX Runtime does, this is some
  /// of that.
  template <class T>
  ScratchMemory<T> scratch(int64_t count) const {
    return ScratchMemory<T>(count, allocator_, host_);
  }

 private:
#if defined(WB_CHECK_THREADS)
  // For ThreadSanitizer: it sees neither torch's nor ONNX Runtime's pool, whose code it was not
  // compiled into, so it would take what follows the loop for a race. And a race shows with few
  // elements, too. One half runs after the other, which ThreadSanitizer is not told: what nothing
  // orders is a race to it whenever it ran, while of two accesses at the very same moment it may
  // see neither.
  template <class F>
  static void in_two_threads(int64_t n, F& f) {
    detail::FirstException exception;
    const auto run = [&](int64_t begin, int64_t end) {
      try {
        if (begin < end) f(begin, end);
      } catch (...) {
        exception.store(std::current_exception());
      }
    };
    bool ended = false;
    std::thread other([&] {
      run(int64_t{0}, n / 2);
      __atomic_store_n(&ended, true, __ATOMIC_RELAXED);
    });
    while (!__atomic_load_n(&ended, __ATOMIC_RELAXED)) std::this_thread::yield();
    run(n / 2, n);
    other.join();
    exception.rethrow();
  }
#endif
  void* host_ = nullptr;
  ParallelFor parallel_for_ = nullptr;
  const Allocator* allocator_ = nullptr;
};

}  // namespace wb
