// Error reporting of portable kernels: wb::Error, wb::check and wb::fail.
//
// The message is kept in the exception itself, so that a kernel needs neither <string> nor
// <sstream>, whose inclusion costs more than compiling a typical kernel.
#pragma once

#include <cstddef>
#include <cstdio>
#include <cstring>
#include <exception>
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
  template <class... Parts>
  explicit Error(const Parts&... parts) noexcept {
    (put(parts), ...);
  }

  const char* what() const noexcept override { return text_; }

 private:
  template <class Part>
  void put(const Part& part) noexcept {
    if constexpr (std::is_same_v<Part, bool>) {
      put_text(part ? "true" : "false");
    } else if constexpr (std::is_same_v<Part, char>) {
      put_text(std::string_view(&part, 1));
    } else if constexpr (std::is_integral_v<Part> && std::is_signed_v<Part>) {
      put_number("%lld", static_cast<long long>(part));
    } else if constexpr (std::is_integral_v<Part>) {
      put_number("%llu", static_cast<unsigned long long>(part));
    } else if constexpr (std::is_floating_point_v<Part>) {
      put_number("%.9g", static_cast<double>(part));
    } else if constexpr (std::is_convertible_v<const Part&, std::string_view>) {
      put_text(part);
    } else if constexpr (requires { put(part.slope); }) {  // a dual number
      put(part.value);
    } else {
      put_text("[");
      const char* separator = "";
      for (const auto& item : part) {
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

/// Throws wb::Error made of `parts`.
template <class... Parts>
[[noreturn]] void fail(const Parts&... parts) {
  throw Error(parts...);
}

/// Throws wb::Error made of `parts` unless `condition` holds.
template <class... Parts>
inline void check(bool condition, const Parts&... parts) {
  if (!condition) [[unlikely]] {
    fail(parts...);
  }
}

}  // namespace wb
