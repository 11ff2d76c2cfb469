// Lets an op library register its ops with a recorder in a session's place.
//
// The library gets a copy of the runtime's function table in which what makes, fills and adds
// domains is the recorder's; everything else is the runtime's own. So what is recorded are the
// library's very ops, ready to be given to a session or to be asked what they are.
//
// How long the table is, only the runtime's headers know, and a library may ask for a newer one
// than ours: so it is copied as far as its entries are addresses in loaded libraries. What may lie
// behind it and look alike is not called by anyone.
#pragma once

#include <dlfcn.h>
#include <workbench/ort_abi.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace wb::ort {

/// What a library takes for the runtime's domain.
struct RecordedDomain {
  std::string name;
  std::vector<const abi::OrtCustomOp*> ops;
  bool named = true;
};

/// Records registrations. The one object is never destroyed: libraries keep its tables.
class Recorder {
 public:
  using Domains = std::vector<const RecordedDomain*>;

  static Recorder& instance() {
    static Recorder& recorder = *new Recorder;
    return recorder;
  }

  /// The domains that libraries add to the session's options while `registering` runs.
  ///
  /// One thread at a time may record.
  ///
  /// @param base of the runtime.
  /// @param registering is called with what to give to RegisterCustomOps in the base's place.
  /// @param refused is told of each version of the table that the runtime does not have.
  template <class Registering>
  Domains record(const abi::OrtApiBase* base, const Registering& registering,
                 void (*refused)(uint32_t version) = nullptr) {
    Call call{base, refused, {}};
    const Current in_force(&call);
    own_ = {get_api, base->GetVersionString};
    last() = base;
    registering(static_cast<const abi::OrtApiBase*>(&own_));
    return call.domains;
  }

 private:
  struct Call {
    const abi::OrtApiBase* base;
    void (*refused)(uint32_t version);
    Domains domains;
  };

  /// The registration that this thread is in, if any.
  static Call*& current() {
    thread_local Call* call = nullptr;
    return call;
  }

  struct Current {
    explicit Current(Call* call) { current() = call; }
    Current(const Current&) = delete;
    Current& operator=(const Current&) = delete;
    ~Current() { current() = nullptr; }
  };

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
    if (api == nullptr && call->refused != nullptr) call->refused(version);
    if (api == nullptr) return nullptr;
    std::vector<const void*>& slots = instance().tables_[api];
    if (slots.empty()) {
      slots.assign(api->slots, api->slots + count_slots(api));
      slots[abi::CreateCustomOpDomain.slot] = reinterpret_cast<const void*>(&create_domain);
      slots[abi::CustomOpDomain_Add.slot] = reinterpret_cast<const void*>(&add_op);
      slots[abi::AddCustomOpDomain.slot] = reinterpret_cast<const void*>(&add_domain);
      slots[abi::ReleaseCustomOpDomain.slot] = reinterpret_cast<const void*>(&release_domain);
    }
    return reinterpret_cast<const abi::OrtApi*>(slots.data());
  }

  /// How many entries the table has; some more where what follows looks alike.
  static size_t count_slots(const abi::OrtApi* api) {
    constexpr size_t kLeast = 102, kMost = 4096;  // of version 1; more than any will have
    size_t count = kLeast;
    Dl_info found{};
    while (count < kMost && dladdr(api->slots[count], &found) != 0) ++count;
    return count;
  }

  static abi::OrtStatus* create_domain(const char* name, abi::OrtCustomOpDomain** made) noexcept {
    *made = reinterpret_cast<abi::OrtCustomOpDomain*>(
        new RecordedDomain{name == nullptr ? "" : name, {}, name != nullptr});
    return nullptr;
  }

  static abi::OrtStatus* add_op(abi::OrtCustomOpDomain* domain,
                                const abi::OrtCustomOp* op) noexcept {
    // A library with a domain of its own may add its op to it with each registration.
    auto& ops = reinterpret_cast<RecordedDomain*>(domain)->ops;
    if (std::find(ops.begin(), ops.end(), op) == ops.end()) ops.push_back(op);
    return nullptr;
  }

  static abi::OrtStatus* add_domain(abi::OrtSessionOptions*,
                                    abi::OrtCustomOpDomain* domain) noexcept {
    // Libraries do this in RegisterCustomOps; elsewhere there is no session to give it to.
    if (Call* call = current()) call->domains.push_back(reinterpret_cast<RecordedDomain*>(domain));
    return nullptr;
  }

  static void release_domain(abi::OrtCustomOpDomain* domain) noexcept {
    delete reinterpret_cast<RecordedDomain*>(domain);
  }

  abi::OrtApiBase own_{};  ///< what the libraries are given; they may keep it
  std::map<const abi::OrtApi*, std::vector<const void*>> tables_;
};

}  // namespace wb::ort
