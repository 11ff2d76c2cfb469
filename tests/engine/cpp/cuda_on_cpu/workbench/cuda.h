// Runs kernels of .cu files on the CPU, for tests where no GPU is: a thread for each of a block's,
// block after block. What it cannot show is what a GPU does in another way: the order of blocks,
// warps, and its own rounding of functions that are not correctly rounded.
#pragma once

#include <workbench/cuda_context.h>
#include <workbench/tensor.h>

#include <barrier>
#include <bit>
#include <cmath>
#include <mutex>
#include <thread>
#include <vector>

#define __global__
#define __device__
#define __host__
#define __shared__ static  // blocks run one after the other
#define __launch_bounds__(...)

struct dim3 {
  unsigned int x, y, z;
  constexpr dim3(unsigned int of_x = 1, unsigned int of_y = 1, unsigned int of_z = 1)
      : x(of_x), y(of_y), z(of_z) {}
};

inline thread_local dim3 threadIdx, blockIdx, blockDim, gridDim;
inline std::barrier<>* block_barrier = nullptr;
inline std::mutex atomics;

inline void __syncthreads() { block_barrier->arrive_and_wait(); }

inline float __fadd_rn(float a, float b) { return a + b; }
inline float __fmul_rn(float a, float b) { return a * b; }
inline float __fsqrt_rn(float a) { return std::sqrt(a); }
inline unsigned int __float_as_uint(float a) { return std::bit_cast<unsigned int>(a); }
inline float __uint_as_float(unsigned int a) { return std::bit_cast<float>(a); }

template <class T>
void atomicMin(T* at, T value) {
  const std::lock_guard<std::mutex> lock(atomics);
  if (value < *at) *at = value;
}
template <class T>
void atomicMax(T* at, T value) {
  const std::lock_guard<std::mutex> lock(atomics);
  if (value > *at) *at = value;
}

namespace wb {

struct Grid {
  Grid(dim3 of_blocks, dim3 of_threads) : blocks(of_blocks), threads(of_threads) {}
  dim3 blocks, threads;
};

inline unsigned int blocks_for(int64_t n, int64_t size) {
  return static_cast<unsigned int>(n <= 0 ? 0 : (n - 1) / size + 1);
}

template <class... Parameters, class... Args>
void launch(const CudaContext&, const Grid& grid, void (*kernel)(Parameters...), Args... args) {
  const dim3 blocks = grid.blocks;
  const unsigned int across = grid.threads.x, of_block = across * grid.threads.y;
  std::barrier<> barrier(of_block);
  block_barrier = &barrier;
  std::vector<std::thread> threads;
  for (unsigned int t = 0; t < of_block; ++t) {
    threads.emplace_back([&, t] {
      threadIdx = dim3(t % across, t / across, 0);
      blockDim = grid.threads;
      gridDim = blocks;
      for (unsigned int z = 0; z < blocks.z; ++z) {
        for (unsigned int y = 0; y < blocks.y; ++y) {
          for (unsigned int x = 0; x < blocks.x; ++x) {
            blockIdx = dim3(x, y, z);
            kernel(args...);
            __syncthreads();
          }
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

template <class F>
void parallel(const CudaContext&, int64_t n, F f) {
  for (int64_t i = 0; i < n; ++i) f(i);
}

template <class F>
void parallel(const CudaContext&, int64_t rows, int64_t columns, F f) {
  for (int64_t i = 0; i < rows * columns; ++i) f(i / columns, i % columns);
}

}  // namespace wb
