// Comes before a user's own C++ against ONNX Runtime's official headers (workbench/engine sees to
// that), so that it builds as it is, and into a library that loads:
//
// - The headers look for the runtime's OrtGetApiBase when the library is loaded, which no op
//   library finds; ORT_API_MANUAL_INIT stops that, and ort_own.h starts the API instead.
// - A library that asks for the API of its headers fails on every older runtime. The ABI only
//   grows, so it asks for the version declared as the oldest to serve, WB_ORT_API_VERSION.
// - The headers are this machine's, or those that the source brings itself: from 1.12 on.
// - What Visual C++ alone knows, __declspec(dllexport), says nothing here: see the end of this
// file.
// - What older tutorials use and the headers dropped is put back: ort_custom_op_api.h.
#pragma once

#ifndef ORT_API_MANUAL_INIT
#define ORT_API_MANUAL_INIT
#endif

#include <onnxruntime_c_api.h>

static_assert(ORT_API_VERSION == WB_ORT_HEADERS, "the headers are not those that were found");

#if ORT_API_VERSION > WB_ORT_API_VERSION
#undef ORT_API_VERSION
#define ORT_API_VERSION WB_ORT_API_VERSION
#endif

#include <compat/ort_custom_op_api.h>
#include <compat/ort_own_ops.h>
#include <onnxruntime_cxx_api.h>

// The entry point is ort_own.h's; it calls the user's, where there is one. Declared here, so that
// a source that forgets the linkage has it all the same.
#define RegisterCustomOps wb_user_RegisterCustomOps
extern "C" OrtStatus* RegisterCustomOps(OrtSessionOptions* options, const OrtApiBase* base);

#ifndef _MSC_VER
#define __declspec(what)
#endif
