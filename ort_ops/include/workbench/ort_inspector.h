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

#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

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

/// What a library says of an op, and no op can have: nothing of it is asked further.
struct Claim : std::runtime_error {
  using std::runtime_error::runtime_error;
};

constexpr size_t kMostValues = 1 << 16;  ///< that an op may take or give: more than any has
constexpr size_t kLongestName = 4096;

/// A name, which may be of any length and end nowhere; `whose` is for what is said then.
inline std::string name_in(const char* text, const std::string& whose) {
  const size_t length = strnlen(text, kLongestName + 1);
  if (length > kLongestName) {
    throw Claim(whose + " is longer than " + std::to_string(kLongestName) + " characters");
  }
  return {text, length};
}

template <class Function>
void must_have(Function* function, const std::string& whose, const char* name) {
  if (function == nullptr) throw Claim(whose + " has no " + name);
}

inline void write_value(Json& json, abi::ONNXTensorElementDataType type, int characteristic) {
  json.raw("{").key("type").raw(std::to_string(static_cast<int>(type)));
  json.raw(",").key("characteristic").raw(std::to_string(characteristic)).raw("}");
}

inline void write_values(Json& json, const char* name, const abi::OrtCustomOp* op, bool inputs,
                         const std::string& whose) {
  must_have(inputs ? op->GetInputTypeCount : op->GetOutputTypeCount, whose,
            inputs ? "GetInputTypeCount" : "GetOutputTypeCount");
  must_have(inputs ? op->GetInputType : op->GetOutputType, whose,
            inputs ? "GetInputType" : "GetOutputType");
  const size_t count = inputs ? op->GetInputTypeCount(op) : op->GetOutputTypeCount(op);
  if (count > kMostValues) {
    throw Claim(whose + " says that it has " + std::to_string(count) + " " + name);
  }
  std::vector<size_t> positions(count);
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
  const std::string one = "an op of the domain '" + domain + "'";
  if (op == nullptr) throw Claim(one + " is a null pointer");
  must_have(op->GetName, one, "GetName");
  const char* given = op->GetName(op);
  if (given == nullptr) throw Claim(one + " has no name");
  const std::string name = name_in(given, "the name of " + one);
  const std::string whose = domain + "::" + name;
  must_have(op->GetExecutionProviderType, whose, "GetExecutionProviderType");
  const char* provider = op->GetExecutionProviderType(op);
  json.raw("{").key("domain").quote(domain);
  json.raw(",").key("name").quote(name);
  json.raw(",").key("provider");
  json.quote(provider == nullptr ? "" : name_in(provider, "the provider of " + whose));
  json.raw(",").key("api").number(op->version);
  write_values(json, "inputs", op, true, whose);
  write_values(json, "outputs", op, false, whose);
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
      std::vector<std::string> ops, wrong;
      if (!domain->named) wrong.push_back("a domain has no name");
      for (const abi::OrtCustomOp* op : domain->ops) {
        try {
          detail::Json one;
          detail::write_op(one, domain->name, op);
          ops.push_back(one.text());
        } catch (const detail::Claim& claim) {
          wrong.push_back(claim.what());
        }
      }
      json.raw("{").key("ops").list(ops, [&](const std::string& op) { json.raw(op); });
      json.raw(",").key("wrong").list(wrong, [&](const std::string& why) { json.quote(why); });
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
