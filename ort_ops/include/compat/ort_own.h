// Makes an op library for ONNX Runtime of a user's own C++, which ort_prologue.h came before. Two
// forms, of which the generated text after the user's source has one:
//
//   WB_ORT_OWN_LIBRARY()                      the source defines RegisterCustomOps
//   WB_ORT_OWN_OPS("my.domain", FooOp, ...)   it has op structs only; these are registered
#pragma once

#include <compat/ort_own_ops.h>

// What a source calls as Ort::InitApi() or OrtGetApiBase(). Inside the library only.
extern "C" const OrtApiBase* OrtGetApiBase() NO_EXCEPTION {
  return &wb::own::Runtime::instance().base;
}

#undef RegisterCustomOps
#define WB_ORT_OWN_EXPORT extern "C" __attribute__((visibility("default")))

/// The source registers its ops itself.
#define WB_ORT_OWN_LIBRARY()                                                 \
  WB_ORT_OWN_EXPORT OrtStatus* RegisterCustomOps(OrtSessionOptions* options, \
                                                 const OrtApiBase* base) {   \
    return wb::own::enter(options, base, &wb_user_RegisterCustomOps);        \
  }

/// The source has op structs; they are registered in one domain.
#define WB_ORT_OWN_OPS(domain, ...)                                                              \
  WB_ORT_OWN_EXPORT OrtStatus* RegisterCustomOps(OrtSessionOptions* options,                     \
                                                 const OrtApiBase* base) {                       \
    const auto manifest = [] { return wb::own::Ops::instance().manifest<__VA_ARGS__>(domain); }; \
    if (wb::ort::is_question(options, base, manifest)) return nullptr;                           \
    return wb::own::enter(options, base, [](OrtSessionOptions* o, const OrtApiBase*) {           \
      return wb::own::Ops::instance().add<__VA_ARGS__>(o, domain);                               \
    });                                                                                          \
  }
