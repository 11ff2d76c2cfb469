// Makes one library for ONNX Runtime out of several op libraries, which lie beside it as files.
//
//   #include <workbench/ort_joined.h>
//   WB_ORT_JOINED("one/libone_ort.so", "two/libtwo_ort.so")
//
// A session takes a domain once ("Domain already set in registry"), so libraries with ops of one
// domain cannot be given to it one by one. This one calls RegisterCustomOps of each, with a copy
// of the runtime's function table in which the domains are its own; then it gives the session one
// domain of each name, with the ops of all.
//
// A library that asks for a table newer than kSlots knows gets the runtime's own one: what it adds
// is added by itself, and only its domains must be its alone. The libraries are loaded with the
// first registration, and stay.
#pragma once

#include <dlfcn.h>
#include <workbench/ort_status.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <iterator>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace wb::ort {

/// How many functions OrtApi has in versions 1, 2, … It only grows.
inline constexpr size_t kSlots[] = {102, 119, 125, 127, 150, 158, 162, 170, 192, 204, 210, 219,
                                    225, 239, 255, 266, 276, 280, 280, 285, 285, 318, 390};

/// Several op libraries as one. The one object is never destroyed: sessions hold its domains.
class Joined {
 public:
  using Register = abi::OrtStatus* (*)(abi::OrtSessionOptions*, const abi::OrtApiBase*);

  /// @param files of the libraries, as seen from the folder of this one, or from the root.
  static Joined& instance(std::vector<std::string> files) {
    static Joined& joined = *new Joined(std::move(files));
    return joined;
  }

  abi::OrtStatus* register_ops(abi::OrtSessionOptions* options,
                               const abi::OrtApiBase* base) noexcept {
    const abi::OrtApi* api = base->GetApi(1);  // every version has what is called here
    if (api == nullptr) return nullptr;
    abi::OrtStatus* failed = nullptr;
    abi::OrtStatus* thrown = guarded(api, "op libraries", [&] {
      const std::lock_guard<std::mutex> lock(mutex_);
      load();
      Call call{this, base, {}};
      current() = &call;
      own_ = {get_api, base->GetVersionString};
      last() = base;
      for (Register one : registers_) {
        if ((failed = one(options, &own_)) != nullptr) break;
      }
      current() = nullptr;
      if (failed == nullptr) call.give(options, api);
    });
    current() = nullptr;
    return failed != nullptr ? failed : thrown;
  }

 private:
  using Ops = std::vector<const abi::OrtCustomOp*>;

  /// What a library takes for the runtime's domain.
  struct Domain {
    std::string name;
    Ops ops;
  };

  /// One registration: the domains that the libraries have added to the session's options.
  struct Call {
    Joined* joined;
    const abi::OrtApiBase* base;
    std::vector<const Domain*> domains;

    /// Adds one domain of each name, with the ops of all.
    void give(abi::OrtSessionOptions* options, const abi::OrtApi* api) {
      std::vector<std::pair<std::string, Ops>> named;
      for (const Domain* domain : domains) {
        size_t i = 0;
        while (i < named.size() && named[i].first != domain->name) ++i;
        if (i == named.size()) named.emplace_back(domain->name, Ops{});
        named[i].second.insert(named[i].second.end(), domain->ops.begin(), domain->ops.end());
      }
      for (const auto& one : named) {
        require(api, abi::AddCustomOpDomain(api, options, joined->made(one, api)));
      }
    }
  };

  explicit Joined(std::vector<std::string> files) : files_(std::move(files)) {}

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
    if (!registers_.empty()) return;
    Dl_info own{};
    if (dladdr(reinterpret_cast<const void*>(&get_api), &own) == 0) fail("it is not in a library");
    // Libraries with objects of their own call the table at the end of the process, too.
    dlopen(own.dli_fname, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    const std::string path = own.dli_fname;
    const std::string folder = path.substr(0, path.rfind('/') + 1);
    std::vector<Register> found;
    for (const std::string& file : files_) {
      const std::string whole = file.front() == '/' ? file : folder + file;
      void* library = dlopen(whole.c_str(), RTLD_NOW | RTLD_LOCAL);
      if (library == nullptr) fail(dlerror());
      void* one = dlsym(library, "RegisterCustomOps");
      if (one == nullptr) fail(whole, " has no RegisterCustomOps");
      found.push_back(reinterpret_cast<Register>(one));
    }
    registers_ = std::move(found);
  }

  /// The registration that this thread is in, if any.
  static Call*& current() {
    thread_local Call* call = nullptr;
    return call;
  }

  /// The runtime of the last registration, of which there is one in a process.
  static std::atomic<const abi::OrtApiBase*>& last() {
    static std::atomic<const abi::OrtApiBase*> base{nullptr};
    return base;
  }

  // -- what stands in the copied table ------------------------------------------------------

  static const abi::OrtApi* get_api(uint32_t version) {
    Call* call = current();
    if (call == nullptr) return last().load()->GetApi(version);  // nothing is registered then
    const abi::OrtApi* api = call->base->GetApi(version);
    if (api == nullptr || version > std::size(kSlots)) return api;
    std::vector<const void*>& slots = call->joined->tables_[api];
    if (slots.empty()) {
      slots.assign(api->slots, api->slots + known_slots(call->base));
      slots[abi::CreateCustomOpDomain.slot] = reinterpret_cast<const void*>(&create_domain);
      slots[abi::CustomOpDomain_Add.slot] = reinterpret_cast<const void*>(&add_op);
      slots[abi::AddCustomOpDomain.slot] = reinterpret_cast<const void*>(&add_domain);
      slots[abi::ReleaseCustomOpDomain.slot] = reinterpret_cast<const void*>(&release_domain);
    }
    return reinterpret_cast<const abi::OrtApi*>(slots.data());
  }

  /// The functions of the runtime itself, not of the version that is asked for: headers newer than
  /// that version call them, too.
  static size_t known_slots(const abi::OrtApiBase* base) {
    const std::string version = base->GetVersionString();  // "1.24.1"
    const size_t minor = static_cast<size_t>(std::atoi(version.c_str() + version.find('.') + 1));
    const bool older = version.compare(0, 2, "1.") == 0 && minor < std::size(kSlots);
    return kSlots[(older ? std::max<size_t>(minor, 1) : std::size(kSlots)) - 1];
  }

  static abi::OrtStatus* create_domain(const char* name, abi::OrtCustomOpDomain** made) noexcept {
    *made = reinterpret_cast<abi::OrtCustomOpDomain*>(new Domain{name, {}});
    return nullptr;
  }

  static abi::OrtStatus* add_op(abi::OrtCustomOpDomain* domain,
                                const abi::OrtCustomOp* op) noexcept {
    // A library with a domain of its own may add its op to it with each registration.
    Ops& ops = reinterpret_cast<Domain*>(domain)->ops;
    if (std::find(ops.begin(), ops.end(), op) == ops.end()) ops.push_back(op);
    return nullptr;
  }

  static abi::OrtStatus* add_domain(abi::OrtSessionOptions*,
                                    abi::OrtCustomOpDomain* domain) noexcept {
    // Libraries do this in RegisterCustomOps; elsewhere there is no session to give it to.
    if (Call* call = current()) call->domains.push_back(reinterpret_cast<Domain*>(domain));
    return nullptr;
  }

  static void release_domain(abi::OrtCustomOpDomain* domain) noexcept {
    delete reinterpret_cast<Domain*>(domain);
  }

  using Made = std::pair<const abi::OrtApi*, std::pair<std::string, Ops>>;

  std::mutex mutex_;
  abi::OrtApiBase own_{};  ///< what the libraries are given; they may keep it
  std::vector<std::string> files_;
  std::vector<Register> registers_;
  std::map<Made, abi::OrtCustomOpDomain*> domains_;
  std::map<const abi::OrtApi*, std::vector<const void*>> tables_;
};

}  // namespace wb::ort

/// Makes the library's entry point.
#define WB_ORT_JOINED(...)                                                                      \
  extern "C" __attribute__((visibility("default"))) wb::ort::abi::OrtStatus* RegisterCustomOps( \
      wb::ort::abi::OrtSessionOptions* options, const wb::ort::abi::OrtApiBase* base) {         \
    return wb::ort::Joined::instance({__VA_ARGS__}).register_ops(options, base);                \
  }
