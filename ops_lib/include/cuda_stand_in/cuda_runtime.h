// Stands in for CUDA's runtime header where a .cu file is only looked at, on a machine without
// CUDA: its words get a meaning for an ordinary C++ compiler. Nothing here can run. Only what
// typical kernels use is declared; workbench/engine/cuda.py knows that the rest is missing.
#pragma once

#include <cuda_runtime_api.h>
#include <vector_types.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#define __global__
#define __device__
#define __host__
#define __shared__
#define __constant__
#define __managed__
#define __forceinline__ inline
#define __noinline__
#define __align__(n) alignas(n)
#define __launch_bounds__(...)
#define __grid_constant__
#define __builtin_align__(n) alignas(n)

inline constexpr int warpSize = 32;
extern const uint3 threadIdx;
extern const uint3 blockIdx;
extern const dim3 blockDim;
extern const dim3 gridDim;

namespace wb_cuda {

/// What stands between <<< and >>>, checked for its types.
inline void launch(dim3, dim3, size_t = 0, cudaStream_t = nullptr) {}

/// A device function: a function of any arithmetic arguments that gives the first one's type.
template <class T>
struct Same {
  using type = T;
};

}  // namespace wb_cuda

// Synchronization and warps.
void __syncthreads();
int __syncthreads_count(int);
int __syncthreads_and(int);
int __syncthreads_or(int);
void __syncwarp(unsigned = 0xffffffffu);
void __threadfence();
void __threadfence_block();
void __threadfence_system();
unsigned __activemask();
unsigned __ballot_sync(unsigned, int);
int __all_sync(unsigned, int);
int __any_sync(unsigned, int);
template <class T>
T __shfl_sync(unsigned, T, int, int = 32);
template <class T>
T __shfl_up_sync(unsigned, T, unsigned, int = 32);
template <class T>
T __shfl_down_sync(unsigned, T, unsigned, int = 32);
template <class T>
T __shfl_xor_sync(unsigned, T, int, int = 32);
template <class T>
T __ldg(const T*);

// Atomics.
template <class T>
T atomicAdd(T*, typename wb_cuda::Same<T>::type);
template <class T>
T atomicSub(T*, typename wb_cuda::Same<T>::type);
template <class T>
T atomicExch(T*, typename wb_cuda::Same<T>::type);
template <class T>
T atomicMin(T*, typename wb_cuda::Same<T>::type);
template <class T>
T atomicMax(T*, typename wb_cuda::Same<T>::type);
template <class T>
T atomicAnd(T*, typename wb_cuda::Same<T>::type);
template <class T>
T atomicOr(T*, typename wb_cuda::Same<T>::type);
template <class T>
T atomicXor(T*, typename wb_cuda::Same<T>::type);
template <class T>
T atomicInc(T*, typename wb_cuda::Same<T>::type);
template <class T>
T atomicDec(T*, typename wb_cuda::Same<T>::type);
template <class T>
T atomicCAS(T*, typename wb_cuda::Same<T>::type, typename wb_cuda::Same<T>::type);

// Bits.
int __popc(unsigned);
int __popcll(unsigned long long);
int __clz(int);
int __clzll(long long);
int __ffs(int);
int __ffsll(long long);
unsigned __brev(unsigned);
int __float_as_int(float);
unsigned __float_as_uint(float);
float __int_as_float(int);
float __uint_as_float(unsigned);
long long __double_as_longlong(double);
double __longlong_as_double(long long);
int __float2int_rn(float);
int __float2int_rd(float);
int __float2int_ru(float);
int __float2int_rz(float);
float __int2float_rn(int);
int __mul24(int, int);
int __mulhi(int, int);
long long clock64();

// Arithmetic.
float __expf(float);
float __logf(float);
float __log2f(float);
float __log10f(float);
float __sinf(float);
float __cosf(float);
float __tanf(float);
float __powf(float, float);
float __fdividef(float, float);
float __fmaf_rn(float, float, float);
float __fadd_rn(float, float);
float __fmul_rn(float, float);
float __frcp_rn(float);
float __frsqrt_rn(float);
float __fsqrt_rn(float);
float __saturatef(float);
float rsqrtf(float);
float norm3df(float, float, float);
float erfinvf(float);
float normcdff(float);
float fdividef(float, float);
double rsqrt(double);
double erfinv(double);
double normcdf(double);
float sinpif(float);
float cospif(float);

template <class A, class B>
constexpr auto min(A a, B b) -> decltype(true ? A() : B()) {
  return a < b ? a : b;
}
template <class A, class B>
constexpr auto max(A a, B b) -> decltype(true ? A() : B()) {
  return a > b ? a : b;
}
