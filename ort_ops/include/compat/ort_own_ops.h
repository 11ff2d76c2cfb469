// What an op library of a user's own C++ does at its entry, for ort_own.h. It comes before the
// user's source, since that may have macros of any name (ThrowOnError(...), say).
#pragma once

#include <compat/ort_custom_op_api.h>
#include <workbench/ort_question.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <mutex>
#include <new>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace wb::own {

using Register = OrtStatus* (*)(OrtSessionOptions*, const OrtApiBase*);

inline OrtStatus* status_of(const OrtApi& api, std::string_view where, const char* what) noexcept {
  try {
    return api.CreateStatus(ORT_FAIL, (std::string(where) + ": " + what).c_str());
  } catch (...) {  // no memory for the text
    return api.CreateStatus(ORT_FAIL, what);
  }
}

/// Runs the user's code; an exception becomes a status that names `where`.
template <class F>
OrtStatus* guarded(const OrtApi& api, std::string_view where, F&& body) noexcept {
  try {
    return body();
  } catch (const std::exception& error) {
    return status_of(api, where, error.what());
  } catch (...) {
    return status_of(api, where, "the code threw something that is no std::exception");
  }
}

// -- a runtime that is older than the headers

/// How many functions the API of a version has. WB_ORT_NEW_SLOTS names the first new one of each.
inline size_t slots_of(unsigned version) {
#define WB_ORT_SLOT(since, function) \
  if (version < since) return offsetof(OrtApi, function) / sizeof(void*);
  WB_ORT_NEW_SLOTS
#undef WB_ORT_SLOT
  return sizeof(OrtApi) / sizeof(void*);
}

/// What the headers' classes call may be newer than the runtime: such a function fails with a
/// reason, instead of being whatever comes after the end of the runtime's table.
class PaddedApi {
 public:
  /// The table of `api`, of which `count` functions are there.
  static const OrtApi* make(const OrtApi* api, size_t count, const char* version) {
    constexpr size_t all = sizeof(OrtApi) / sizeof(void*);
    if (count >= all) return api;
    PaddedApi& self = instance();
    if (self.real_ == api) return self.table();
    self.real_ = api;
    self.reason_ = std::string("ONNX Runtime ") + version +
                   " lacks a function that the op's code calls: set ort.oldest in op.toml";
    std::array<void*, all> slots;
    std::memcpy(slots.data(), api, count * sizeof(void*));
    std::fill(slots.begin() + count, slots.end(), reinterpret_cast<void*>(&lacking));
    std::memcpy(self.bytes_, slots.data(), sizeof(OrtApi));
#if WB_ORT_HEADERS >= 23
    self.table()->GetTensorData = [](const OrtValue* value, const void** data) noexcept {
      return instance().real_->GetTensorMutableData(const_cast<OrtValue*>(value),
                                                    const_cast<void**>(data));
    };
#endif
    return self.table();
  }

 private:
  /// Some releases have members in it that are const, so that it cannot be made empty.
  OrtApi* table() { return reinterpret_cast<OrtApi*>(bytes_); }

  static PaddedApi& instance() {
    static PaddedApi& padded = *new PaddedApi;
    return padded;
  }

  /// Stands for functions of any arguments, which the caller takes off the stack again.
  static OrtStatus* lacking() {
    const PaddedApi& self = instance();
    return self.real_->CreateStatus(ORT_NOT_IMPLEMENTED, self.reason_.c_str());
  }

  const OrtApi* real_ = nullptr;
  alignas(OrtApi) unsigned char bytes_[sizeof(OrtApi)];
  std::string reason_;
};

/// The runtime that registers the ops, as the user's code sees it; GetApi is null before.
struct Runtime {
  OrtApiBase base;  // first: a pointer to it is all that the user's code gets
  const OrtApiBase* real;
  const OrtApi* api;

  static Runtime& instance() {
    static Runtime& runtime = *new Runtime{};
    return runtime;
  }

  static const OrtApi* get_api(uint32_t version) noexcept {
    const Runtime& self = instance();
    return version <= ORT_API_VERSION ? self.api : self.real->GetApi(version);
  }
};

inline OrtStatus* enter(OrtSessionOptions* options, const OrtApiBase* base,
                        Register body) noexcept {
  const OrtApi* api = base->GetApi(ORT_API_VERSION);
  const char* version = base->GetVersionString();  // "1.24.1"
  if (api == nullptr) {
    const OrtApi* oldest = base->GetApi(1);  // every version has CreateStatus
    if (oldest == nullptr) return nullptr;
    const std::string text = "it needs ONNX Runtime 1." + std::to_string(ORT_API_VERSION) +
                             " or newer, but this is " + version;
    return status_of(*oldest, "op library", text.c_str());
  }
  return guarded(*api, "RegisterCustomOps", [&] {
    const bool first = std::string_view(version).substr(0, 2) == "1.";
    const size_t count = slots_of(first ? std::strtoul(version + 2, nullptr, 10) : ~0u);
    static std::mutex& mutex = *new std::mutex;
    const std::lock_guard<std::mutex> lock(mutex);
    Runtime& runtime = Runtime::instance();
    runtime.api = PaddedApi::make(api, count, version);
    runtime.real = base;
    runtime.base.GetApi = &Runtime::get_api;
    runtime.base.GetVersionString = base->GetVersionString;
    wb_ort_compat::init_api(runtime.api, 0);
    return body(options, &runtime.base);
  });
}

// -- exceptions

/// Gives an op of CustomOpBase the callbacks that return a status, since an exception of its kernel
/// would otherwise cross the C interface.
#if WB_ORT_HEADERS >= 17
template <class Op, class Kernel, bool with_status>
void contain(Ort::CustomOpBase<Op, Kernel, with_status>& op) {
  if constexpr (!with_status) {
    static std::string& name = *new std::string(op.OrtCustomOp::GetName(&op));
    static const OrtApi& api = Ort::GetApi();
    op.OrtCustomOp::CreateKernelV2 = [](const OrtCustomOp* self, const OrtApi* given,
                                        const OrtKernelInfo* info, void** kernel) -> OrtStatusPtr {
      return guarded(*given, name, [&]() -> OrtStatus* {
        *kernel = self->CreateKernel(self, given, info);
        return nullptr;
      });
    };
    op.OrtCustomOp::KernelComputeV2 = [](void* kernel, OrtKernelContext* context) -> OrtStatusPtr {
      return guarded(api, name, [&]() -> OrtStatus* {
        static_cast<Kernel*>(kernel)->Compute(context);
        return nullptr;
      });
    };
  }
}

#endif

inline void contain(OrtCustomOp&) {}  // written in C style, or of headers without these: as it is

// -- what the library holds, in the form of workbench/ort_manifest.h

inline const char* name_of(ONNXTensorElementDataType type) {
  static constexpr std::array<const char*, 17> names = {
      "",       "float32", "uint8",     "int8",       "uint16",  "int16",
      "int32",  "int64",   "string",    "bool",       "float16", "float64",
      "uint32", "uint64",  "complex64", "complex128", "bfloat16"};
  return static_cast<size_t>(type) < names.size() ? names[type] : "";
}

inline std::string dtypes_json(ONNXTensorElementDataType type) {
  if (type != ONNX_TENSOR_ELEMENT_DATA_TYPE_UNDEFINED) {
    return "[\"" + std::string(name_of(type)) + "\"]";
  }
  std::string text;
  for (int i = 1; i <= 16; ++i) {
    text += std::string(text.empty() ? "[\"" : ",\"") +
            name_of(static_cast<ONNXTensorElementDataType>(i)) + '"';
  }
  return text + "]";
}

inline std::string op_json(const OrtCustomOp& op, const std::string& domain) {
  const size_t count = op.GetInputTypeCount(&op);
  size_t least = 0;
  bool variadic = false;
  std::string inputs;
  for (size_t i = 0; i < count; ++i) {
    const auto kind =
        op.GetInputCharacteristic ? op.GetInputCharacteristic(&op, i) : INPUT_OUTPUT_REQUIRED;
    if (kind == INPUT_OUTPUT_REQUIRED) least = i + 1;
#if WB_ORT_HEADERS >= 14
    variadic = variadic || kind == INPUT_OUTPUT_VARIADIC;
#endif
    inputs += std::string(i == 0 ? "" : ",") + R"({"kind":"tensor","dtypes":)" +
              dtypes_json(op.GetInputType(&op, i)) + R"(,"optional":)" +
              (kind == INPUT_OUTPUT_OPTIONAL ? "true" : "false") + "}";
  }
  const size_t most = variadic ? 1u << 30 : count;
#if WB_ORT_HEADERS >= 17
  const int since = op.version >= 17 && op.GetStartVersion ? op.GetStartVersion(&op) : 1;
#else
  const int since = 1;
#endif
  return R"({"domain":")" + domain + R"(","name":")" + op.GetName(&op) + R"(","since_version":)" +
         std::to_string(since) + R"(,"min_inputs":)" + std::to_string(least) + R"(,"max_inputs":)" +
         std::to_string(most) + R"(,"inputs":[)" + inputs + "]}";
}

inline std::string manifest_of(const std::vector<OrtCustomOp*>& ops, const char* domain) {
  std::string text;
  for (const OrtCustomOp* op : ops) text += (text.empty() ? "" : ",") + op_json(*op, domain);
  return R"({"api_version":)" + std::to_string(ORT_API_VERSION) + R"(,"ops":[)" + text + "]}";
}

// -- registration of op structs

/// Makes an op struct in memory that is there. One whose constructor takes something has its own
/// for each source.
template <class Source, class Op>
struct Maker {
  static Op* at(void* memory) { return new (memory) Op; }
};

/// The ops of one source with their domain, made on the first use and kept for good: a session may
/// outlive the static objects of the library. `Source` tells those of several sources apart.
template <class Source>
class Ops {
 public:
  static Ops& instance() {
    static Ops& ops = *new Ops;
    return ops;
  }

  template <class... Op>
  OrtStatus* add(OrtSessionOptions* options, const char* domain) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const OrtApi& api = Ort::GetApi();
    if (domain_ == nullptr) {
      const std::vector<OrtCustomOp*>& ops = made<Op...>();
      (contain(*op_of<Op>()), ...);
      OrtCustomOpDomain* created = nullptr;
      Ort::ThrowOnError(api.CreateCustomOpDomain(domain, &created));
      for (const OrtCustomOp* op : ops) Ort::ThrowOnError(api.CustomOpDomain_Add(created, op));
      domain_ = created;
    }
    return api.AddCustomOpDomain(options, domain_);
  }

  template <class... Op>
  const char* manifest(const char* domain) noexcept {
    try {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (manifest_.empty()) manifest_ = manifest_of(made<Op...>(), domain);
    } catch (const std::exception&) {
      manifest_ = R"({"error":"the constructor of an op struct throws"})";
    }
    return manifest_.c_str();
  }

 private:
  template <class... Op>
  const std::vector<OrtCustomOp*>& made() {
    if (ops_.size() != sizeof...(Op)) {
      ops_.clear();
      (make<Op>(), ...);
    }
    return ops_;
  }

  template <class Op>
  void make() {
    // Members that a struct in the style of C leaves alone must be null.
    void* memory = std::memset(::operator new(sizeof(Op)), 0, sizeof(Op));
    Op* op = Maker<Source, Op>::at(memory);
    op_of<Op>() = op;
    ops_.push_back(op);
  }

  template <class Op>
  static Op*& op_of() {
    static Op* op = nullptr;
    return op;
  }

  std::mutex mutex_;
  std::vector<OrtCustomOp*> ops_;
  OrtCustomOpDomain* domain_ = nullptr;
  std::string manifest_;
};

}  // namespace wb::own
