// Stands in for CUDA's vector types, see cuda_runtime.h.
#pragma once

#define WB_CUDA_VECTORS(name, type)                                                           \
  struct name##1 { type x; };                                                                 \
  struct alignas(2 * sizeof(type)) name##2 { type x, y; };                                    \
  struct name##3 { type x, y, z; };                                                           \
  struct alignas(4 * sizeof(type) > 16 ? 16 : 4 * sizeof(type)) name##4 { type x, y, z, w; }; \
  inline name##1 make_##name##1(type x) { return {x}; }                                       \
  inline name##2 make_##name##2(type x, type y) { return {x, y}; }                            \
  inline name##3 make_##name##3(type x, type y, type z) { return {x, y, z}; }                 \
  inline name##4 make_##name##4(type x, type y, type z, type w) { return {x, y, z, w}; }

WB_CUDA_VECTORS(char, signed char)
WB_CUDA_VECTORS(uchar, unsigned char)
WB_CUDA_VECTORS(short, short)
WB_CUDA_VECTORS(ushort, unsigned short)
WB_CUDA_VECTORS(int, int)
WB_CUDA_VECTORS(uint, unsigned)
WB_CUDA_VECTORS(long, long)
WB_CUDA_VECTORS(ulong, unsigned long)
WB_CUDA_VECTORS(longlong, long long)
WB_CUDA_VECTORS(ulonglong, unsigned long long)
WB_CUDA_VECTORS(float, float)
WB_CUDA_VECTORS(double, double)

#undef WB_CUDA_VECTORS

struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  constexpr operator uint3() const { return {x, y, z}; }
};
