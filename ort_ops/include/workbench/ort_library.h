// Makes one op library for ONNX Runtime out of all files with WB_ORT_OP. To be included by exactly
// one file of the library, which reads:
//
//   #include <workbench/ort_library.h>
//   WB_ORT_LIBRARY(17)
//
// 17 is the oldest API version that the library shall run on, here that of ONNX Runtime 1.17. The
// library exports RegisterCustomOps, which the runtime looks for; asked by our own loader, it gives
// what the library holds as JSON, see ort_question.h. A library that has ops of other kinds, too,
// has an entry point of its own (ort_joined.h), which calls wb_ort_register.
#pragma once

#include <workbench/ort_attribute.h>
#include <workbench/ort_entry.h>
#include <workbench/ort_infer.h>
#include <workbench/ort_kernel.h>
#include <workbench/ort_manifest.h>
#include <workbench/ort_op.h>
#include <workbench/ort_question.h>

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <limits>
#include <mutex>
#include <string>
#include <vector>

namespace wb::ort {

/// An OpSpec in the form that the runtime calls.
struct Op : abi::OrtCustomOp {
  const OpSpec* spec;
  std::vector<const OpSpec*> same_name;  ///< all of this name in the domain, this one too
  Runtime runtime;
  std::string label;  ///< "domain::Name", for messages

  Op(const OpSpec& op_spec, const std::vector<OpSpec>& all, const Runtime& op_runtime,
     uint32_t api_version, bool may_infer)
      : abi::OrtCustomOp{}, spec(&op_spec), runtime(op_runtime), label(op_spec.qualified_name()) {
    for (const OpSpec& other : all) {
      if (other.qualified_name() == label) same_name.push_back(&other);
    }
    version = api_version;
    GetName = [](const OrtCustomOp* op) { return self(op).spec->name.c_str(); };
    GetExecutionProviderType = [](const OrtCustomOp* op) -> const char* {
      return self(op).on_cuda() ? kCudaProvider : nullptr;  // CPU
    };
    GetInputTypeCount = [](const OrtCustomOp* op) {
      const OpSpec& s = *self(op).spec;
      return s.formal_count(s.inputs);
    };
    GetOutputTypeCount = [](const OrtCustomOp* op) {
      const OpSpec& s = *self(op).spec;
      return s.formal_count(s.outputs);
    };
    GetInputType = [](const OrtCustomOp* op, size_t i) {
      // A scalar input takes several types, and a list may hold any: undefined means all.
      const OpSpec& s = *self(op).spec;
      return element_type(s.type_from(s.inputs, i));
    };
    GetOutputType = [](const OrtCustomOp* op, size_t i) {
      const OpSpec& s = *self(op).spec;
      const bool several = s.is_list(s.outputs[i]) && !self(op).gives_alike();
      // Which of several an attribute chooses is said by the shape inference, and by the model.
      const bool open = several || self(op).is_chosen(i);
      return element_type(open ? DType::none : s.type_from(s.outputs, i));
    };
    GetInputCharacteristic = [](const OrtCustomOp* op, size_t i) {
      const OpSpec& s = *self(op).spec;
      if (s.is_list(s.inputs[i])) return abi::INPUT_OUTPUT_VARIADIC;
      return s.params[s.inputs[i]].optional ? abi::INPUT_OUTPUT_OPTIONAL
                                            : abi::INPUT_OUTPUT_REQUIRED;
    };
    GetOutputCharacteristic = [](const OrtCustomOp* op, size_t i) {
      const OpSpec& s = *self(op).spec;
      return s.is_list(s.outputs[i]) ? abi::INPUT_OUTPUT_VARIADIC : abi::INPUT_OUTPUT_REQUIRED;
    };
    GetInputMemoryType = [](const OrtCustomOp* op, size_t i) {
      // What becomes a number is read on the CPU.
      const OpSpec& s = *self(op).spec;
      const bool read = s.params[s.inputs[i]].source == Binding::Source::scalar_input;
      return self(op).on_cuda() && read ? abi::OrtMemTypeCPUInput : abi::OrtMemTypeDefault;
    };
    GetVariadicInputMinArity = [](const OrtCustomOp*) { return 0; };
    GetVariadicInputHomogeneity = [](const OrtCustomOp* op) {
      return self(op).spec->are_alike(self(op).spec->inputs) ? 1 : 0;
    };
    GetVariadicOutputMinArity = [](const OrtCustomOp*) { return 1; };
    GetVariadicOutputHomogeneity = [](const OrtCustomOp* op) {
      return self(op).gives_alike() ? 1 : 0;
    };
    GetStartVersion = [](const OrtCustomOp* op) { return self(op).spec->since_version; };
    GetEndVersion = [](const OrtCustomOp*) { return std::numeric_limits<int>::max(); };
    CreateKernelV2 = [](const OrtCustomOp* op, const abi::OrtApi* kernel_api,
                        const abi::OrtKernelInfo* info, void** kernel) {
      return guarded(kernel_api, self(op).label.c_str(), [&] {
        *kernel = new Kernel(self(op).chosen_by(info), self(op).runtime, info);
      });
    };
    KernelComputeV2 = [](void* state, abi::OrtKernelContext* context) {
      const Kernel& kernel = *static_cast<const Kernel*>(state);
      return guarded(kernel.api(), kernel.name(), [&] { kernel.compute(context); });
    };
    if (on_cuda()) {
      KernelComputeV2 = [](void* state, abi::OrtKernelContext* context) {
        const Kernel& kernel = *static_cast<const Kernel*>(state);
        return guarded(kernel.api(), kernel.name(), [&] { kernel.compute_on_cuda(context); });
      };
    }
    KernelDestroy = [](void* state) { delete static_cast<Kernel*>(state); };
    if (!may_infer) return;
    InferOutputShapeFn = [](const OrtCustomOp* op, abi::OrtShapeInferContext* context) {
      const abi::OrtApi* api = self(op).runtime.api;
      return guarded(api, self(op).label.c_str(),
                     [&] { ShapeInference(self(op).same_name, api, context).run(); });
    };
  }

 private:
  /// True if all outputs from the first list on have one element type. The runtime has one
  /// declaration for all of this name, so it is asked of all.
  bool gives_alike() const {
    return std::all_of(same_name.begin(), same_name.end(),
                       [](const OpSpec* other) { return other->are_alike(other->outputs); });
  }

  /// True if ops that take the same inputs give output `place` in other element types.
  bool is_chosen(size_t place) const {
    return std::any_of(same_name.begin(), same_name.end(), [&](const OpSpec* other) {
      return other->takes_the_same(*spec) &&
             other->dtype(other->outputs[place]) != spec->dtype(spec->outputs[place]);
    });
  }

  /// Of those that take the same inputs, the one whose element types the node's attributes choose.
  const OpSpec& chosen_by(const abi::OrtKernelInfo* info) const {
    std::string known;
    for (const OpSpec* other : same_name) {
      if (!other->takes_the_same(*spec)) continue;
      if (chooses(runtime, info, *other)) return *other;
      known += (known.empty() ? "" : ", ") + dtypes_text(*other->entry);
    }
    fail("no kernel for the element types that the node's attributes choose; there are: ", known);
  }

  bool on_cuda() const { return spec->entry->device == Device::cuda; }
  static const Op& self(const OrtCustomOp* op) { return *static_cast<const Op*>(op); }
};

/// All ops of one library.
///
/// The one object of this class is never destroyed: a session may outlive the static objects of the
/// library. Ops and domains are made once per runtime, on the first registration.
class Library {
 public:
  static Library& instance() {
    static Library& library = *new Library;
    return library;
  }

  void add(OpSpec spec) { specs_.push_back(std::move(spec)); }

  abi::OrtStatus* register_ops(abi::OrtSessionOptions* options, const abi::OrtApiBase* base,
                               uint32_t api_version) noexcept {
    const abi::OrtApi* api = base->GetApi(api_version);
    if (api == nullptr) return too_old(base, api_version);
    return guarded(api, "op library", [&] {
      const std::lock_guard<std::mutex> lock(mutex_);
      finish_specs();
      for (const Domain& domain : domains(base, api, api_version)) {
        require(api, abi::AddCustomOpDomain(api, options, domain.handle));
      }
    });
  }

  const char* manifest(uint32_t api_version) noexcept {
    try {
      const std::lock_guard<std::mutex> lock(mutex_);
      finish_specs();
      if (manifest_.empty()) manifest_ = manifest_json(specs_, api_version);
      return manifest_.c_str();
    } catch (const std::exception& error) {
      manifest_ = detail::Json().raw("{").key("error").quote(error.what()).raw("}").text();
      return manifest_.c_str();
    }
  }

 private:
  struct Domain {
    const abi::OrtApi* api;
    std::string name;
    abi::OrtCustomOpDomain* handle;
  };

  static abi::OrtStatus* too_old(const abi::OrtApiBase* base, uint32_t api_version) noexcept {
    const abi::OrtApi* oldest = base->GetApi(1);  // every version has CreateStatus
    if (oldest == nullptr) return nullptr;
    const Error error("it needs ONNX Runtime 1.", api_version, " or newer, but this is ",
                      base->GetVersionString());
    return make_status(oldest, "op library", error.what());
  }

  /// True for ONNX Runtime 1.24 and later. Asking for an API version that a runtime lacks would
  /// make it print a message.
  static bool is_1_24(const abi::OrtApiBase* base) {
    const std::string version = base->GetVersionString();  // "1.24.1"
    return version.compare(0, 2, "1.") != 0 || std::atoi(version.c_str() + 2) >= 24;
  }

  void finish_specs() {
    if (finished_) return;
    for (OpSpec& spec : specs_) {
      OpSpec complete = spec;
      try {
        finish(complete);
      } catch (const Error& error) {
        fail(spec.qualified_name(), ": ", error.what());
      }
      spec = std::move(complete);
    }
    finished_ = true;
  }

  std::vector<Domain> domains(const abi::OrtApiBase* base, const abi::OrtApi* api,
                              uint32_t version) {
    std::vector<Domain> made = known_domains(api);
    if (!made.empty()) return made;
    const bool newer = is_1_24(base);
    const Runtime runtime{api, newer ? base->GetApi(24) : nullptr};
    for (const OpSpec& spec : specs_) {
      if (is_served(spec)) continue;
      size_t i = 0;
      while (i < made.size() && made[i].name != spec.domain) ++i;
      if (i == made.size()) {
        made.push_back({api, spec.domain, nullptr});
        require(api, abi::CreateCustomOpDomain(api, spec.domain.c_str(), &made[i].handle));
      }
      // Runtimes before 1.24 crash on an input left out as "", if the node's op infers shapes.
      const bool may_infer = newer || !spec.has_optional_inputs();
      const Op& op = ops_.emplace_back(spec, specs_, runtime, version, may_infer);
      require(api, abi::CustomOpDomain_Add(api, made[i].handle, &op));
    }
    domains_.insert(domains_.end(), made.begin(), made.end());
    return made;
  }

  /// True if one that is registered before it takes the same inputs, and makes its kernels, too.
  bool is_served(const OpSpec& spec) const {
    for (const OpSpec& other : specs_) {
      if (&other == &spec) return false;
      if (other.takes_the_same(spec)) return true;
    }
    return false;
  }

  std::vector<Domain> known_domains(const abi::OrtApi* api) const {
    std::vector<Domain> known;
    for (const Domain& domain : domains_) {
      if (domain.api == api) known.push_back(domain);
    }
    return known;
  }

  std::mutex mutex_;
  std::vector<OpSpec> specs_;
  bool finished_ = false;
  std::deque<Op> ops_;
  std::vector<Domain> domains_;
  std::string manifest_;
};

// Not inline: a second file that includes this header is a link error, not a second library.
Registration::Registration(const char* domain, const char* name, int since_version, ShapeFn shapes,
                           const Entry& entry, std::initializer_list<Param> params) {
  OpSpec spec{domain, name, {}, &entry, shapes, since_version};
  for (const Param& param : params) spec.params.emplace_back(param);
  Library::instance().add(std::move(spec));
}

}  // namespace wb::ort

/// Makes the library's entry points, for runtimes of this API version or newer.
#define WB_ORT_LIBRARY(api_version)                                                          \
  static_assert((api_version) >= wb::ort::abi::kOldestApiVersion,                            \
                "op libraries need ONNX Runtime 1.17 or newer");                             \
  WB_ORT_ENTRY(wb_ort_register, wb::ort::abi::OrtStatus, wb::ort::abi::OrtSessionOptions,    \
               wb::ort::abi::OrtApiBase) {                                                   \
    const auto manifest = [] { return wb::ort::Library::instance().manifest(api_version); }; \
    if (wb::ort::is_question(options, base, manifest)) return nullptr;                       \
    return wb::ort::Library::instance().register_ops(options, base, api_version);            \
  }
