// Error reporting of portable kernels: wb::Error, wb::check and wb::fail.
//
// The message is kept in the exception itself, so that a kernel needs neither <string> nor
// <sstream>, whose inclusion costs more than compiling a typical kernel.
#pragma once

#include <cstddef>
#include <cstdio>
#include <cstring>
#include <exception>
#include <initializer_list>
#include <string_view>
#include <type_traits>

namespace wb {

/// What a kernel throws. The text reaches the user as torch's RuntimeError or ONNX Runtime's
/// status.
///
/// Parts are text, numbers, and anything with begin() and end(), such as `x.sizes()`:
///   throw wb::Error("expected 3 dimensions, got sizes ", x.sizes());
/// Text beyond 1 kB is cut.
class Error : public std::exception {
 public:
  class Part;

  template <class... Parts>
  explicit Error(const Parts&... parts) noexcept : Error(std::initializer_list<Part>{parts...}) {}
  explicit Error(std::initializer_list<Part> parts) noexcept;

  const char* what() const noexcept override { return text_; }

 private:
  template <class Value>
  void put(const Value& value) noexcept {
    if constexpr (std::is_same_v<Value, bool>) {
      put_text(value ? "true" : "false");
    } else if constexpr (std::is_same_v<Value, char>) {
      put_text(std::string_view(&value, 1));
    } else if constexpr (std::is_integral_v<Value> && std::is_signed_v<Value>) {
      put_number("%lld", static_cast<long long>(value));
    } else if constexpr (std::is_integral_v<Value>) {
      put_number("%llu", static_cast<unsigned long long>(value));
    } else if constexpr (std::is_floating_point_v<Value>) {
      put_number("%.9g", static_cast<double>(value));
    } else if constexpr (std::is_convertible_v<const Value&, std::string_view>) {
      put_text(value);
    } else if constexpr (requires { put(value.slope); }) {  // a dual number
      put(value.value);
    } else {
      put_text("[");
      const char* separator = "";
      for (const auto& item : value) {
        put_text(separator);
        put(item);
        separator = ", ";
      }
      put_text("]");
    }
  }

  void put_text(std::string_view part) noexcept {
    const size_t room = sizeof(text_) - 1 - length_;
    const size_t count = part.size() < room ? part.size() : room;
    if (count > 0) std::memcpy(text_ + length_, part.data(), count);
    length_ += count;
    text_[length_] = '\0';
  }

  template <class Number>
  void put_number(const char* format, Number number) noexcept {
    char digits[40];
    std::snprintf(digits, sizeof(digits), format, number);
    put_text(digits);
  }

  char text_[1024] = {};
  size_t length_ = 0;
};

/// A part of a message, for as long as the call lasts: a value, and how its type is written.
///
/// So that code is made once per type, and not once per message: each text that is written out has
/// a type of its own, its length.
class Error::Part {
 public:
  Part(const char* text) noexcept : value_(text), put_(put_characters) {}
  template <class Value>
    requires(!std::is_same_v<std::remove_cv_t<std::remove_extent_t<Value>>, char> ||
             !std::is_array_v<Value>)
  Part(const Value& value) noexcept : value_(&value), put_(put_value<Value>) {}

 private:
  friend class Error;

  static void put_characters(Error& to, const void* text) noexcept {
    to.put_text(static_cast<const char*>(text));
  }
  template <class Value>
  static void put_value(Error& to, const void* value) noexcept {
    to.put(*static_cast<const Value*>(value));
  }

  const void* value_;
  void (*put_)(Error& to, const void* value) noexcept;
};

inline Error::Error(std::initializer_list<Part> parts) noexcept {
  for (const Part& part : parts) part.put_(*this, part.value_);
}

/// Throws wb::Error made of `parts`.
[[noreturn, gnu::noinline]] inline void fail(std::initializer_list<Error::Part> parts) {
  throw Error(parts);
}

template <class... Parts>
[[noreturn]] void fail(const Parts&... parts) {
  fail(std::initializer_list<Error::Part>{parts...});
}

/// Throws wb::Error made of `parts` unless `condition` holds.
template <class... Parts>
inline void check(bool condition, const Parts&... parts) {
  if (!condition) [[unlikely]] {
    fail(std::initializer_list<Error::Part>{parts...});
  }
}

}  // namespace wb
