// Stands in for CUDA's bfloat16, see cuda_runtime.h.
#pragma once

#include <cuda_runtime.h>

struct alignas(2) __nv_bfloat16 {
  unsigned short bits;
  __nv_bfloat16() = default;
  __nv_bfloat16(float);
  __nv_bfloat16(double);
  __nv_bfloat16(int);
  operator float() const;
  __nv_bfloat16& operator+=(const __nv_bfloat16&);
  __nv_bfloat16& operator*=(const __nv_bfloat16&);
};
struct alignas(4) __nv_bfloat162 {
  __nv_bfloat16 x, y;
};
using nv_bfloat16 = __nv_bfloat16;
using nv_bfloat162 = __nv_bfloat162;

__nv_bfloat16 __float2bfloat16(float);
__nv_bfloat16 __float2bfloat16_rn(float);
float __bfloat162float(__nv_bfloat16);
__nv_bfloat162 __floats2bfloat162_rn(float, float);
float2 __bfloat1622float2(__nv_bfloat162);
