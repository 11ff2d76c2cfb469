// The part of tvm-ffi's C ABI that we use, in declarations of our own: what a module's functions
// take and give. Nothing of tvm-ffi is needed to compile or to link this, nor to load what is made.
#pragma once

#include <dlfcn.h>
#include <workbench/dtype.h>

#include <cstddef>
#include <cstdint>

namespace wb::tvm_ffi {

/// What an Any holds: a value below 64, an object from there on.
enum Type : int32_t {
  kNone = 0,
  kInteger = 1,
  kBoolean = 2,
  kReal = 3,
  kTensorView = 7,  ///< DLTensor*
  kRawText = 8,     ///< const char*
  kSmallText = 11,  ///< up to 7 bytes, in the Any
  kFirstObject = 64,
  kText = 65,    ///< Object, Bytes
  kShape = 69,   ///< Object, Integers
  kTensor = 70,  ///< Object, DLTensor
  kArray = 71,   ///< Object, Sequence
  kList = 75,    ///< Object, Sequence
};

/// DLPack's DLDevice, DLDataType, DLTensor and DLManagedTensor.
struct Device {
  int32_t type;  ///< 1: the CPU's memory
  int32_t number;
};
struct ElementType {
  uint8_t code;
  uint8_t bits;
  uint16_t lanes;
};
struct DLTensor {
  void* data;
  Device device;
  int32_t rank;
  ElementType dtype;
  int64_t* sizes;
  int64_t* strides;  ///< in elements; null: row-major without gaps
  uint64_t offset;   ///< in bytes
};
struct ManagedTensor {
  DLTensor tensor;
  void* context;
  void (*deleter)(ManagedTensor* self);
};

struct Object {
  uint64_t references;
  int32_t type;
  uint32_t padding;
  void (*deleter)(void* self, int flags);
};
struct Bytes {
  const char* data;
  size_t size;
};
struct Integers {
  const int64_t* data;
  size_t size;
};
struct Sequence {
  void* data;  ///< of Any
  int64_t size;
  int64_t capacity;
  void (*deleter)(void* data);
};
struct ErrorText {
  Bytes kind;
  Bytes message;
  Bytes backtrace;
};

struct Any {
  int32_t type;
  uint32_t small;  ///< the length of a small text, else 0
  union {
    int64_t integer;
    double real;
    void* pointer;
    char bytes[8];
  };
};
static_assert(sizeof(Any) == 16 && sizeof(Object) == 24 && sizeof(DLTensor) == 48);

/// A module's function; its symbol is `__tvm_ffi_` and its name. 0, or an error was raised.
using Function = int (*)(void* self, const Any* arguments, int32_t count, Any* result);

/// What follows an object's head.
template <class T>
const T& body_of(const void* object) {
  return *reinterpret_cast<const T*>(static_cast<const Object*>(object) + 1);
}

/// A function of tvm-ffi's own library, where the process has loaded that; else null.
template <class F>
F loaded(const char* name) {
  void* found = dlsym(RTLD_DEFAULT, name);
  if (found == nullptr) {
    void* library = dlopen("libtvm_ffi.so", RTLD_LAZY | RTLD_NOLOAD);
    if (library != nullptr) found = dlsym(library, name);
  }
  return reinterpret_cast<F>(found);
}

inline constexpr uint8_t kCodes[] = {0, 2, 2, 2, 4, 0, 0, 0, 0, 1, 1, 1, 1, 6, 10, 12};
static_assert(sizeof(kCodes) == dtype_count);

/// DLPack's word for an element type of ours.
inline ElementType dlpack_of(DType dtype) {
  return {kCodes[static_cast<size_t>(dtype)], static_cast<uint8_t>(8 * size_of(dtype)), 1};
}

inline DType dtype_from(ElementType given) {
  for (size_t i = 1; i < dtype_count; ++i) {
    const ElementType known = dlpack_of(static_cast<DType>(i));
    if (known.code == given.code && known.bits == given.bits && given.lanes == 1) {
      return static_cast<DType>(i);
    }
  }
  return DType::none;
}

}  // namespace wb::tvm_ffi
