// Values on torch's stack, in the stable ABI's encoding: tensors that are owned, and the arguments
// of a call as a kernel takes them. For torch_library.h.
#pragma once

#ifndef TORCH_TARGET_VERSION
#define TORCH_TARGET_VERSION (((0ULL + 2) << 56) | ((0ULL + 10) << 48))
#endif

#include <torch/csrc/stable/c/shim.h>
#include <workbench/torch_op.h>

#include <cstring>
#include <string>
#include <vector>

#if TORCH_FEATURE_VERSION < TORCH_VERSION_2_10_0
#error "workbench/torch_library.h needs torch 2.10 or newer"
#endif

namespace wb::torch_op {

inline void require(AOTITorchError error, const char* what) {
  if (error != AOTI_TORCH_SUCCESS) fail("torch could not ", what);
}

/// An owning reference to a torch tensor.
class TensorHandle {
 public:
  TensorHandle() = default;
  explicit TensorHandle(AtenTensorHandle handle) : handle_(handle) {}
  TensorHandle(TensorHandle&& other) noexcept : handle_(other.release()) {}
  TensorHandle& operator=(TensorHandle&& other) noexcept {
    reset(other.release());
    return *this;
  }
  ~TensorHandle() { reset(nullptr); }

  AtenTensorHandle get() const { return handle_; }
  AtenTensorHandle release() {
    AtenTensorHandle handle = handle_;
    handle_ = nullptr;
    return handle;
  }
  void reset(AtenTensorHandle handle) {
    if (handle_ != nullptr) aoti_torch_delete_tensor_object(handle_);
    handle_ = handle;
  }

 private:
  AtenTensorHandle handle_ = nullptr;
};

inline int32_t torch_dtype(DType dtype) {
  // clang-format off
  switch (dtype) {
    case DType::float32: return aoti_torch_dtype_float32();
    case DType::float64: return aoti_torch_dtype_float64();
    case DType::float16: return aoti_torch_dtype_float16();
    case DType::bfloat16: return aoti_torch_dtype_bfloat16();
    case DType::int8: return aoti_torch_dtype_int8();
    case DType::int16: return aoti_torch_dtype_int16();
    case DType::int32: return aoti_torch_dtype_int32();
    case DType::int64: return aoti_torch_dtype_int64();
    case DType::uint8: return aoti_torch_dtype_uint8();
    case DType::uint16: return aoti_torch_dtype_uint16();
    case DType::uint32: return aoti_torch_dtype_uint32();
    case DType::uint64: return aoti_torch_dtype_uint64();
    case DType::boolean: return aoti_torch_dtype_bool();
    case DType::float8_e4m3fn: return aoti_torch_dtype_float8_e4m3fn();
    case DType::float8_e5m2: return aoti_torch_dtype_float8_e5m2();
    case DType::none: break;
  }
  // clang-format on
  return -1;
}

inline DType dtype_from_torch(int32_t dtype) {
  for (int i = 1; i < static_cast<int>(dtype_count); ++i) {
    if (torch_dtype(static_cast<DType>(i)) == dtype) return static_cast<DType>(i);
  }
  return DType::none;
}

/// A value on torch's stack, in the stable ABI's encoding: the low bytes of 64 bits.
template <class T>
T decode(StackValue value) {
  static_assert(sizeof(T) <= sizeof(value));
  T decoded;
  const char* bytes = reinterpret_cast<const char*>(&value);
  const bool big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
  std::memcpy(&decoded, bytes + (big_endian ? sizeof(value) - sizeof(T) : 0), sizeof(T));
  return decoded;
}

template <class T>
StackValue encode(T value) {
  StackValue encoded = 0;
  char* bytes = reinterpret_cast<char*>(&encoded);
  const bool big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
  std::memcpy(bytes + (big_endian ? sizeof(encoded) - sizeof(T) : 0), &value, sizeof(T));
  return encoded;
}

/// A tensor's data, made contiguous; `tensor` then owns what is viewed.
inline AnyTensor open(TensorHandle& tensor) {
  bool contiguous = false;
  require(aoti_torch_is_contiguous(tensor.get(), &contiguous), "look at a tensor's strides");
  if (!contiguous) {
    StackValue stack[2] = {encode(tensor.release()),
                           encode(aoti_torch_memory_format_contiguous_format())};
    require(torch_call_dispatcher("aten::contiguous", "", stack, TORCH_ABI_VERSION),
            "make a tensor contiguous");
    tensor.reset(decode<AtenTensorHandle>(stack[0]));
  }
  int32_t dtype = 0;
  int64_t rank = 0;
  int64_t* sizes = nullptr;
  const void* data = nullptr;
  require(aoti_torch_get_dtype(tensor.get(), &dtype), "tell a tensor's dtype");
  require(aoti_torch_get_dim(tensor.get(), &rank), "tell a tensor's rank");
  require(aoti_torch_get_sizes(tensor.get(), &sizes), "tell a tensor's sizes");
  require(torch_get_const_data_ptr(tensor.get(), &data), "give access to a tensor's data");
  return {dtype_from_torch(dtype), data, sizes, rank};
}

/// One argument of a call, owned: taken off torch's stack.
struct Argument {
  Slot slot;
  std::vector<TensorHandle> tensors;
  std::vector<AnyTensor> views;  ///< one per tensor, once they are open
  std::string text;
  std::vector<int64_t> integers;
  std::vector<double> reals;

  void take(const ParamType& type, StackValue value) {
    if (type.may_be_none()) {
      StackValue* boxed = decode<StackValue*>(value);
      if (boxed == nullptr) return;
      value = *boxed;
      delete boxed;  // the stable ABI hands over an optional's value in a `new StableIValue`
    }
    slot.present = true;
    switch (type.kind) {
      case Kind::tensor:
        tensors.emplace_back(decode<AtenTensorHandle>(value));
        break;
      case Kind::tensors:
        if (type.may_lack_items()) {
          take_tensors(value);
        } else {
          take_items<AtenTensorHandle>(value, tensors);
        }
        break;
      case Kind::integer:
        slot.integer = decode<int64_t>(value);
        break;
      case Kind::boolean:
        slot.integer = decode<bool>(value) ? 1 : 0;
        break;
      case Kind::dtype:
        slot.integer = static_cast<int64_t>(dtype_from_torch(decode<int32_t>(value)));
        break;
      case Kind::real:
        slot.real = decode<double>(value);
        break;
      case Kind::text:
        take_text(decode<StringHandle>(value));
        break;
      case Kind::integers:
        take_items<int64_t>(value, integers);
        point_at(integers);
        break;
      case Kind::reals:
        take_items<double>(value, reals);
        point_at(reals);
        break;
      default:
        break;
    }
  }

  /// Opens the tensors and points the slot at what a kernel sees of them.
  void open_tensors(const ParamType& type) {
    for (TensorHandle& tensor : tensors) {
      views.push_back(tensor.get() != nullptr ? open(tensor)
                                              : AnyTensor());  // a list may lack some
    }
    if (type.kind == Kind::tensors) {
      point_at(views);
    } else if (!views.empty()) {
      slot.data = const_cast<void*>(views[0].data());
      slot.sizes = views[0].sizes().data();
      slot.count = views[0].rank();
    }
  }

  /// True if it is this element type.
  bool is(DType dtype) const { return slot.integer == static_cast<int64_t>(dtype); }

  /// "float32", "[float32, int64]" or "None".
  std::string dtypes(const ParamType& type) const {
    if (!slot.present) return "None";
    if (type.kind == Kind::dtype) return name_of(static_cast<DType>(slot.integer));
    std::string text;
    for (const AnyTensor& view : views) {
      text += text.empty() ? "" : ", ";
      text += view.present() ? name_of(view.dtype()) : "None";
    }
    return type.kind == Kind::tensors ? "[" + text + "]" : text;
  }

 private:
  void take_text(StringHandle handle) {
    size_t size = 0;
    const char* data = nullptr;
    torch_string_length(handle, &size);
    torch_string_c_str(handle, &data);
    text.assign(data, size);
    torch_delete_string(handle);
    slot.data = text.data();
    slot.count = static_cast<int64_t>(size);
  }

  /// A list of optional tensors: each is handed over as an optional argument is.
  void take_tensors(StackValue value) {
    std::vector<StackValue> items;
    take_items<StackValue>(value, items);
    for (StackValue item : items) {
      StackValue* boxed = decode<StackValue*>(item);
      tensors.emplace_back(boxed == nullptr ? nullptr : decode<AtenTensorHandle>(*boxed));
      delete boxed;
    }
  }

  template <class T, class Items>
  static void take_items(StackValue value, Items& items) {
    const StableListHandle handle = decode<StableListHandle>(value);
    size_t size = 0;
    torch_list_size(handle, &size);
    items.reserve(size);
    for (size_t i = 0; i < size; ++i) {
      StackValue item = 0;
      torch_list_get_item(handle, i, &item);
      items.emplace_back(decode<T>(item));
    }
    torch_delete_list(handle);
  }

  template <class T>
  void point_at(std::vector<T>& items) {
    slot.data = items.data();
    slot.count = static_cast<int64_t>(items.size());
  }
};

}  // namespace wb::torch_op
