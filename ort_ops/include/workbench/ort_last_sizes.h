// The sizes of a node's last call, so that its shape rule is not evaluated for the same sizes
// again.
#pragma once

#include <workbench/ort_spec.h>

#include <atomic>
#include <cstring>
#include <vector>

namespace wb::ort {

/// What a shape rule gave in the last call of a node, and for which arguments.
///
/// A node mostly runs at the sizes of its last call, and to compare them costs a fifth of what even
/// a short rule does. Threads that run one session share its nodes: who finds another thread here
/// asks the rule. A rule that reads elements of tensors, or anything about lists, is always asked.
class LastSizes {
 public:
  explicit LastSizes(const OpSpec& spec) : spec_(spec), keeps_(spec.shapes != nullptr) {
    for (size_t i = 0; i < spec.params.size(); ++i) {
      const bool one = spec.kind(i) <= Kind::real || is_output(spec.kind(i));
      if (spec.is_list(i) || (!one && is_input(spec.params[i].source))) keeps_ = false;
    }
  }

  bool keeps() const { return keeps_.load(std::memory_order_relaxed); }
  /// For a rule that does not tell all sizes by sizes alone.
  void give_up() { keeps_.store(false, std::memory_order_relaxed); }

  /// Sets `sizes(i)` to what the rule gave for these arguments as output i; false if that is not
  /// known.
  template <class Of>
  bool recall(const Slot* slots, const Of& sizes) {
    if (!keeps() || busy_.test_and_set(std::memory_order_acquire)) return false;
    size_t at = 0;
    const bool same = !outputs_.empty() && each_number(slots, [&](int64_t number) {
      return at < numbers_.size() && numbers_[at++] == number;
    });
    for (size_t i = 0; same && i < outputs_.size(); ++i) sizes(i) = outputs_[i];
    busy_.clear(std::memory_order_release);
    return same;
  }

  template <class Of>
  void keep(const Slot* slots, const Of& sizes) {
    if (busy_.test_and_set(std::memory_order_acquire)) return;
    numbers_.clear();
    each_number(slots, [&](int64_t number) {
      numbers_.push_back(number);
      return true;
    });
    outputs_.clear();
    for (size_t i = 0; i < spec_.entry->output_count(); ++i) outputs_.push_back(sizes(i));
    busy_.clear(std::memory_order_release);
  }

 private:
  /// Calls `visit` with each number that the rule can see, until it says false. Each argument says
  /// first how many numbers it has, so that equal numbers are equal arguments.
  template <class Visit>
  bool each_number(const Slot* slots, const Visit& visit) const {
    const size_t arguments = spec_.entry->argument_count();
    for (size_t i = 0; i < arguments; ++i) {
      const Slot& slot = slots[i];
      if (!slot.present) {
        if (!visit(-1)) return false;
      } else if (spec_.kind(i) == Kind::tensor) {
        if (!visit(slot.count)) return false;
        for (int64_t d = 0; d < slot.count; ++d) {
          if (!visit(slot.sizes[d])) return false;
        }
      } else {
        int64_t real = 0;
        std::memcpy(&real, &slot.real, sizeof real);
        if (!visit(2) || !visit(slot.integer) || !visit(real)) return false;
      }
    }
    return true;
  }

  const OpSpec& spec_;
  std::atomic<bool> keeps_;
  std::atomic_flag busy_ = ATOMIC_FLAG_INIT;
  std::vector<int64_t> numbers_;
  std::vector<Sizes> outputs_;
};

}  // namespace wb::ort
