// Calls the plain C function of a kernel (c_value.h) with what a node of a graph has: for the
// plugins of runtimes that hand over inputs and attributes in ways of their own. Generated glue
// reads:
//
//   static void take_0(wb::c::Arguments& of) {
//     of.input(0);
//     of.attribute<double>("alpha", 0.5);
//   }
//   wb::c::Arguments arguments(inputs, attributes);
//   take_0(arguments);
//   std::string error = arguments.call(wb_c_twice, allocate, host);
#pragma once

#include <workbench/c_value.h>
#include <workbench/tensor.h>

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace wb::c {

/// An input of a node. Its elements are in memory that the processor reads, dense and row-major.
struct Input {
  bool present = false;
  int32_t dtype = 0;  ///< as in c_value.h
  std::vector<int64_t> sizes;
  const void* data = nullptr;
};

/// The value of an attribute: whichever of these its type has; one that is no list has one item.
struct Attribute {
  std::vector<int64_t> integers;
  std::vector<double> reals;
  std::string text;
};

using Attributes = std::map<std::string, Attribute>;

/// The arguments of one call, gathered in order.
class Arguments {
 public:
  Arguments(const std::vector<Input>& inputs, const Attributes& attributes)
      : inputs_(inputs), attributes_(attributes) {}
  Arguments(const Arguments&) = delete;
  Arguments& operator=(const Arguments&) = delete;

  void input(size_t at) { values_.push_back(at < inputs_.size() ? tensor(inputs_[at]) : none()); }
  void optional_input(size_t at) { input(at); }

  void variadic_input(size_t first) {
    lists_.emplace_back();
    for (size_t i = first; i < inputs_.size(); ++i) lists_.back().push_back(tensor(inputs_[i]));
    wb_c_value value = none();
    value.present = 1;
    value.count = static_cast<int64_t>(lists_.back().size());
    value.data = lists_.back().data();
    values_.push_back(value);
  }

  template <class T>
  void input_given(size_t at) {
    put(at < inputs_.size() && inputs_[at].present);
  }

  template <class T, class... Otherwise>
  void attribute(const char* name, const Otherwise&... otherwise) {
    const auto found = attributes_.find(name);
    if (found != attributes_.end()) {
      put_from<T>(found->second);
    } else if constexpr (sizeof...(otherwise) > 0) {
      constant<T>(otherwise...);
    } else {
      values_.push_back(none());
    }
  }

  template <class T, class... Otherwise>
  void attribute_element(const char* name, size_t item, const Otherwise&... otherwise) {
    const auto found = attributes_.find(name);
    if (found != attributes_.end() && item < found->second.integers.size()) {
      put(found->second.integers[item]);
    } else if constexpr (sizeof...(otherwise) > 0) {
      constant<T>(otherwise...);
    } else {
      values_.push_back(none());
    }
  }

  template <class T, class Value>
  void constant(const Value& value) {
    if constexpr (std::is_same_v<T, Span<const int64_t>>) {
      put(std::vector<int64_t>(value.begin(), value.end()));
    } else if constexpr (std::is_same_v<T, Span<const double>>) {
      put(std::vector<double>(value.begin(), value.end()));
    } else if constexpr (std::is_same_v<T, std::string_view>) {
      put(std::string(value));
    } else {
      put(static_cast<T>(value));
    }
  }

  void none_given() { values_.push_back(none()); }

  /// Calls it. Returns why it failed; empty where it did not.
  std::string call(wb_c_function function, wb_c_allocate allocate, void* host) const {
    char message[1024] = {};
    const int64_t count = static_cast<int64_t>(values_.size());
    const int32_t failed =
        function(values_.data(), count, allocate, host, message, sizeof(message));
    return failed != 0 ? (message[0] != '\0' ? message : "the kernel failed") : "";
  }

  /// Has its outputs' sizes told. Returns why that failed; empty where it did not.
  std::string shapes(wb_c_shapes_function function, wb_c_tell tell, void* host) const {
    char message[1024] = {};
    const int64_t count = static_cast<int64_t>(values_.size());
    const int32_t failed = function(values_.data(), count, tell, host, message, sizeof(message));
    return failed != 0 ? (message[0] != '\0' ? message : "the shape rule failed") : "";
  }

 private:
  static wb_c_value none() { return wb_c_value{0, 0, 0, nullptr, nullptr, 0, 0.0}; }

  static wb_c_value tensor(const Input& input) {
    wb_c_value value = none();
    value.present = input.present ? 1 : 0;
    value.dtype = input.dtype;
    value.count = static_cast<int64_t>(input.sizes.size());
    value.sizes = input.sizes.data();
    value.data = input.data;
    return value;
  }

  template <class T>
  void put_from(const Attribute& from) {
    if constexpr (std::is_same_v<T, Span<const int64_t>>) {
      put(from.integers);
    } else if constexpr (std::is_same_v<T, Span<const double>>) {
      put(from.reals);
    } else if constexpr (std::is_same_v<T, std::string_view>) {
      put(from.text);
    } else if constexpr (std::is_same_v<T, double>) {
      put(from.reals.empty() ? 0.0 : from.reals[0]);
    } else {
      put(static_cast<T>(from.integers.empty() ? 0 : from.integers[0]));
    }
  }

  void put(bool value) { put(static_cast<int64_t>(value)); }
  void put(int64_t value) { values_.push_back(wb_c_value{1, 0, 0, nullptr, nullptr, value, 0.0}); }
  void put(double value) { values_.push_back(wb_c_value{1, 0, 0, nullptr, nullptr, 0, value}); }
  void put(std::string text) {
    texts_.push_back(std::move(text));
    list(texts_.back().size(), texts_.back().data());
  }
  void put(std::vector<int64_t> items) {
    integers_.push_back(std::move(items));
    list(integers_.back().size(), integers_.back().data());
  }
  void put(std::vector<double> items) {
    reals_.push_back(std::move(items));
    list(reals_.back().size(), reals_.back().data());
  }
  void list(size_t count, const void* data) {
    values_.push_back(wb_c_value{1, 0, static_cast<int64_t>(count), nullptr, data, 0, 0.0});
  }

  const std::vector<Input>& inputs_;
  const Attributes& attributes_;
  std::vector<wb_c_value> values_;
  // What values point to: it stays where it is when more comes.
  std::deque<std::vector<wb_c_value>> lists_;
  std::deque<std::string> texts_;
  std::deque<std::vector<int64_t>> integers_;
  std::deque<std::vector<double>> reals_;
};

}  // namespace wb::c
