// Makes one library for ONNX Runtime out of several op libraries, which lie beside it as files, or
// whose objects are linked into it:
//
//   #include <workbench/ort_joined.h>
//   WB_ORT_JOINED("one/libone_ort.so", "two/libtwo_ort.so")
//
//   WB_ORT_LINKED(wb_ort_register, wb_own_two)  // their functions, see ort_entry.h
//
// A session takes a domain once ("Domain already set in registry"), so libraries with ops of one
// domain cannot be given to it one by one. This one calls RegisterCustomOps of each (or the
// function) with a recorder in the session's place (ort_recorder.h); then it gives the session one
// domain of each name, with the ops of all. Files are loaded with the first registration, and stay.
#pragma once

#include <dlfcn.h>
#include <workbench/ort_entry.h>
#include <workbench/ort_question.h>
#include <workbench/ort_recorder.h>
#include <workbench/ort_status.h>

#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace wb::ort {

/// Several op libraries as one. The one object is never destroyed: sessions hold its domains.
class Joined {
 public:
  using Register = abi::OrtStatus* (*)(abi::OrtSessionOptions*, const abi::OrtApiBase*);

  /// @param files of the libraries, as seen from the folder of this one, or from the root.
  static Joined& instance(std::vector<std::string> files) {
    static Joined& joined = *new Joined(std::move(files));
    return joined;
  }

  /// @param functions of this library, which register the ops.
  static Joined& instance(std::initializer_list<Register> functions) {
    static Joined& joined = *new Joined(functions);
    return joined;
  }

  abi::OrtStatus* register_ops(abi::OrtSessionOptions* options,
                               const abi::OrtApiBase* base) noexcept {
    const abi::OrtApi* api = base->GetApi(1);  // every version has what is called here
    if (api == nullptr) return nullptr;
    abi::OrtStatus* failed = nullptr;
    const auto join = [&] {
      const std::lock_guard<std::mutex> lock(mutex_);
      load();
      const auto domains = Recorder::instance().record(base, [&](const abi::OrtApiBase* recording) {
        for (Register one : registers_) {
          if ((failed = one(options, recording)) != nullptr) break;
        }
      });
      if (failed == nullptr) give(options, api, domains);
    };
    abi::OrtStatus* thrown = guarded(api, "op libraries", join,
                                     "RegisterCustomOps threw something that is no std::exception");
    return failed != nullptr ? failed : thrown;
  }

 private:
  using Ops = std::vector<const abi::OrtCustomOp*>;

  /// Adds one domain of each name, with the ops of all.
  void give(abi::OrtSessionOptions* options, const abi::OrtApi* api,
            const Recorder::Domains& domains) {
    std::vector<std::pair<std::string, Ops>> named;
    for (const RecordedDomain* domain : domains) {
      size_t i = 0;
      while (i < named.size() && named[i].first != domain->name) ++i;
      if (i == named.size()) named.emplace_back(domain->name, Ops{});
      named[i].second.insert(named[i].second.end(), domain->ops.begin(), domain->ops.end());
    }
    for (const auto& one : named) {
      require(api, abi::AddCustomOpDomain(api, options, made(one, api)));
    }
  }

  explicit Joined(std::vector<std::string> files) : files_(std::move(files)) {}
  explicit Joined(std::initializer_list<Register> functions) : registers_(functions) {}

  /// The runtime's domain of a name with these ops; made once, since sessions hold it.
  abi::OrtCustomOpDomain* made(const std::pair<std::string, Ops>& wanted, const abi::OrtApi* api) {
    abi::OrtCustomOpDomain*& domain = domains_[{api, wanted}];
    if (domain == nullptr) {
      Owned<abi::OrtCustomOpDomain> fresh(api, abi::ReleaseCustomOpDomain);
      require(api, abi::CreateCustomOpDomain(api, wanted.first.c_str(), fresh.out()));
      for (const abi::OrtCustomOp* op : wanted.second) {
        require(api, abi::CustomOpDomain_Add(api, fresh.get(), op));
      }
      domain = fresh.release();
    }
    return domain;
  }

  void load() {
    if (loaded_) return;
    Dl_info own{};
    static const char here = 0;
    if (dladdr(&here, &own) == 0) fail("it is not in a library");
    // Libraries with objects of their own call the table at the end of the process, too.
    dlopen(own.dli_fname, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    const std::string path = own.dli_fname;
    const std::string folder = path.substr(0, path.rfind('/') + 1);
    std::vector<Register> found = registers_;
    for (const std::string& file : files_) {
      const std::string whole = file.front() == '/' ? file : folder + file;
      void* library = dlopen(whole.c_str(), RTLD_NOW | RTLD_LOCAL);
      if (library == nullptr) fail(dlerror());
      void* one = dlsym(library, "RegisterCustomOps");
      if (one == nullptr) fail(whole, " has no RegisterCustomOps");
      found.push_back(reinterpret_cast<Register>(one));
    }
    registers_ = std::move(found);
    loaded_ = true;
  }

  using Made = std::pair<const abi::OrtApi*, std::pair<std::string, Ops>>;

  std::mutex mutex_;
  bool loaded_ = false;
  std::vector<std::string> files_;
  std::vector<Register> registers_;
  std::map<Made, abi::OrtCustomOpDomain*> domains_;
};

}  // namespace wb::ort

/// Makes the entry point of a library that loads others.
#define WB_ORT_JOINED(...)                                                              \
  WB_ORT_EXPORT wb::ort::abi::OrtStatus* RegisterCustomOps(                             \
      wb::ort::abi::OrtSessionOptions* options, const wb::ort::abi::OrtApiBase* base) { \
    return wb::ort::Joined::instance(std::vector<std::string>{__VA_ARGS__})             \
        .register_ops(options, base);                                                   \
  }

/// Declares a function that registers ops, of another file of this library.
#define WB_ORT_REGISTERS(function)                                                       \
  extern "C" wb::ort::abi::OrtStatus* function(wb::ort::abi::OrtSessionOptions* options, \
                                               const wb::ort::abi::OrtApiBase* base);

/// Makes the entry point of a library that has these functions. Not all of them say what they hold
/// (ort_question.h), so the library leaves that question open, and is asked like any other.
#define WB_ORT_LINKED(...)                                                              \
  WB_ORT_EXPORT wb::ort::abi::OrtStatus* RegisterCustomOps(                             \
      wb::ort::abi::OrtSessionOptions* options, const wb::ort::abi::OrtApiBase* base) { \
    const auto nothing = [] { return static_cast<const char*>(nullptr); };              \
    if (wb::ort::is_question(options, base, nothing)) return nullptr;                   \
    return wb::ort::Joined::instance({__VA_ARGS__}).register_ops(options, base);        \
  }
