// wb::float8_e4m3fn and wb::float8_e5m2: 8-bit storage types, converted to float for arithmetic.
//
// Opt-in, as half.h. An assignment rounds to nearest, ties to even; what is too large becomes 448
// in e4m3fn, which has no infinity, and infinity in e5m2, as in PyTorch. ONNX's Cast gives 57344
// there.
#pragma once

#include <workbench/half.h>

#include <bit>
#include <cstdint>

namespace wb {

namespace detail {

/// An 8-bit format: 1 sign bit, `kFraction` fraction bits, the others its exponent.
template <int kFraction, int kBias, bool kInfinite>
struct Float8 {
  static constexpr int kCut = 23 - kFraction;  ///< fraction bits that float has more
  static constexpr uint32_t kMost = kInfinite ? 0x7cu : 0x7eu;  ///< the code of what is too large

  static uint8_t from(float value) {
    const uint32_t bits = std::bit_cast<uint32_t>(value);
    const uint32_t size = bits & 0x7fffffffu;
    const uint32_t sign = (bits >> 24) & 0x80u;
    if (size > 0x7f800000u) return static_cast<uint8_t>(sign | 0x7fu);
    uint32_t rounded = 0;
    if (size < static_cast<uint32_t>(128 - kBias) << 23) {
      // Subnormal here: next to this number, steps of float are the steps of the format.
      const float large = std::bit_cast<float>(static_cast<uint32_t>(128 - kBias + kCut) << 23);
      rounded = std::bit_cast<uint32_t>(std::bit_cast<float>(size) + large) -
                std::bit_cast<uint32_t>(large);
    } else {
      const uint32_t odd = (size >> kCut) & 1u;
      rounded = (size + (1u << (kCut - 1)) - 1u + odd) >> kCut;
      rounded -= static_cast<uint32_t>(127 - kBias) << kFraction;
    }
    return static_cast<uint8_t>(sign | (rounded < kMost ? rounded : kMost));
  }

  static float to(uint8_t bits) {
    const uint32_t size = bits & 0x7fu;
    const uint32_t sign = static_cast<uint32_t>(bits & 0x80u) << 24;
    constexpr float factor = std::bit_cast<float>(static_cast<uint32_t>(254 - kBias) << 23);
    uint32_t value = std::bit_cast<uint32_t>(scaled(size << kCut, factor));
    if (kInfinite && size == kMost) value = 0x7f800000u;
    if (size > kMost) value = 0x7fc00000u;
    return std::bit_cast<float>(sign | value);
  }
};

}  // namespace detail

/// 1 sign, 4 exponent and 3 fraction bits, no infinity: up to 448.
struct float8_e4m3fn : detail::StoredFloat<float8_e4m3fn> {
  uint8_t bits;

  float8_e4m3fn() = default;
  float8_e4m3fn(float value) : bits(detail::Float8<3, 7, false>::from(value)) {}
  operator float() const { return detail::Float8<3, 7, false>::to(bits); }
};

/// 1 sign, 5 exponent and 2 fraction bits: up to 57344.
struct float8_e5m2 : detail::StoredFloat<float8_e5m2> {
  uint8_t bits;

  float8_e5m2() = default;
  float8_e5m2(float value) : bits(detail::Float8<2, 15, true>::from(value)) {}
  operator float() const { return detail::Float8<2, 15, true>::to(bits); }
};

static_assert(sizeof(float8_e4m3fn) == 1 && sizeof(float8_e5m2) == 1);

}  // namespace wb
