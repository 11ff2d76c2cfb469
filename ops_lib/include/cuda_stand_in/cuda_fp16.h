// Stands in for CUDA's half precision, see cuda_runtime.h.
#pragma once

#include <cuda_runtime.h>

struct alignas(2) __half {
  unsigned short bits;
  __half() = default;
  __half(float);
  __half(double);
  __half(int);
  operator float() const;
  __half& operator+=(const __half&);
  __half& operator-=(const __half&);
  __half& operator*=(const __half&);
  __half& operator/=(const __half&);
};
struct alignas(4) __half2 {
  __half x, y;
};
using half = __half;
using half2 = __half2;

__half __float2half(float);
__half __float2half_rn(float);
float __half2float(__half);
__half2 __float2half2_rn(float);
__half2 __floats2half2_rn(float, float);
__half2 __halves2half2(__half, __half);
__half2 __half2half2(__half);
float2 __half22float2(__half2);
__half __low2half(__half2);
__half __high2half(__half2);
__half __hadd(__half, __half);
__half __hsub(__half, __half);
__half __hmul(__half, __half);
__half __hdiv(__half, __half);
__half __hfma(__half, __half, __half);
__half __hneg(__half);
bool __hlt(__half, __half);
bool __hgt(__half, __half);
bool __heq(__half, __half);
__half __hmax(__half, __half);
__half __hmin(__half, __half);
__half2 __hadd2(__half2, __half2);
__half2 __hmul2(__half2, __half2);
__half2 __hfma2(__half2, __half2, __half2);
__half hexp(__half);
__half hsqrt(__half);
