// Makes a plain C function of typed kernel functions, as tvm-ffi calls them. Generated glue reads:
//
//   #include <workbench/tvm_ffi_op.h>
//
//   void wb_entry_0(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y);
//   static void shapes(const wb::ShapeArg* args, wb::Shape* out) { out[0] = args[0].shape(); }
//   static const char* const names[] = {"x", "y"};
//
//   WB_TVM_FFI_OP(twice, shapes, names, wb_entry_0)
//
// The function `__tvm_ffi_twice` takes the op's arguments in their order, then its outputs, which
// the caller has allocated: twice(x, y). Without them it allocates and returns them, one as a
// tensor, several as an array: y = twice(x). Loops run on the caller's thread.
#pragma once

#include <workbench/entry_run.h>
#include <workbench/tvm_ffi_abi.h>

#include <cstdio>
#include <cstdlib>
#include <deque>
#include <exception>
#include <memory>
#include <vector>

namespace wb::tvm_ffi {

/// One op with its kernels, which differ in element types only.
struct OpSpec {
  const char* name;
  const char* const* names;  ///< of the arguments, then of the outputs
  ShapeFn shapes;
  const Entry* const* entries;
  size_t entry_count;
};

template <auto... kernels>
inline constexpr const Entry* entries_of[] = {&entry_of<kernels>...};

/// Hands an error to the caller; where nobody can take it, it is printed.
inline int raise(const char* kind, const char* message) {
  using Raise = void (*)(const char* kind, const char* message);
  if (const auto set = loaded<Raise>("TVMFFIErrorSetRaisedFromCStr")) {
    set(kind, message);
  } else {
    std::fprintf(stderr, "%s: %s\n", kind, message);
  }
  return -1;
}

/// A mistake in how the function is called, not in what it computes.
struct Misuse : Error {
  const char* kind;
  template <class... Parts>
  explicit Misuse(const char* kind, const Parts&... parts) : Error(parts...), kind(kind) {}
};

/// An output that the function has allocated, until the caller has it.
struct Owned : ManagedTensor {
  std::vector<int64_t> own_sizes;

  Owned(DType dtype, Span<const int64_t> wanted) : own_sizes(wanted.begin(), wanted.end()) {
    int64_t bytes = static_cast<int64_t>(size_of(dtype));
    for (const int64_t size : own_sizes) bytes *= size;
    const size_t room = (static_cast<size_t>(bytes) + 63) / 64 * 64 + 64;
    tensor = {std::aligned_alloc(64, room),
              {1, 0},
              static_cast<int32_t>(own_sizes.size()),
              dlpack_of(dtype),
              own_sizes.data(),
              nullptr,
              0};
    check(tensor.data != nullptr, "there is no memory for an output of sizes ", wanted);
    context = nullptr;
    deleter = [](ManagedTensor* self) { delete static_cast<Owned*>(self); };
  }
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
  ~Owned() { std::free(tensor.data); }
};

/// One call.
class Call {
 public:
  Call(const OpSpec& spec, const Any* arguments, int32_t count)
      : spec_(spec), any_(*spec.entries[0]), given_(arguments) {
    const int64_t wanted = static_cast<int64_t>(any_.argument_count());
    const int64_t all = static_cast<int64_t>(any_.count);
    if (count != wanted && count != all) {
      throw Misuse("TypeError", "it takes ", wanted, " arguments, and then its ", all - wanted,
                   " outputs or none of them; ", count, " were given");
    }
    returns_ = count == wanted && all != wanted;
  }

  void run(Any* result) {
    for (size_t i = 0; i < any_.argument_count(); ++i) slots_.push_back(argument(i));
    const Entry& entry = pick();
    outputs(entry);
    const Context context;
    entry.call(context, slots_.data());
    if (returns_) hand_over(result);
  }

 private:
  const char* name(size_t i) const { return spec_.names[i]; }

  template <class... Parts>
  [[noreturn]] void refuse(const char* kind, size_t i, const Parts&... parts) const {
    const bool output = i >= any_.argument_count();
    throw Misuse(kind, output ? "output '" : "argument '", name(i), "' ", parts...);
  }

  [[noreturn]] void refuse_type(size_t i, const char* wanted, int32_t type) const {
    refuse("TypeError", i, "is to be ", wanted, "; a value of tvm-ffi's type ", type, " was given");
  }

  Slot argument(size_t i) {
    const Any& value = given_[i];
    const ParamType& type = any_.params[i];
    Slot slot;
    if (value.type == kNone) {
      if (!type.optional) refuse("TypeError", i, "is None, and is not optional");
      return slot;
    }
    slot.present = true;
    switch (type.kind) {
      case Kind::tensor:
        put(slot, tensor(i, value));
        break;
      case Kind::tensors:
        tensors(i, slot, value);
        break;
      case Kind::integer:
      case Kind::boolean:
        if (value.type != kInteger && value.type != kBoolean) refuse_type(i, "an int", value.type);
        slot.integer = value.integer;
        break;
      case Kind::real:
        slot.real = real(i, value);
        break;
      case Kind::text:
        text(i, slot, value);
        break;
      case Kind::integers:
        integers(i, slot, value);
        break;
      default:
        reals(i, slot, value);
    }
    return slot;
  }

  AnyTensor tensor(size_t i, const Any& value) {
    if (value.type != kTensor && value.type != kTensorView) {
      refuse_type(i, "a tensor", value.type);
    }
    const DLTensor& x = value.type == kTensor ? body_of<DLTensor>(value.pointer)
                                              : *static_cast<const DLTensor*>(value.pointer);
    if (x.device.type != 1) {
      refuse("ValueError", i, "is on a device (DLPack's type ", x.device.type,
             "); the kernel is for the CPU's memory");
    }
    const DType dtype = dtype_from(x.dtype);
    if (dtype == DType::none) {
      refuse("TypeError", i, "has elements that no kernel takes (DLPack's code ", int{x.dtype.code},
             ", ", int{x.dtype.bits}, " bits, ", int{x.dtype.lanes}, " lanes)");
    }
    const Span<const int64_t> sizes(x.sizes, x.rank);
    bool empty = false;
    for (const int64_t size : sizes) empty = empty || size == 0;
    int64_t stride = 1;
    for (int64_t d = x.rank; x.strides != nullptr && !empty && d-- > 0;) {
      if (sizes[d] != 1 && x.strides[d] != stride) {
        refuse("ValueError", i, "is not contiguous: sizes ", sizes, ", strides ",
               Span<const int64_t>(x.strides, x.rank), "; copy it first");
      }
      stride *= sizes[d];
    }
    char* data = static_cast<char*>(x.data) + x.offset;
    if (reinterpret_cast<uintptr_t>(data) % size_of(dtype) != 0) {
      refuse("ValueError", i, "is not aligned to its elements");
    }
    return {dtype, data, x.sizes, x.rank};
  }

  static void put(Slot& slot, const AnyTensor& x) {
    slot.data = const_cast<void*>(x.data());
    slot.sizes = x.sizes().data();
    slot.count = x.rank();
    slot.index = static_cast<int64_t>(x.dtype());  // of an argument; outputs have a place there
  }

  Span<const Any> items(size_t i, const Any& value, const char* wanted) const {
    if (value.type != kArray && value.type != kList) refuse_type(i, wanted, value.type);
    const auto& list = body_of<Sequence>(value.pointer);
    return {static_cast<const Any*>(list.data), list.size};
  }

  void tensors(size_t i, Slot& slot, const Any& value) {
    auto& list = lists_.emplace_back();
    for (const Any& item : items(i, value, "a list of tensors")) list.push_back(tensor(i, item));
    slot.data = list.data();
    slot.count = static_cast<int64_t>(list.size());
  }

  double real(size_t i, const Any& value) const {
    if (value.type == kReal) return value.real;
    if (value.type != kInteger && value.type != kBoolean) refuse_type(i, "a float", value.type);
    return static_cast<double>(value.integer);
  }

  void text(size_t i, Slot& slot, const Any& value) const {
    Bytes found{};
    if (value.type == kRawText) {
      const char* raw = static_cast<const char*>(value.pointer);
      found = {raw, std::strlen(raw)};
    } else if (value.type == kSmallText) {
      found = {value.bytes, value.small};
    } else if (value.type == kText) {
      found = body_of<Bytes>(value.pointer);
    } else {
      refuse_type(i, "a text", value.type);
    }
    slot.data = const_cast<char*>(found.data);
    slot.count = static_cast<int64_t>(found.size);
  }

  void integers(size_t i, Slot& slot, const Any& value) {
    if (value.type == kShape) {
      const auto& shape = body_of<Integers>(value.pointer);
      slot.data = const_cast<int64_t*>(shape.data);
      slot.count = static_cast<int64_t>(shape.size);
      return;
    }
    auto& list = integers_.emplace_back();
    for (const Any& item : items(i, value, "a list of ints")) {
      if (item.type != kInteger && item.type != kBoolean) {
        refuse_type(i, "a list of ints", item.type);
      }
      list.push_back(item.integer);
    }
    slot.data = list.data();
    slot.count = static_cast<int64_t>(list.size());
  }

  void reals(size_t i, Slot& slot, const Any& value) {
    auto& list = reals_.emplace_back();
    for (const Any& item : items(i, value, "a list of floats")) list.push_back(real(i, item));
    slot.data = list.data();
    slot.count = static_cast<int64_t>(list.size());
  }

  const Entry& pick() const {
    for (size_t e = 0; e < spec_.entry_count; ++e) {
      if (fits(*spec_.entries[e])) return *spec_.entries[e];
    }
    std::string given;
    std::string known;
    for (size_t i = 0; i < any_.argument_count(); ++i) {
      const Kind kind = any_.params[i].kind;
      if (kind != Kind::tensor && kind != Kind::tensors) continue;
      given += given.empty() ? "" : ", ";
      given += dtypes(i);
    }
    for (size_t e = 0; e < spec_.entry_count; ++e) {
      known += (e == 0 ? "" : ", ") + dtypes_text(*spec_.entries[e]);
    }
    throw Misuse("TypeError", "no kernel for dtypes (", given, "); there are: ", known);
  }

  std::string dtypes(size_t i) const {
    const Slot& slot = slots_[i];
    if (!slot.present) return "none";
    if (any_.params[i].kind == Kind::tensor) return name_of(static_cast<DType>(slot.index));
    std::string text;
    for (const AnyTensor& x : Span(static_cast<const AnyTensor*>(slot.data), slot.count)) {
      text += (text.empty() ? "" : ", ") + std::string(name_of(x.dtype()));
    }
    return "[" + text + "]";
  }

  bool fits(const Entry& entry) const {
    for (size_t i = 0; i < slots_.size(); ++i) {
      const ParamType& param = entry.params[i];
      const Slot& slot = slots_[i];
      if (!slot.present || param.dtype == DType::none) continue;
      if (param.kind == Kind::tensor && slot.index != static_cast<int64_t>(param.dtype)) {
        return false;
      }
      if (param.kind != Kind::tensors) continue;
      for (const AnyTensor& x : Span(static_cast<const AnyTensor*>(slot.data), slot.count)) {
        if (x.dtype() != param.dtype) return false;
      }
    }
    return true;
  }

  void outputs(const Entry& entry) {
    entry_ = &entry;
    const size_t first = entry.argument_count();
    std::vector<Shape> shapes(entry.output_count(), Shape::unknown());
    std::vector<ShapeArg> known;
    for (size_t i = 0; i < first; ++i) known.push_back(shape_arg(entry.params[i], slots_[i]));
    spec_.shapes(known.data(), shapes.data());
    owned_.resize(shapes.size());
    for (size_t i = 0; i < shapes.size(); ++i) {
      const ParamType& type = entry.params[first + i];
      Slot slot;
      slot.present = true;
      slot.index = static_cast<int64_t>(i);
      slot.allocator = &allocator_;
      if (type.kind == Kind::allocated && !returns_) {
        refuse("ValueError", first + i,
               "has a size that only the kernel knows: give no outputs, and they are returned");
      }
      if (type.kind == Kind::output) {
        sizes_.push_back(known_sizes(shapes[i], i));
        Span<const int64_t> sizes(sizes_.back().data(), static_cast<int64_t>(sizes_.back().size()));
        slot.data = returns_ ? allocate(this, slot.index, sizes) : given(first + i, type, sizes);
        slot.sizes = sizes.data();
        slot.count = sizes.size();
      }
      slots_.push_back(slot);
    }
  }

  void* given(size_t i, const ParamType& type, Span<const int64_t> wanted) {
    const AnyTensor x = tensor(i, given_[i]);
    if (x.dtype() != type.dtype) {
      refuse("TypeError", i, "is to be ", name_of(type.dtype), ", and is ", name_of(x.dtype()));
    }
    bool same = x.rank() == wanted.size();
    for (int64_t d = 0; same && d < x.rank(); ++d) same = x.size(d) == wanted[d];
    if (!same) refuse("ValueError", i, "is to have sizes ", wanted, ", and has ", x.sizes());
    return const_cast<void*>(x.data());
  }

  static void* allocate(void* host, int64_t index, Span<const int64_t>& sizes) {
    Call& self = *static_cast<Call*>(host);
    auto& output = self.owned_[static_cast<size_t>(index)];
    check(output == nullptr, "output ", index, " was allocated twice");
    for (const int64_t size : sizes) check(size >= 0, "output ", index, " gets sizes ", sizes);
    const size_t at = self.entry_->argument_count() + static_cast<size_t>(index);
    output = std::make_unique<Owned>(self.entry_->params[at].dtype, sizes);
    sizes = {output->own_sizes.data(), sizes.size()};
    return output->tensor.data;
  }

  void hand_over(Any* result) {
    using FromDLPack = int (*)(ManagedTensor*, int32_t align, int32_t contiguous, void** out);
    using Global = int (*)(const Bytes* name, void** out);
    using Invoke = int (*)(void* function, Any* arguments, int32_t count, Any* result);
    using Release = int (*)(void* object);
    const auto tensor_of = loaded<FromDLPack>("TVMFFITensorFromDLPack");
    const auto find = loaded<Global>("TVMFFIFunctionGetGlobal");
    const auto invoke = loaded<Invoke>("TVMFFIFunctionCall");
    const auto release = loaded<Release>("TVMFFIObjectDecRef");
    check(tensor_of && find && invoke && release,
          "outputs are returned through tvm-ffi's library, which this process has not loaded; give "
          "them as the last arguments");
    std::vector<Any> made;
    for (size_t i = 0; i < owned_.size(); ++i) {
      check(owned_[i] != nullptr, "output '", name(any_.argument_count() + i),
            "' was not allocated");
      Any one{kTensor, 0, {0}};
      check(tensor_of(owned_[i].get(), 0, 0, &one.pointer) == 0, "tvm-ffi takes no output");
      static_cast<void>(owned_[i].release());
      made.push_back(one);
    }
    if (made.size() == 1) {
      *result = made[0];
      return;
    }
    const Bytes word{"ffi.Array", 9};
    void* array = nullptr;
    const int failed = find(&word, &array) != 0 || array == nullptr ||
                       invoke(array, made.data(), static_cast<int32_t>(made.size()), result) != 0;
    for (const Any& one : made) release(one.pointer);
    if (array != nullptr) release(array);
    check(!failed, "tvm-ffi makes no array of the outputs");
  }

  const OpSpec& spec_;
  const Entry& any_;  ///< entries differ in element types only
  const Any* given_;
  bool returns_ = false;
  std::vector<Slot> slots_;
  std::deque<std::vector<AnyTensor>> lists_;
  std::deque<std::vector<int64_t>> integers_;
  std::deque<std::vector<double>> reals_;
  std::deque<Sizes> sizes_;
  std::vector<std::unique_ptr<Owned>> owned_;
  const Entry* entry_ = nullptr;
  OutputAllocator allocator_{&allocate, this};
};

inline int call(const OpSpec& spec, const Any* arguments, int32_t count, Any* result) noexcept {
  const auto failed = [&](const char* kind, const char* what) {
    return raise(kind, Error(spec.name, ": ", what).what());
  };
  if (result != nullptr) *result = {kNone, 0, {0}};
  try {
    Call(spec, arguments, count).run(result);
    return 0;
  } catch (const Misuse& error) {
    return failed(error.kind, error.what());
  } catch (const std::exception& error) {
    return failed("RuntimeError", error.what());
  } catch (...) {
    return failed("RuntimeError", "the kernel threw something that is no std::exception");
  }
}

}  // namespace wb::tvm_ffi

/// Declares one function: its name, the shape function, the parameters' names, the kernels.
#define WB_TVM_FFI_OP(name, shapes, names, ...)                                            \
  extern "C" __attribute__((visibility("default"))) int __tvm_ffi_##name(                  \
      void*, const wb::tvm_ffi::Any* arguments, int32_t count, wb::tvm_ffi::Any* result) { \
    static const wb::tvm_ffi::OpSpec spec = {                                              \
        #name, names, shapes, wb::tvm_ffi::entries_of<__VA_ARGS__>,                        \
        sizeof(wb::tvm_ffi::entries_of<__VA_ARGS__>) / sizeof(const wb::Entry*)};          \
    return wb::tvm_ffi::call(spec, arguments, count, result);                              \
  }
