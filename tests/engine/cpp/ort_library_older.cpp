#include <workbench/ort_library.h>

// The runtime as one that calls itself 1.23, and so is not asked for what came later.
WB_ORT_EXPORT wb::ort::abi::OrtStatus* RegisterCustomOps(wb::ort::abi::OrtSessionOptions* options,
                                                         const wb::ort::abi::OrtApiBase* base) {
  static wb::ort::abi::OrtApiBase older;
  older = {base->GetApi, [] { return "1.23.2"; }};
  return wb::ort::Library::instance().register_ops(options, &older, 17);
}
