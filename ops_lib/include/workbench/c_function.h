// The typed kernel functions as one plain C function, for whoever takes nothing of ours: ctypes,
// and the plugins of runtimes for devices. Generated glue reads:
//
//   #include <workbench/c_function.h>
//
//   void wb_entry_0(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y);
//   static void shapes(const wb::ShapeArg* args, wb::Shape* out) { out[0] = args[0].shape(); }
//
//   WB_C_FUNCTION(wb_c_twice, shapes, wb_entry_0)
//
// It takes one wb_c_value per argument, calls the entry whose element types these have, and asks
// the caller for the memory of each output.
#pragma once

#include <workbench/c_value.h>
#include <workbench/entry_run.h>

#include <cstdio>
#include <exception>
#include <list>
#include <vector>

namespace wb::c {

inline DType dtype_of_number(int32_t number) {
  const bool known = number > 0 && number < static_cast<int32_t>(dtype_count);
  return known ? static_cast<DType>(number) : DType::none;
}

/// Whether an entry takes these element types.
inline bool fits(const Entry& entry, const wb_c_value* values) {
  for (size_t i = 0; i < entry.argument_count(); ++i) {
    const ParamType& param = entry.params[i];
    if (values[i].present == 0 || param.dtype == DType::none) continue;
    if (param.kind == Kind::dtype && values[i].integer != static_cast<int64_t>(param.dtype)) {
      return false;
    }
    if (param.kind == Kind::tensor && dtype_of_number(values[i].dtype) != param.dtype) return false;
    if (param.kind != Kind::tensors || values[i].count == 0) continue;
    const wb_c_value* items = static_cast<const wb_c_value*>(values[i].data);
    for (int64_t k = 0; k < values[i].count; ++k) {
      if (items[k].present != 0 && dtype_of_number(items[k].dtype) != param.dtype) return false;
    }
  }
  return true;
}

/// An argument as the kernel takes it; what a list of tensors points to is kept in `lists`.
inline Slot slot_of(const ParamType& type, const wb_c_value& value,
                    std::list<std::vector<AnyTensor>>& lists) {
  Slot slot;
  slot.present = value.present != 0;
  check(slot.present || type.may_be_none(), "an argument is missing");
  slot.data = const_cast<void*>(value.data);
  slot.sizes = value.sizes;
  slot.count = value.count;
  slot.integer = value.integer;
  slot.real = value.real;
  if (slot.present && type.kind == Kind::tensors) {
    lists.emplace_back();
    const wb_c_value* items = static_cast<const wb_c_value*>(value.data);
    for (int64_t i = 0; i < value.count; ++i) {
      const wb_c_value& item = items[i];
      check(item.present != 0 || type.optional, "a tensor of a list is missing");
      AnyTensor x;
      if (item.present != 0) x = {dtype_of_number(item.dtype), item.data, item.sizes, item.count};
      lists.back().push_back(x);
    }
    slot.data = lists.back().data();
  }
  return slot;
}

/// One call: its arguments and outputs as the kernel takes them.
class Call {
 public:
  Call(const Entry& entry, ShapeFn rule, const wb_c_value* values, wb_c_allocate allocate,
       void* host)
      : entry_(entry), allocate_(allocate), host_(host) {
    std::vector<ShapeArg> known;
    for (size_t i = 0; i < entry.argument_count(); ++i) {
      slots_.push_back(slot_of(entry.params[i], values[i], lists_));
      known.push_back(shape_arg(entry.params[i], slots_.back()));
    }
    std::vector<Shape> shapes(entry.output_count(), Shape::unknown());
    rule(known.data(), shapes.data());
    for (size_t i = 0; i < shapes.size(); ++i) {
      Slot slot;
      slot.index = static_cast<int64_t>(i);
      slot.allocator = &allocator_;
      if (entry.params[entry.argument_count() + i].kind == Kind::output) {
        const Sizes wanted = known_sizes(shapes[i], i);
        Span<const int64_t> sizes(wanted.data(), static_cast<int64_t>(wanted.size()));
        slot.data = memory(this, slot.index, sizes);
        slot.sizes = sizes.data();
        slot.count = sizes.size();
      }
      slots_.push_back(slot);
    }
  }

  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  void run() const { entry_.call(Context(), slots_.data()); }  // loops run inline

 private:
  static void* memory(void* self, int64_t index, Span<const int64_t>& sizes) {
    Call& call = *static_cast<Call*>(self);
    call.sizes_.emplace_back(sizes.begin(), sizes.end());
    const std::vector<int64_t>& own = call.sizes_.back();
    sizes = {own.data(), static_cast<int64_t>(own.size())};
    const size_t at = call.entry_.argument_count() + static_cast<size_t>(index);
    const int32_t dtype = static_cast<int32_t>(call.entry_.params[at].dtype);
    void* data = call.allocate_(call.host_, index, dtype, sizes.size(), sizes.data());
    check(data != nullptr, "there is no memory for output ", index);
    return data;
  }

  const Entry& entry_;
  wb_c_allocate allocate_;
  void* host_;
  std::vector<Slot> slots_;
  std::list<std::vector<AnyTensor>> lists_;
  std::list<std::vector<int64_t>> sizes_;
  OutputAllocator allocator_{&memory, this};
};

/// Calls `f` with the entry that takes the values. Returns what the plain C function does.
template <class F>
int32_t with_entry(const Entry* const* entries, size_t count, const wb_c_value* values,
                   int64_t given, char* message, int64_t room, const F& f) {
  const char* failed = "the kernel threw what is no std::exception";
  try {
    const size_t wanted = entries[0]->argument_count();
    check(given == static_cast<int64_t>(wanted), "it takes ", wanted, " arguments, not ", given);
    for (size_t i = 0; i < count; ++i) {
      if (!fits(*entries[i], values)) continue;
      f(*entries[i]);
      return 0;
    }
    failed = "the kernel was not made for these element types";
  } catch (const std::exception& error) {
    if (room > 0) std::snprintf(message, static_cast<size_t>(room), "%s", error.what());
    return 1;
  } catch (...) {
  }
  if (room > 0) std::snprintf(message, static_cast<size_t>(room), "%s", failed);
  return 1;
}

/// What the shape rule says of each output, where it needs no values of tensors.
inline void tell_shapes(const Entry& entry, ShapeFn rule, const wb_c_value* values, wb_c_tell tell,
                        void* host) {
  std::vector<ShapeArg> known;
  std::list<std::vector<AnyTensor>> lists;
  for (size_t i = 0; i < entry.argument_count(); ++i) {
    known.push_back(shape_arg(entry.params[i], slot_of(entry.params[i], values[i], lists)));
  }
  std::vector<Shape> shapes(entry.output_count(), Shape::unknown());
  rule(known.data(), shapes.data());
  for (size_t i = 0; i < shapes.size(); ++i) {
    const Sizes sizes = known_sizes(shapes[i], i);
    const DType dtype = entry.params[entry.argument_count() + i].dtype;
    tell(host, static_cast<int64_t>(i), static_cast<int32_t>(dtype),
         static_cast<int64_t>(sizes.size()), sizes.data());
  }
}

template <auto... f>
inline constexpr const Entry* all[] = {&entry_of<f>...};

}  // namespace wb::c

#define WB_C_FUNCTION(name, shapes, ...)                                                          \
  extern "C" __attribute__((visibility("default"))) int32_t name(                                 \
      const wb_c_value* values, int64_t count, wb_c_allocate allocate, void* host, char* message, \
      int64_t room) {                                                                             \
    constexpr auto& entries = wb::c::all<__VA_ARGS__>;                                            \
    constexpr size_t number = sizeof(entries) / sizeof(entries[0]);                               \
    const auto call = [&](const wb::Entry& entry) {                                               \
      wb::c::Call(entry, shapes, values, allocate, host).run();                                   \
    };                                                                                            \
    return wb::c::with_entry(entries, number, values, count, message, room, call);                \
  }                                                                                               \
  extern "C" __attribute__((visibility("default"))) int32_t name##_shapes(                        \
      const wb_c_value* values, int64_t count, wb_c_tell tell, void* host, char* message,         \
      int64_t room) {                                                                             \
    constexpr auto& entries = wb::c::all<__VA_ARGS__>;                                            \
    constexpr size_t number = sizeof(entries) / sizeof(entries[0]);                               \
    const auto call = [&](const wb::Entry& entry) {                                               \
      wb::c::tell_shapes(entry, shapes, values, tell, host);                                      \
    };                                                                                            \
    return wb::c::with_entry(entries, number, values, count, message, room, call);                \
  }
