// Makes an op library for ONNX Runtime of a user's own C++, which ort_prologue.h came before. Two
// forms, of which the generated text after the user's source has one:
//
//   WB_ORT_OWN_LIBRARY(function)                        the source defines RegisterCustomOps
//   WB_ORT_OWN_SOURCE(function)
//   WB_ORT_OWN_OPS(function, "my.domain", FooOp, ...)   it has op structs only; these are
//   WB_ORT_OWN_ENTRY(function)                          registered
//
// The function is what registers them, see ort_entry.h: several such sources may be in one library,
// where only one of them defines RegisterCustomOps.
#pragma once

#include <compat/ort_own_ops.h>
#include <workbench/ort_entry.h>

// What a source calls as Ort::InitApi() or OrtGetApiBase(). Inside the library only, once.
extern "C" __attribute__((weak)) const OrtApiBase* OrtGetApiBase() NO_EXCEPTION {
  return &wb::own::Runtime::instance().base;
}

#undef RegisterCustomOps

/// The source registers its ops itself.
#define WB_ORT_OWN_LIBRARY(function)                                  \
  WB_ORT_ENTRY(function, OrtStatus, OrtSessionOptions, OrtApiBase) {  \
    return wb::own::enter(options, base, &wb_user_RegisterCustomOps); \
  }

/// Tells the ops that a function registers from those of others.
#define WB_ORT_OWN_SOURCE(function) \
  namespace {                       \
  struct function##_ops {};         \
  }

/// The source has op structs; they are registered in one domain. Behind WB_ORT_OWN_SOURCE; where
/// ops share a source, each of them has both.
#define WB_ORT_OWN_OPS(function, domain, ...)                                           \
  WB_ORT_FUNCTION(function, OrtStatus, OrtSessionOptions, OrtApiBase) {                 \
    using Ops = wb::own::Ops<function##_ops>;                                           \
    const auto manifest = [] { return Ops::instance().manifest<__VA_ARGS__>(domain); }; \
    if (wb::ort::is_question(options, base, manifest)) return nullptr;                  \
    return wb::own::enter(options, base, [](OrtSessionOptions* o, const OrtApiBase*) {  \
      return Ops::instance().add<__VA_ARGS__>(o, domain);                               \
    });                                                                                 \
  }

/// The entry point of a source with op structs, once in a file, for the library of one op.
#define WB_ORT_OWN_ENTRY(function) \
  WB_ORT_ENTRY_POINT(function, OrtStatus, OrtSessionOptions, OrtApiBase)
