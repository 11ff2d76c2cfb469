// wb::half and wb::bfloat16: 16-bit storage types, converted to float for arithmetic.
//
// Opt-in, because most kernels do without. In C++ the operands of +, -, * and / become float, and
// an assignment rounds to nearest, ties to even: `y[i] = a[i] + b[i]` just works.
#pragma once

#include <bit>
#include <cstdint>

namespace wb {

namespace detail {

// Without branches, so that loops can be vectorised. The scaling trick is that of M. Dukhan's FP16
// library: floating-point addition and multiplication do the rounding.

inline float scaled(uint32_t bits, float factor) { return std::bit_cast<float>(bits) * factor; }

inline uint16_t float_to_half(float value) {
  const uint32_t bits = std::bit_cast<uint32_t>(value);
  // Times 2^112, what is too large becomes infinity; times 2^-110, the rest is 4 times the value.
  const float base = scaled(bits & 0x7fffffffu, 0x1p+112f) * 0x1p-110f;
  // Adding a power of two, chosen from the exponent, rounds to 10 fraction bits or to 2^-24.
  const uint32_t exponent = (bits << 1) & 0xff000000u;
  const uint32_t bias = exponent < 0x71000000u ? 0x71000000u : exponent;
  const float sum = std::bit_cast<float>((bias >> 1) + 0x07800000u) + base;
  const uint32_t rounded = std::bit_cast<uint32_t>(sum);
  const uint32_t finite = ((rounded >> 13) & 0x7c00u) + (rounded & 0x0fffu);
  const uint32_t nan = (bits << 1) > 0xff000000u ? 0x7e00u : 0u;
  return static_cast<uint16_t>(((bits >> 16) & 0x8000u) | ((finite | nan) & 0x7fffu));
}

inline float half_to_float(uint16_t bits) {
  const uint32_t wide = bits;
  // The factor turns the exponent's bias into that of float, also where the half is subnormal.
  const uint32_t value = std::bit_cast<uint32_t>(scaled((wide & 0x7fffu) << 13, 0x1p+112f));
  const uint32_t special = value >= 0x47800000u ? 0x7f800000u : 0u;  // infinity and NaN
  return std::bit_cast<float>(((wide & 0x8000u) << 16) | value | special);
}

inline uint16_t float_to_bfloat16(float value) {
  const uint32_t bits = std::bit_cast<uint32_t>(value);
  const uint32_t rounded = (bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16;
  const uint32_t nan = (bits >> 16) | 0x40u;
  return static_cast<uint16_t>((bits & 0x7fffffffu) > 0x7f800000u ? nan : rounded);
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
