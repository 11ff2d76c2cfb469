// Between exceptions on our side of ONNX Runtime's C ABI and statuses on the other.
#pragma once

#include <workbench/error.h>
#include <workbench/ort_abi.h>

#include <exception>
#include <string>
#include <utility>

namespace wb::ort {

/// Throws what a failed call says. `status` is released.
inline void require(const abi::OrtApi* api, abi::OrtStatus* status) {
  if (status == nullptr) return;
  const Error error(std::string_view(abi::GetErrorMessage(api, status)));
  abi::ReleaseStatus(api, status);
  throw error;
}

/// True if the call went well. `status` is released.
inline bool succeeded(const abi::OrtApi* api, abi::OrtStatus* status) {
  if (status == nullptr) return true;
  abi::ReleaseStatus(api, status);
  return false;
}

inline abi::OrtStatus* make_status(const abi::OrtApi* api, const char* where,
                                   const char* what) noexcept {
  try {
    return abi::CreateStatus(api, abi::ORT_FAIL, (std::string(where) + ": " + what).c_str());
  } catch (...) {  // no memory for the text
    return abi::CreateStatus(api, abi::ORT_FAIL, what);
  }
}

/// Runs the body of a callback; an exception becomes a status that names `where`, and where it is
/// none of the standard's, says `unknown`.
template <class F>
abi::OrtStatus* guarded(
    const abi::OrtApi* api, const char* where, F&& body,
    const char* unknown = "the kernel threw something that is no std::exception") noexcept {
  try {
    body();
    return nullptr;
  } catch (const std::exception& error) {
    return make_status(api, where, error.what());
  } catch (...) {
    return make_status(api, where, unknown);
  }
}

/// Calls `release` on a handle of the runtime at the end of a scope.
template <class Handle>
class Owned {
 public:
  Owned(const abi::OrtApi* api, const abi::Function<void(Handle*)>& release)
      : api_(api), release_(release) {}
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
  ~Owned() {
    if (handle_ != nullptr) release_(api_, handle_);
  }

  Handle** out() { return &handle_; }
  Handle* get() const { return handle_; }
  Handle* release() { return std::exchange(handle_, nullptr); }

 private:
  const abi::OrtApi* api_;
  abi::Function<void(Handle*)> release_;
  Handle* handle_ = nullptr;
};

}  // namespace wb::ort
