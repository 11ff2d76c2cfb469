// Element types of tensors: wb::DType, and wb::dtype_of<T> for the C++ type of each.
#pragma once

#include <cstddef>
#include <cstdint>

namespace wb {

struct half;           // half.h
struct bfloat16;       // half.h
struct float8_e4m3fn;  // float8.h
struct float8_e5m2;    // float8.h

/// Element types that kernels may use.
enum class DType : uint8_t {
  none,
  float32,
  float64,
  float16,
  bfloat16,
  int8,
  int16,
  int32,
  int64,
  uint8,
  uint16,
  uint32,
  uint64,
  boolean,
  float8_e4m3fn,
  float8_e5m2,
};

inline constexpr size_t dtype_count = 16;  ///< `none` counted

// clang-format off
template <class T> inline constexpr DType dtype_of = DType::none;
template <> inline constexpr DType dtype_of<float> = DType::float32;
template <> inline constexpr DType dtype_of<double> = DType::float64;
template <> inline constexpr DType dtype_of<half> = DType::float16;
template <> inline constexpr DType dtype_of<bfloat16> = DType::bfloat16;
template <> inline constexpr DType dtype_of<int8_t> = DType::int8;
template <> inline constexpr DType dtype_of<int16_t> = DType::int16;
template <> inline constexpr DType dtype_of<int32_t> = DType::int32;
template <> inline constexpr DType dtype_of<int64_t> = DType::int64;
template <> inline constexpr DType dtype_of<uint8_t> = DType::uint8;
template <> inline constexpr DType dtype_of<uint16_t> = DType::uint16;
template <> inline constexpr DType dtype_of<uint32_t> = DType::uint32;
template <> inline constexpr DType dtype_of<uint64_t> = DType::uint64;
template <> inline constexpr DType dtype_of<bool> = DType::boolean;
template <> inline constexpr DType dtype_of<float8_e4m3fn> = DType::float8_e4m3fn;
template <> inline constexpr DType dtype_of<float8_e5m2> = DType::float8_e5m2;
// clang-format on

/// An argument that is an element type: `T` is the type that the caller has chosen.
template <class T>
struct ElementType {
  using type = T;
};

/// The name in `op.toml`, torch and numpy.
constexpr const char* name_of(DType dtype) {
  constexpr const char* names[dtype_count] = {
      "unsupported", "float32", "float64",       "float16",    "bfloat16", "int8",
      "int16",       "int32",   "int64",         "uint8",      "uint16",   "uint32",
      "uint64",      "bool",    "float8_e4m3fn", "float8_e5m2"};
  return names[static_cast<size_t>(dtype)];
}

/// Bytes of one element.
constexpr size_t size_of(DType dtype) {
  constexpr uint8_t sizes[dtype_count] = {0, 4, 8, 2, 2, 1, 2, 4, 8, 1, 2, 4, 8, 1, 1, 1};
  return sizes[static_cast<size_t>(dtype)];
}

}  // namespace wb
