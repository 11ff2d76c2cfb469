// What the slots of a call are set to: values, tensors, and numbers that arrive as tensors. The
// same for each runtime that calls a kernel through the glue of ort_op.h.
#pragma once

#include <workbench/ort_spec.h>

#include <algorithm>
#include <cmath>
#include <forward_list>
#include <vector>

namespace wb::ort {

/// Points a slot at a value; the value must outlive the slot.
inline void fill(Slot& slot, Kind kind, const Value& value) {
  slot.present = value.given();
  slot.integer = value.integer;
  slot.real = value.real;
  if (kind == Kind::text) {
    slot.data = const_cast<char*>(value.text.data());
    slot.count = static_cast<int64_t>(value.text.size());
  } else if (kind == Kind::integers) {
    slot.data = const_cast<int64_t*>(value.integers.data());
    slot.count = static_cast<int64_t>(value.integers.size());
  } else if (kind == Kind::reals) {
    slot.data = const_cast<double*>(value.reals.data());
    slot.count = static_cast<int64_t>(value.reals.size());
  }
}

/// Points a slot at a tensor.
inline void fill(Slot& slot, const AnyTensor& x) {
  slot.present = true;
  slot.data = const_cast<void*>(x.data());
  slot.sizes = x.sizes().data();
  slot.count = x.rank();
}

/// Reads numbers out of tensors, and keeps those that had to be converted for as long as it is
/// there.
class NumberReader {
 public:
  /// Sets a slot for a number, a bool or a list to the elements of a tensor of rank 0 or 1.
  void read_numbers(Slot& slot, Kind kind, const AnyTensor& x) {
    check(x.rank() <= 1, "must be a scalar or a list, but has sizes ", x.sizes());
    check(std::find(kScalarTypes.begin(), kScalarTypes.end(), x.dtype()) != kScalarTypes.end(),
          "must hold int64, int32, float, double or bool");
    slot.present = true;
    switch (kind) {
      case Kind::integers:
        point_at(slot, x.dtype() == DType::int64 ? nullptr : &whole_numbers(x), x);
        break;
      case Kind::reals:
        point_at(slot, x.dtype() == DType::float64 ? nullptr : &real_numbers(x), x);
        break;
      default:
        check(x.numel() == 1, "must hold one value, but has sizes ", x.sizes());
        if (kind == Kind::integer) slot.integer = whole_number(x, 0);
        if (kind == Kind::boolean) slot.integer = real_number(x, 0) != 0 ? 1 : 0;
        if (kind == Kind::real) slot.real = real_number(x, 0);
    }
  }

 private:
  static double real_number(const AnyTensor& x, int64_t i) {
    return Elements(x.dtype(), x.data()).real(i);
  }

  static int64_t whole_number(const AnyTensor& x, int64_t i) {
    const bool whole = x.dtype() != DType::float32 && x.dtype() != DType::float64;
    if (whole) return Elements(x.dtype(), x.data()).whole(i);
    const double value = real_number(x, i);
    check(std::nearbyint(value) == value && std::fabs(value) < 9.2e18,
          "must be a whole number, but is ", value);
    return static_cast<int64_t>(value);
  }

  const std::vector<int64_t>& whole_numbers(const AnyTensor& x) {
    std::vector<int64_t>& items = integers_.emplace_front();
    for (int64_t i = 0; i < x.numel(); ++i) items.push_back(whole_number(x, i));
    return items;
  }

  const std::vector<double>& real_numbers(const AnyTensor& x) {
    std::vector<double>& items = reals_.emplace_front();
    for (int64_t i = 0; i < x.numel(); ++i) items.push_back(real_number(x, i));
    return items;
  }

  /// Points a slot at converted elements, or at those of the tensor itself.
  template <class Items>
  static void point_at(Slot& slot, const Items* items, const AnyTensor& x) {
    const void* data = items != nullptr ? items->data() : x.data();
    slot.data = const_cast<void*>(data);
    slot.count = x.numel();
  }

  std::forward_list<std::vector<int64_t>> integers_;
  std::forward_list<std::vector<double>> reals_;
};

}  // namespace wb::ort
