// The part of ONNX Runtime's C ABI that a program needs to run a model, beside what op libraries
// need (ort_abi.h). It is handed on with an op, so that a program can be built where there is
// nothing of ONNX Runtime but its shared library.
//
// tests/engine/test_ort_abi.py compares each declaration with the official header, so keep them in
// the shape that they have: one function or enumerator a line.
#pragma once

#include <workbench/ort_abi.h>

#if defined(_WIN32)
using OrtChar = wchar_t;
#else
using OrtChar = char;
#endif

namespace wb::ort::abi {

// Types that only the runtime looks into.
struct OrtEnv;
struct OrtMemoryInfo;
struct OrtRunOptions;
struct OrtSession;

enum OrtLoggingLevel {
  ORT_LOGGING_LEVEL_WARNING = 2,
  ORT_LOGGING_LEVEL_ERROR = 3,
};

enum OrtAllocatorType {
  OrtArenaAllocator = 1,
};

// clang-format off
inline constexpr Function<OrtStatus*(OrtLoggingLevel, const char*, OrtEnv**)> CreateEnv{3};
inline constexpr Function<OrtStatus*(const OrtEnv*)> DisableTelemetryEvents{6};
inline constexpr Function<OrtStatus*(const OrtEnv*, const OrtChar*, const OrtSessionOptions*, OrtSession**)> CreateSession{7};
inline constexpr Function<OrtStatus*(OrtSession*, const OrtRunOptions*, const char* const*, const OrtValue* const*, size_t, const char* const*, size_t, OrtValue**)> Run{9};
inline constexpr Function<OrtStatus*(OrtSessionOptions**)> CreateSessionOptions{10};
inline constexpr Function<OrtStatus*(const OrtMemoryInfo*, void*, size_t, const int64_t*, size_t, ONNXTensorElementDataType, OrtValue**)> CreateTensorWithDataAsOrtValue{49};
inline constexpr Function<OrtStatus*(OrtAllocatorType, OrtMemType, OrtMemoryInfo**)> CreateCpuMemoryInfo{69};
inline constexpr Function<void(OrtEnv*)> ReleaseEnv{92};
inline constexpr Function<void(OrtMemoryInfo*)> ReleaseMemoryInfo{94};
inline constexpr Function<void(OrtSession*)> ReleaseSession{95};
inline constexpr Function<void(OrtSessionOptions*)> ReleaseSessionOptions{100};
inline constexpr Function<OrtStatus*(OrtSessionOptions*, const OrtChar*)> RegisterCustomOpsLibrary_V2{228};
// clang-format on

}  // namespace wb::ort::abi
