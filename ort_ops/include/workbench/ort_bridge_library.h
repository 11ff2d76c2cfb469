// Makes one op library for ONNX Runtime out of files with wb::bridge::Op, see ort_bridge.h. To be
// included by exactly one file of the library, which reads:
//
//   #include <workbench/ort_bridge_library.h>
//   WB_ORT_BRIDGE_LIBRARY(17)
//
// in the place of ort_library.h and WB_ORT_LIBRARY, also of a library that has other kernels, too.
// Torch's ops are looked up when a session asks for the library, so that a missing one is an error
// with a name before anything runs.
#pragma once

#include <workbench/ort_bridge.h>
#include <workbench/ort_library.h>

namespace wb::bridge {

inline ort::abi::OrtStatus* register_ops(ort::abi::OrtSessionOptions* options,
                                         const ort::abi::OrtApiBase* base,
                                         uint32_t api_version) noexcept {
  static std::mutex& mutex = *new std::mutex;
  if (const ort::abi::OrtApi* api = base->GetApi(api_version)) {
    ort::abi::OrtStatus* failed = ort::guarded(api, "op library", [] {
      const std::lock_guard<std::mutex> lock(mutex);
      prepare();
    });
    if (failed != nullptr) return failed;
  }
  return ort::Library::instance().register_ops(options, base, api_version);
}

}  // namespace wb::bridge

#define WB_ORT_BRIDGE_LIBRARY(api_version)                                                   \
  static_assert((api_version) >= wb::ort::abi::kOldestApiVersion,                            \
                "op libraries need ONNX Runtime 1.17 or newer");                             \
  WB_ORT_ENTRY(wb_ort_register, wb::ort::abi::OrtStatus, wb::ort::abi::OrtSessionOptions,    \
               wb::ort::abi::OrtApiBase) {                                                   \
    const auto manifest = [] { return wb::ort::Library::instance().manifest(api_version); }; \
    if (wb::ort::is_question(options, base, manifest)) return nullptr;                       \
    return wb::bridge::register_ops(options, base, api_version);                             \
  }
