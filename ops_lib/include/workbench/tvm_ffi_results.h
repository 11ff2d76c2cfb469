// Outputs that a function of tvm-ffi's C ABI allocates itself, and how its caller gets them.
#pragma once

#include <workbench/entry_run.h>
#include <workbench/tvm_ffi_abi.h>

#include <cstdlib>
#include <memory>
#include <vector>

namespace wb::tvm_ffi {

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

/// Gives outputs to the caller: one as a tensor, several as an array.
inline void hand_over(std::vector<std::unique_ptr<Owned>>& outputs, const char* const* names,
                      Any* result) {
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
  for (size_t i = 0; i < outputs.size(); ++i) {
    check(outputs[i] != nullptr, "output '", names[i], "' was not allocated");
    Any one{kTensor, 0, {0}};
    check(tensor_of(outputs[i].get(), 0, 0, &one.pointer) == 0, "tvm-ffi takes no output");
    static_cast<void>(outputs[i].release());
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

}  // namespace wb::tvm_ffi
