// A library that says what another op library registers, without a session: RegisterCustomOps of
// the other one is called with a recorder in the session's place (ort_recorder.h).
//
// ONNX Runtime hands out its function table to op libraries, so this one is such: first
// wb_inspect says which library is meant, then the runtime is told to register this one.
#pragma once

#include <dlfcn.h>
#include <workbench/ort_json.h>
#include <workbench/ort_recorder.h>
#include <workbench/ort_status.h>

#include <string>

namespace wb::ort {

/// Which library is looked at, and who is told.
struct Inspection {
  std::string library;
  void (*told)(const char* json) = nullptr;
  void (*refused)(uint32_t version) = nullptr;
};

inline Inspection& inspection() {
  static Inspection one;
  return one;
}

namespace detail {

/// How far a library filled in an op: by its version, as the runtime reads it.
inline bool has_characteristics(const abi::OrtCustomOp* op) { return op->version >= 8; }
inline bool has_variadic(const abi::OrtCustomOp* op) { return op->version >= 14; }
inline bool has_versions(const abi::OrtCustomOp* op) { return op->version >= 17; }

inline void write_value(Json& json, abi::ONNXTensorElementDataType type, int characteristic) {
  json.raw("{").key("type").number(static_cast<size_t>(type));
  json.raw(",").key("characteristic").raw(std::to_string(characteristic)).raw("}");
}

inline void write_values(Json& json, const char* name, const abi::OrtCustomOp* op, bool inputs) {
  std::vector<size_t> positions(inputs ? op->GetInputTypeCount(op) : op->GetOutputTypeCount(op));
  for (size_t i = 0; i < positions.size(); ++i) positions[i] = i;
  const auto characteristic = inputs ? op->GetInputCharacteristic : op->GetOutputCharacteristic;
  const bool asked = has_characteristics(op) && characteristic != nullptr;
  json.raw(",").key(name).list(positions, [&](size_t i) {
    write_value(json, inputs ? op->GetInputType(op, i) : op->GetOutputType(op, i),
                asked ? characteristic(op, i) : abi::INPUT_OUTPUT_REQUIRED);
  });
}

inline void write_number(Json& json, const char* name, const abi::OrtCustomOp* op, bool known,
                         int (*asked)(const abi::OrtCustomOp*), int otherwise) {
  const int value = known && asked != nullptr ? asked(op) : otherwise;
  json.raw(",").key(name).raw(std::to_string(value));
}

inline void write_op(Json& json, const std::string& domain, const abi::OrtCustomOp* op) {
  const char* provider = op->GetExecutionProviderType(op);
  const char* name = op->GetName(op);
  if (name == nullptr) fail("an op of the domain '", domain, "' has no name");
  json.raw("{").key("domain").quote(domain);
  json.raw(",").key("name").quote(name);
  json.raw(",").key("provider").quote(provider == nullptr ? "" : provider);
  json.raw(",").key("api").number(op->version);
  write_values(json, "inputs", op, true);
  write_values(json, "outputs", op, false);
  const bool variadic = has_variadic(op);
  write_number(json, "least_inputs", op, variadic, op->GetVariadicInputMinArity, 1);
  write_number(json, "inputs_alike", op, variadic, op->GetVariadicInputHomogeneity, 1);
  write_number(json, "least_outputs", op, variadic, op->GetVariadicOutputMinArity, 1);
  write_number(json, "outputs_alike", op, variadic, op->GetVariadicOutputHomogeneity, 1);
  const bool versions = has_versions(op);
  write_number(json, "since_version", op, versions, op->GetStartVersion, 1);
  write_number(json, "until_version", op, versions, op->GetEndVersion, 0);
  json.raw("}");
}

}  // namespace detail

/// Tells what the library registers, as JSON: a list of its ops, in the order of their domains.
inline abi::OrtStatus* inspect(abi::OrtSessionOptions* options,
                               const abi::OrtApiBase* base) noexcept {
  const abi::OrtApi* api = base->GetApi(1);
  if (api == nullptr) return nullptr;
  abi::OrtStatus* failed = nullptr;
  const auto ask = [&] {
    using Register = abi::OrtStatus* (*)(abi::OrtSessionOptions*, const abi::OrtApiBase*);
    const Inspection& asked = inspection();
    void* library = dlopen(asked.library.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (library == nullptr) fail(dlerror());
    void* found = dlsym(library, "RegisterCustomOps");
    if (found == nullptr) fail(asked.library, " has no RegisterCustomOps");
    const auto domains = Recorder::instance().record(
        base,
        [&](const abi::OrtApiBase* recording) {
          failed = reinterpret_cast<Register>(found)(options, recording);
        },
        asked.refused);
    if (failed != nullptr) return;
    detail::Json json;
    json.list(domains, [&](const RecordedDomain* domain) {
      json.raw("{").key("domain").quote(domain->name).raw(",").key("ops");
      json.list(domain->ops,
                [&](const abi::OrtCustomOp* op) { detail::write_op(json, domain->name, op); });
      json.raw("}");
    });
    asked.told(json.text().c_str());
  };
  abi::OrtStatus* thrown = guarded(api, "the op library", ask,
                                   "RegisterCustomOps threw something that is no std::exception");
  return failed != nullptr ? failed : thrown;
}

}  // namespace wb::ort

/// Makes the entry points. The callbacks are called while the runtime registers this library:
/// `told` with what the other one has, `refused` with each version of the function table that it
/// asks for and this runtime does not have.
#define WB_ORT_INSPECTOR()                                                                      \
  extern "C" __attribute__((visibility("default"))) void wb_inspect(                            \
      const char* library, void (*told)(const char*), void (*refused)(uint32_t)) {              \
    wb::ort::inspection() = {library, told, refused};                                           \
  }                                                                                             \
  extern "C" __attribute__((visibility("default"))) wb::ort::abi::OrtStatus* RegisterCustomOps( \
      wb::ort::abi::OrtSessionOptions* options, const wb::ort::abi::OrtApiBase* base) {         \
    return wb::ort::inspect(options, base);                                                     \
  }
