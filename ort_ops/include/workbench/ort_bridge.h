// Kernel functions that call an op of torch. Generated text reads:
//
//   #include <workbench/ort_bridge.h>
//
//   void wb_entry_0(const wb::Context& ctx, wb::Tensor<const float> x, int64_t k,
//                   wb::Tensor<float> values, wb::Tensor<int64_t> indices);
//
//   static wb::bridge::Op op({"aten::topk", {"x", "k"}, wb::entry_of<wb_entry_0>, {}});
//
//   void wb_entry_0(const wb::Context&, wb::Tensor<const float> x, int64_t k,
//                   wb::Tensor<float> values, wb::Tensor<int64_t> indices) {
//     wb::bridge::call(op, x, k, values, indices);
//   }
//
// To ONNX Runtime these are kernels like any other, see ort_op.h. This header needs nothing of
// torch: one more file of the library includes ort_bridge_torch.h, which does, and a third one
// ort_bridge_library.h. Both are the same for all ops, so their object files can be kept.
//
// The library needs libtorch where it runs: loaded before it (`import torch`, or its libraries by
// their full path), beside it, or on the library path. Torch computes with its own pool of threads
// (OMP_NUM_THREADS), not with ONNX Runtime's, and each result is copied once: the memory of an
// output belongs to ONNX Runtime.
#pragma once

#include <workbench/entry.h>

#include <string>
#include <vector>

namespace wb::bridge {

/// One op as it is declared.
struct Declared {
  std::string name;                    ///< "namespace::name" or "namespace::name.overload"
  std::vector<std::string> arguments;  ///< their names, in the order of the parameters
  const Entry& entry;                  ///< one of its kernel functions: all take the same kinds
  /// Files that register the op, from where packages are; loaded where it is not there yet.
  std::vector<std::string> libraries;
  std::string package;  ///< whose import registers it; empty but where its kernel is Python
};

class Op {
 public:
  /// Adds the op to those that prepare() looks up.
  explicit Op(Declared declared);
  Op(const Op&) = delete;
  Op& operator=(const Op&) = delete;

  const Declared& declared() const { return declared_; }
  /// What prepare() has found; null before.
  const void* found() const { return found_; }

 private:
  friend void prepare();
  Declared declared_;
  const void* found_ = nullptr;
};

/// Looks up all ops of this library and compares torch's schemas with the declarations. Safe to
/// call more than once, not from two threads. Throws wb::Error.
void prepare();

/// Runs an op. `slots` has one value per parameter of `declared().entry`, and `types` their types,
/// which may differ from the entry's in element types. Throws wb::Error.
void run(const Op& op, const ParamType* types, const Slot* slots, size_t count);

namespace detail {

/// A parameter of a kernel function, turned back into a slot.
struct Held {
  Slot slot = {};
  std::vector<AnyTensor> list = {};
  OutputAllocator allocator = {};
};

template <class T>
Held hold(const Tensor<T>& x) {
  Held held;
  held.slot.present = true;
  held.slot.data = const_cast<std::remove_const_t<T>*>(x.data());
  held.slot.sizes = x.sizes().data();
  held.slot.count = x.rank();
  return held;
}

/// An output that the kernel allocates, or a list of such.
template <class Output>
Held hold_output(const Output& x) {
  Held held;
  held.slot.present = true;
  held.allocator.host = const_cast<Output*>(&x);
  held.allocator.allocate = [](void* host, int64_t, Span<const int64_t>& sizes) -> void* {
    const auto allocated = static_cast<const Output*>(host)->allocate(sizes);
    sizes = allocated.sizes();
    return allocated.data();
  };
  return held;
}

template <class T>
Held hold(const Output<T>& x) {
  return hold_output(x);
}

template <class T>
Held hold(const OutputList<T>& x) {
  return hold_output(x);
}

inline Held hold(int64_t x) {
  Held held;
  held.slot.present = true;
  held.slot.integer = x;
  return held;
}

inline Held hold(bool x) { return hold(int64_t{x}); }

template <class T>
Held hold(ElementType<T>) {
  return hold(static_cast<int64_t>(dtype_of<T>));
}

inline Held hold(double x) {
  Held held;
  held.slot.present = true;
  held.slot.real = x;
  return held;
}

inline Held hold(std::string_view x) {
  Held held;
  held.slot.present = true;
  held.slot.data = const_cast<char*>(x.data());
  held.slot.count = static_cast<int64_t>(x.size());
  return held;
}

template <class T>
Held hold(const Span<T>& x) {
  Held held;
  held.slot.present = true;
  held.slot.data = const_cast<std::remove_const_t<T>*>(x.data());
  held.slot.count = x.size();
  return held;
}

template <class T>
Held hold(const TensorList<T>& x) {
  Held held;
  for (const Tensor<T>& item : x) {
    held.list.emplace_back(dtype_of<std::remove_const_t<T>>, item.data(), item.sizes().data(),
                           item.rank());
  }
  held.slot.present = true;
  held.slot.data = held.list.data();  // stays where it is when `held` is moved
  held.slot.count = x.size();
  return held;
}

template <class T>
Held hold(const OptionalTensorList<const T>& x) {
  Held held;
  for (const auto& item : x) {
    if (!item) {
      held.list.emplace_back();
    } else if constexpr (std::is_same_v<T, AnyTensor>) {
      held.list.push_back(*item);
    } else {
      held.list.emplace_back(dtype_of<T>, item->data(), item->sizes().data(), item->rank());
    }
  }
  held.slot.present = true;
  held.slot.data = held.list.data();  // stays where it is when `held` is moved
  held.slot.count = x.size();
  return held;
}

template <class T>
Held hold(const std::optional<T>& x) {
  return x ? hold(*x) : Held{};
}

}  // namespace detail

/// Calls the op with the parameters of a kernel function after its Context.
template <class... P>
void call(const Op& op, const P&... parameters) {
  static constexpr ParamType types[] = {wb::detail::Parameter<P>::type...};
  const detail::Held held[] = {detail::hold(parameters)...};
  Slot slots[sizeof...(P)];
  for (size_t i = 0; i < sizeof...(P); ++i) {
    slots[i] = held[i].slot;
    slots[i].allocator = &held[i].allocator;
  }
  run(op, types, slots, sizeof...(P));
}

}  // namespace wb::bridge
