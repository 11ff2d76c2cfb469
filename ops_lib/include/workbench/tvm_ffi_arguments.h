// What a caller of tvm-ffi's C ABI hands over, read into the slots of a kernel's parameters.
#pragma once

#include <workbench/entry_run.h>
#include <workbench/tvm_ffi_abi.h>

#include <cstring>
#include <deque>
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

/// A mistake in how the function is called, not in what it computes.
struct Misuse : Error {
  const char* kind;
  template <class... Parts>
  explicit Misuse(const char* kind, const Parts&... parts) : Error(parts...), kind(kind) {}
};

/// The arguments of one call; lists that it makes of them live as long as it does.
class Reader {
 public:
  Reader(const OpSpec& spec, const Any* arguments)
      : spec_(spec), any_(*spec.entries[0]), given_(arguments) {}
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

 protected:
  const char* name(size_t i) const { return spec_.names[i]; }

  template <class... Parts>
  [[noreturn]] void refuse(const char* kind, size_t i, const Parts&... parts) const {
    const bool output = i >= any_.argument_count();
    throw Misuse(kind, output ? "output '" : "argument '", name(i), "' ", parts...);
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

  AnyTensor tensor(size_t i, const Any& value) const {
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

  const OpSpec& spec_;
  const Entry& any_;  ///< entries differ in element types only
  const Any* given_;

 private:
  [[noreturn]] void refuse_type(size_t i, const char* wanted, int32_t type) const {
    refuse("TypeError", i, "is to be ", wanted, "; a value of tvm-ffi's type ", type, " was given");
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

  std::deque<std::vector<AnyTensor>> lists_;
  std::deque<std::vector<int64_t>> integers_;
  std::deque<std::vector<double>> reals_;
};

}  // namespace wb::tvm_ffi
