// A program that calls typed kernel functions with values from a file, and nothing else: what
// sanitizers look at, since they cannot see into torch and ONNX Runtime. Generated glue reads:
//
//   #include <workbench/driver.h>
//
//   void wb_entry_0(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y);
//   static void shapes(const wb::ShapeArg* args, wb::Shape* out) { out[0] = args[0].shape(); }
//
//   WB_DRIVER(shapes, wb_entry_0)
//
// The file holds numbers of 64 bits: which entry, how many threads call it; then for each
// argument whether it is there, and its value. A tensor is its element type, rank, sizes, and its
// bytes; texts and lists are their length and their bytes.
#pragma once

#include <workbench/entry_run.h>

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <thread>
#include <vector>

// Who looks for values that were never set is told of each output's memory before the kernel writes
// it, of the begin and the end of the call, and then of what each output holds; if it is there.
extern "C" {
__attribute__((weak)) void wb_driver_memory(void* data, int64_t bytes);
__attribute__((weak)) void wb_driver_call(int begins);
__attribute__((weak)) void wb_driver_output(int64_t index, const void* data, int64_t elements,
                                            int64_t bytes);
}

// What clang calls in code for ThreadSanitizer, and gcc's runtime has by other names.
extern "C" {
__attribute__((weak)) void* __tsan_memcpy(void* to, const void* from, size_t size) {
  return std::memcpy(to, from, size);
}
__attribute__((weak)) void* __tsan_memmove(void* to, const void* from, size_t size) {
  return std::memmove(to, from, size);
}
__attribute__((weak)) void* __tsan_memset(void* to, int value, size_t size) {
  return std::memset(to, value, size);
}
}

namespace wb::driver {

/// Memory that ends where its elements do, so that what lies behind is nobody's.
using Block = std::unique_ptr<void, void (*)(void*)>;

inline Block block(int64_t bytes) {
  return {std::malloc(static_cast<size_t>(bytes > 0 ? bytes : 1)), std::free};
}

inline int64_t element_bytes(DType dtype) { return static_cast<int64_t>(size_of(dtype)); }

/// The values of one call.
class Values {
 public:
  explicit Values(const char* path) : file_(std::fopen(path, "rb")) {
    check(file_ != nullptr, "cannot read ", path);
  }
  ~Values() { std::fclose(file_); }

  int64_t number() {
    int64_t value = 0;
    bytes(&value, sizeof(value));
    return value;
  }

  /// An argument; its memory lives as long as this.
  Slot argument(const ParamType& type) {
    Slot slot;
    slot.present = number() != 0;
    if (!slot.present) return slot;
    switch (type.kind) {
      case Kind::tensor: {
        const AnyTensor x = tensor();
        slot.data = const_cast<void*>(x.data());
        slot.sizes = x.sizes().data();
        slot.count = x.rank();
        break;
      }
      case Kind::tensors: {
        slot.count = number();
        lists_.emplace_back();
        for (int64_t i = 0; i < slot.count; ++i) {
          const bool there = !type.optional || number() != 0;
          lists_.back().push_back(there ? tensor() : AnyTensor());
        }
        slot.data = lists_.back().data();
        break;
      }
      case Kind::real: {
        bytes(&slot.real, sizeof(slot.real));
        break;
      }
      case Kind::text:
      case Kind::integers:
      case Kind::reals: {
        slot.count = number();
        slot.data = read(slot.count * (type.kind == Kind::text ? 1 : 8));
        break;
      }
      default:
        slot.integer = number();
    }
    return slot;
  }

 private:
  AnyTensor tensor() {
    const DType dtype = static_cast<DType>(number());
    const int64_t rank = number();
    int64_t* sizes = static_cast<int64_t*>(read(rank * 8));
    int64_t count = 1;
    for (int64_t i = 0; i < rank; ++i) count *= sizes[i];
    return {dtype, read(count * element_bytes(dtype)), sizes, rank};
  }

  void* read(int64_t size) {
    blocks_.push_back(block(size));
    bytes(blocks_.back().get(), static_cast<size_t>(size));
    return blocks_.back().get();
  }

  void bytes(void* to, size_t size) {
    check(std::fread(to, 1, size, file_) == size, "the file of values ends early");
  }

  std::FILE* file_;
  std::vector<Block> blocks_;
  std::vector<std::vector<AnyTensor>> lists_;
};

/// The outputs of one call.
class Outputs {
 public:
  Outputs(const Entry& entry, ShapeFn rule, const std::vector<Slot>& arguments)
      : entry_(entry), slots_(arguments) {
    std::vector<Shape> shapes(entry.output_count(), Shape::unknown());
    std::vector<ShapeArg> known;
    for (size_t i = 0; i < arguments.size(); ++i) {
      known.push_back(shape_arg(entry.params[i], arguments[i]));
    }
    rule(known.data(), shapes.data());
    kept_.resize(shapes.size());
    for (size_t i = 0; i < shapes.size(); ++i) {
      Slot slot;
      slot.index = static_cast<int64_t>(i);
      slot.allocator = &allocator_;
      if (entry.params[arguments.size() + i].kind == Kind::output) {
        const Sizes wanted = known_sizes(shapes[i], i);
        Span<const int64_t> sizes(wanted.data(), static_cast<int64_t>(wanted.size()));
        slot.data = allocate(this, slot.index, sizes);
        slot.sizes = sizes.data();
        slot.count = sizes.size();
      }
      slots_.push_back(slot);
    }
  }

  const Slot* slots() const { return slots_.data(); }

  void show() const {
    if (wb_driver_output == nullptr) return;
    for (size_t i = 0; i < kept_.size(); ++i) {
      for (const std::unique_ptr<Kept>& kept : kept_[i]) {
        wb_driver_output(static_cast<int64_t>(i), kept->data.get(), kept->elements, kept->bytes);
      }
    }
  }

 private:
  struct Kept {
    std::vector<int64_t> sizes;
    int64_t elements;
    int64_t bytes;
    Block data;
  };

  static void* allocate(void* host, int64_t index, Span<const int64_t>& sizes) {
    Outputs& self = *static_cast<Outputs*>(host);
    const size_t at = static_cast<size_t>(index);
    const ParamType& type = self.entry_.params[self.entry_.argument_count() + at];
    check(self.kept_[at].empty() || type.kind == Kind::outputs, "output ", index,
          " was allocated twice");
    std::vector<int64_t> own(sizes.begin(), sizes.end());
    int64_t count = 1;
    for (const int64_t size : own) count *= size;
    const int64_t bytes = count * element_bytes(type.dtype);
    self.kept_[at].emplace_back(new Kept{std::move(own), count, bytes, block(bytes)});
    const Kept& kept = *self.kept_[at].back();
    if (wb_driver_memory != nullptr) wb_driver_memory(kept.data.get(), bytes);
    sizes = {kept.sizes.data(), static_cast<int64_t>(kept.sizes.size())};
    return kept.data.get();
  }

  /// What the kernel calls. The memory that this asks for itself is not the kernel's: it is written
  /// here, where no code marks what it writes.
  static void* allocate_for_kernel(void* host, int64_t index, Span<const int64_t>& sizes) {
    if (wb_driver_call != nullptr) wb_driver_call(0);
    void* data = allocate(host, index, sizes);
    if (wb_driver_call != nullptr) wb_driver_call(1);
    return data;
  }

  const Entry& entry_;
  std::vector<Slot> slots_;
  std::vector<std::vector<std::unique_ptr<Kept>>> kept_;  ///< several of a list
  OutputAllocator allocator_{&allocate_for_kernel, this};
};

inline int run(const char* path, ShapeFn shapes, const Entry* const* entries) {
  try {
    Values values(path);
    const Entry& entry = *entries[values.number()];
    const int64_t callers = values.number();
    const Context context;  // loops run inline, or as WB_CHECK_THREADS has them
    std::vector<Slot> arguments;
    for (size_t i = 0; i < entry.argument_count(); ++i) {
      arguments.push_back(values.argument(entry.params[i]));
    }
    int failed = 0;
    const auto call = [&] {
      try {
        Outputs outputs(entry, shapes, arguments);
        if (wb_driver_call != nullptr) wb_driver_call(1);
        entry.call(context, outputs.slots());
        if (wb_driver_call != nullptr) wb_driver_call(0);
        outputs.show();
      } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        __atomic_store_n(&failed, 1, __ATOMIC_RELAXED);
      } catch (...) {
        __atomic_store_n(&failed, 1, __ATOMIC_RELAXED);
      }
    };
    // Each after the one before, of which no sanitizer is told: see Context::in_two_threads.
    std::atomic<int64_t> turn{1};
    std::vector<std::thread> others;
    for (int64_t i = 1; i < callers; ++i) {
      others.emplace_back([&, i] {
        while (turn.load(std::memory_order_relaxed) != i) std::this_thread::yield();
        call();
        turn.store(i + 1, std::memory_order_relaxed);
      });
    }
    while (turn.load(std::memory_order_relaxed) != callers) std::this_thread::yield();
    call();
    for (std::thread& other : others) other.join();
    return failed;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}

}  // namespace wb::driver

#define WB_DRIVER(shapes, ...)                                              \
  int main(int count, char** words) {                                       \
    if (count != 2) return 2;                                               \
    return wb::driver::run(words[1], shapes, wb::driver::all<__VA_ARGS__>); \
  }

namespace wb::driver {
template <auto... f>
inline constexpr const Entry* all[] = {&entry_of<f>...};
}  // namespace wb::driver
