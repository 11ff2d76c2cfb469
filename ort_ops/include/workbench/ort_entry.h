// The entry point of an op library, in two parts: a function of a name of its own, which registers
// the ops, and RegisterCustomOps, which the runtime looks for and which calls it. Where objects of
// several op libraries are linked into one, that one has a RegisterCustomOps of its own, which
// calls the functions of all (ort_joined.h): so theirs give way to it.
#pragma once

#if defined(_WIN32)
#define WB_ORT_EXPORT extern "C" __declspec(dllexport)
#define WB_ORT_GIVES_WAY
#else
#define WB_ORT_EXPORT extern "C" __attribute__((visibility("default")))
#define WB_ORT_GIVES_WAY
#endif
#if defined(__ELF__)
#undef WB_ORT_GIVES_WAY
#define WB_ORT_GIVES_WAY __attribute__((weak))
#endif

/// Begins the definition of `function`, whose parameters are `options` and `base`.
#define WB_ORT_FUNCTION(function, Status, Options, Base) \
  extern "C" Status* function(Options*, const Base*);    \
  extern "C" Status* function(Options* options, const Base* base)

/// Defines the entry point that calls `function`.
#define WB_ORT_ENTRY_POINT(function, Status, Options, Base)                                      \
  extern "C" Status* function(Options*, const Base*);                                            \
  WB_ORT_EXPORT WB_ORT_GIVES_WAY Status* RegisterCustomOps(Options* options, const Base* base) { \
    return function(options, base);                                                              \
  }

/// Both, where a file has one function.
#define WB_ORT_ENTRY(function, Status, Options, Base) \
  WB_ORT_ENTRY_POINT(function, Status, Options, Base) \
  WB_ORT_FUNCTION(function, Status, Options, Base)
