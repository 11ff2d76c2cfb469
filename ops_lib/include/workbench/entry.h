// The typed kernel function, seen by a runtime's binding: what its parameters are, and how to call
// it with values that are only known at run time. Shared by torch_op.h and ort_op.h.
#pragma once

#include <workbench/dtype.h>
#include <workbench/shape.h>
#include <workbench/tensor.h>

#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

namespace wb {

enum class Kind : uint8_t {
  tensor,     ///< Tensor<const T>
  integer,    ///< int64_t
  boolean,    ///< bool
  dtype,      ///< ElementType<T>
  real,       ///< double
  text,       ///< std::string_view
  integers,   ///< Span<const int64_t>
  reals,      ///< Span<const double>
  tensors,    ///< TensorList<const T>, or Span<const AnyTensor> with DType::none; where each may
              ///< be missing, OptionalTensorList<const T>
  output,     ///< Tensor<T>, allocated from the shape rule
  allocated,  ///< Output<T>, allocated by the kernel
  outputs,    ///< OutputList<T>, each tensor allocated by the kernel
};

inline bool is_output(Kind kind) { return kind >= Kind::output; }

/// True if an argument has an element type, or is one: by these the kernel of a call is found.
inline bool has_element_type(Kind kind) {
  return kind == Kind::tensor || kind == Kind::tensors || kind == Kind::dtype;
}

/// One parameter of a kernel function, after the Context.
struct ParamType {
  Kind kind;
  DType dtype;    ///< of tensors and outputs; the one that an element type is
  bool optional;  ///< std::optional<...>; of a list of tensors that each of them may be missing

  /// The whole argument may be None.
  bool may_be_none() const { return optional && kind != Kind::tensors; }
  /// It is a list of tensors, each of which may be None.
  bool may_lack_items() const { return optional && kind == Kind::tensors; }
};

/// The value for one parameter. Which members count depends on its Kind.
struct Slot {
  bool present = false;
  void* data = nullptr;  ///< elements of a tensor, text or list; an AnyTensor per tensor of a list
  const int64_t* sizes = nullptr;
  int64_t count = 0;    ///< rank of a tensor; length of a text or list
  int64_t integer = 0;  ///< of an element type, its DType
  double real = 0;
  const OutputAllocator* allocator = nullptr;
  int64_t index = 0;  ///< of an output
};

namespace detail {

template <class T>
struct Parameter {
  static_assert(!std::is_same_v<T, T>,
                "unsupported kernel parameter: use wb::Tensor, wb::TensorList, "
                "wb::OptionalTensorList, wb::Span<const wb::AnyTensor>, wb::Output, "
                "wb::OutputList, wb::ElementType, int64_t, double, bool, "
                "std::string_view, wb::Span<const int64_t>, wb::Span<const double>, or a "
                "std::optional of an input (int and float are not supported)");
};

template <class T>
struct Parameter<Tensor<T>> {
  static_assert(dtype_of<std::remove_const_t<T>> != DType::none, "unsupported element type");
  static constexpr ParamType type{std::is_const_v<T> ? Kind::tensor : Kind::output,
                                  dtype_of<std::remove_const_t<T>>, false};
  static Tensor<T> get(const Slot& slot) {
    return {static_cast<T*>(slot.data), slot.sizes, slot.count};
  }
};

template <class T>
struct Parameter<Output<T>> {
  static_assert(dtype_of<T> != DType::none, "unsupported element type");
  static constexpr ParamType type{Kind::allocated, dtype_of<T>, false};
  static Output<T> get(const Slot& slot) { return {*slot.allocator, slot.index}; }
};

template <class T>
struct Parameter<OutputList<T>> {
  static_assert(dtype_of<T> != DType::none, "unsupported element type");
  static constexpr ParamType type{Kind::outputs, dtype_of<T>, false};
  static OutputList<T> get(const Slot& slot) { return {*slot.allocator, slot.index}; }
};

template <>
struct Parameter<int64_t> {
  static constexpr ParamType type{Kind::integer, DType::none, false};
  static int64_t get(const Slot& slot) { return slot.integer; }
};

template <>
struct Parameter<bool> {
  static constexpr ParamType type{Kind::boolean, DType::none, false};
  static bool get(const Slot& slot) { return slot.integer != 0; }
};

template <class T>
struct Parameter<ElementType<T>> {
  static_assert(dtype_of<T> != DType::none, "unsupported element type");
  static constexpr ParamType type{Kind::dtype, dtype_of<T>, false};
  static ElementType<T> get(const Slot&) { return {}; }
};

template <>
struct Parameter<double> {
  static constexpr ParamType type{Kind::real, DType::none, false};
  static double get(const Slot& slot) { return slot.real; }
};

template <>
struct Parameter<std::string_view> {
  static constexpr ParamType type{Kind::text, DType::none, false};
  static std::string_view get(const Slot& slot) {
    return {static_cast<const char*>(slot.data), static_cast<size_t>(slot.count)};
  }
};

template <class T>
  requires(std::is_same_v<T, const int64_t> || std::is_same_v<T, const double>)
struct Parameter<Span<T>> {
  static constexpr ParamType type{std::is_same_v<T, const int64_t> ? Kind::integers : Kind::reals,
                                  DType::none, false};
  static Span<T> get(const Slot& slot) { return {static_cast<T*>(slot.data), slot.count}; }
};

template <>
struct Parameter<Span<const AnyTensor>> {
  static constexpr ParamType type{Kind::tensors, DType::none, false};
  static Span<const AnyTensor> get(const Slot& slot) {
    return {static_cast<const AnyTensor*>(slot.data), slot.count};
  }
};

template <class T>
struct Parameter<TensorList<const T>> {
  static_assert(dtype_of<T> != DType::none, "unsupported element type");
  static constexpr ParamType type{Kind::tensors, dtype_of<T>, false};
  static TensorList<const T> get(const Slot& slot) {
    return TensorList<const T>(Parameter<Span<const AnyTensor>>::get(slot));
  }
};

template <class T>
struct Parameter<OptionalTensorList<const T>> {
  static constexpr bool is_any = std::is_same_v<T, AnyTensor>;
  static constexpr DType item_type() {
    if constexpr (is_any) {
      return DType::none;
    } else {
      return dtype_of<T>;
    }
  }
  static_assert(is_any || item_type() != DType::none, "unsupported element type");
  static constexpr ParamType type{Kind::tensors, item_type(), true};
  static OptionalTensorList<const T> get(const Slot& slot) {
    return OptionalTensorList<const T>(Parameter<Span<const AnyTensor>>::get(slot));
  }
};

template <class T>
struct Parameter<std::optional<T>> {
  static_assert(Parameter<T>::type.kind < Kind::tensors,
                "an output or a list of tensors cannot be optional");
  static constexpr ParamType type{Parameter<T>::type.kind, Parameter<T>::type.dtype, true};
  static std::optional<T> get(const Slot& slot) {
    if (!slot.present) return std::nullopt;
    return Parameter<T>::get(slot);
  }
};

template <class F>
struct Signature;

/// `C` is Context, or one that is derived from it.
template <class C, class... P>
struct Signature<void (*)(const C&, P...)> {
  static constexpr Device device = C::device_type;
  static constexpr size_t count = sizeof...(P);
  static constexpr ParamType params[] = {Parameter<std::remove_cvref_t<P>>::type...};

  template <auto f, size_t... i>
  static void call(const Context& context, const Slot* slots, std::index_sequence<i...>) {
    f(static_cast<const C&>(context), Parameter<std::remove_cvref_t<P>>::get(slots[i])...);
  }
};

}  // namespace detail

/// A kernel function without its static type.
struct Entry {
  const ParamType* params;
  size_t count;
  void (*call)(const Context& context, const Slot* slots);
  Device device = Device::cpu;  ///< for another one, `call` takes the Context of that

  size_t output_count() const {
    size_t outputs = 0;
    for (size_t i = 0; i < count; ++i) outputs += is_output(params[i].kind) ? 1 : 0;
    return outputs;
  }
  /// Arguments of the torch op; they come before the outputs.
  size_t argument_count() const { return count - output_count(); }
};

/// The Entry of `f`, a function `void f(const wb::Context&, arguments..., outputs...)`, or one that
/// takes a `const wb::CudaContext&`.
template <auto f>
inline constexpr Entry entry_of = {
    detail::Signature<decltype(f)>::params, detail::Signature<decltype(f)>::count,
    [](const Context& context, const Slot* slots) {
      using Signature = detail::Signature<decltype(f)>;
      Signature::template call<f>(context, slots, std::make_index_sequence<Signature::count>());
    },
    detail::Signature<decltype(f)>::device};

}  // namespace wb
