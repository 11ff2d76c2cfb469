// wb::half and wb::bfloat16: 16-bit storage types, converted to float for arithmetic.
//
// Opt-in, because most kernels do without. In C++ the operands of +, -, * and / become float, and
// an assignment rounds to nearest, ties to even: `y[i] = a[i] + b[i]` just works.
#pragma once

#include <bit>
#include <cstdint>

namespace wb {

namespace detail {

inline uint16_t float_to_half(float value) {
  const uint32_t bits = std::bit_cast<uint32_t>(value);
  const uint16_t sign = static_cast<uint16_t>((bits >> 16) & 0x8000u);
  const uint32_t magnitude = bits & 0x7fffffffu;
  if (magnitude > 0x7f800000u) return static_cast<uint16_t>(sign | 0x7e00u);   // NaN
  if (magnitude >= 0x477ff000u) return static_cast<uint16_t>(sign | 0x7c00u);  // rounds to infinity
  if (magnitude < 0x38800000u) {  // below 2^-14: adding 0.5 shifts and rounds in hardware
    const float shifted = std::bit_cast<float>(magnitude) + 0.5f;
    return static_cast<uint16_t>(sign | (std::bit_cast<uint32_t>(shifted) - 0x3f000000u));
  }
  const uint32_t odd = (magnitude >> 13) & 1u;
  return static_cast<uint16_t>(sign | ((magnitude - 0x38000000u + 0xfffu + odd) >> 13));
}

inline float half_to_float(uint16_t bits) {
  const uint32_t sign = static_cast<uint32_t>(bits & 0x8000u) << 16;
  const uint32_t magnitude = bits & 0x7fffu;
  if (magnitude >= 0x7c00u) {  // infinity or NaN
    return std::bit_cast<float>(sign | 0x7f800000u | ((magnitude & 0x3ffu) << 13));
  }
  if (magnitude < 0x0400u) {  // zero or subnormal: magnitude * 2^-24 is exact
    const float value = static_cast<float>(magnitude) * 5.9604644775390625e-8f;
    return std::bit_cast<float>(sign | std::bit_cast<uint32_t>(value));
  }
  return std::bit_cast<float>(sign | ((magnitude << 13) + 0x38000000u));
}

inline uint16_t float_to_bfloat16(float value) {
  const uint32_t bits = std::bit_cast<uint32_t>(value);
  if ((bits & 0x7fffffffu) > 0x7f800000u) return static_cast<uint16_t>((bits >> 16) | 0x40u);
  return static_cast<uint16_t>((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}

inline float bfloat16_to_float(uint16_t bits) {
  return std::bit_cast<float>(static_cast<uint32_t>(bits) << 16);
}

// Compound assignment, shared by both types.
template <class Self>
struct StoredFloat {
  Self& operator+=(float other) { return self() = self() + other; }
  Self& operator-=(float other) { return self() = self() - other; }
  Self& operator*=(float other) { return self() = self() * other; }
  Self& operator/=(float other) { return self() = self() / other; }

 private:
  Self& self() { return static_cast<Self&>(*this); }
};

}  // namespace detail

/// IEEE 754 binary16: 1 sign, 5 exponent and 10 fraction bits.
struct half : detail::StoredFloat<half> {
  uint16_t bits;

  half() = default;
  half(float value) : bits(detail::float_to_half(value)) {}
  operator float() const { return detail::half_to_float(bits); }
};

/// The upper half of an IEEE 754 binary32: 1 sign, 8 exponent and 7 fraction bits.
struct bfloat16 : detail::StoredFloat<bfloat16> {
  uint16_t bits;

  bfloat16() = default;
  bfloat16(float value) : bits(detail::float_to_bfloat16(value)) {}
  operator float() const { return detail::bfloat16_to_float(bits); }
};

static_assert(sizeof(half) == 2 && sizeof(bfloat16) == 2);

}  // namespace wb
