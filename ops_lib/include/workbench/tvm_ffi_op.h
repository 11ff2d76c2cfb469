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

#include <workbench/tvm_ffi_arguments.h>
#include <workbench/tvm_ffi_results.h>

#include <cstdio>
#include <deque>
#include <exception>
#include <memory>
#include <vector>

namespace wb::tvm_ffi {

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

/// One call.
class Call : Reader {
 public:
  Call(const OpSpec& spec, const Any* arguments, int32_t count) : Reader(spec, arguments) {
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
    if (returns_) hand_over(owned_, spec_.names + any_.argument_count(), result);
  }

 private:
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

  bool returns_ = false;
  std::vector<Slot> slots_;
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
