// The kernel API for CUDA: everything that a kernel's .cu file needs.
//
//   #include <workbench/cuda.h>
//
//   template <class T>
//   void scaled_add(const wb::CudaContext& ctx, wb::Tensor<const T> a, wb::Tensor<const T> b,
//                   double alpha, wb::Tensor<T> y) {
//     const auto at = [a = a.data(), b = b.data(), y = y.data(), alpha] __device__(int64_t i) {
//       y[i] = a[i] + static_cast<T>(alpha) * b[i];
//     };
//     wb::parallel(ctx, y.numel(), at);
//   }
//
// The elements of every tensor are on the device: the function reads sizes and launches kernels,
// and hands them `x.data()`. Numbers, lists and texts are on the CPU. __global__ functions and cub
// stand beside it as everywhere; the function may return before its kernels have run.
#pragma once

#include <cuda_runtime.h>
#include <workbench/cuda_context.h>
#include <workbench/cuda_error.h>
#include <workbench/tensor.h>

#include <cstdint>
#include <type_traits>

namespace wb {

namespace detail {

constexpr bool same(cudaError_t theirs, cuda_error::Code ours) {
  return static_cast<int>(theirs) == static_cast<int>(ours);
}
static_assert(same(cudaErrorInvalidValue, cuda_error::invalid_value));
static_assert(same(cudaErrorMemoryAllocation, cuda_error::out_of_memory));
static_assert(same(cudaErrorInvalidConfiguration, cuda_error::invalid_configuration));
static_assert(same(cudaErrorInsufficientDriver, cuda_error::insufficient_driver));
static_assert(same(cudaErrorDevicesUnavailable, cuda_error::devices_unavailable));
static_assert(same(cudaErrorNoDevice, cuda_error::no_device));
static_assert(same(cudaErrorNoKernelImageForDevice, cuda_error::no_kernel_image));
static_assert(same(cudaErrorUnsupportedPtxVersion, cuda_error::unsupported_ptx));
static_assert(same(cudaErrorIllegalAddress, cuda_error::illegal_address));
static_assert(same(cudaErrorLaunchOutOfResources, cuda_error::launch_out_of_resources));
static_assert(same(cudaErrorLaunchTimeout, cuda_error::launch_timeout));
static_assert(same(cudaErrorMisalignedAddress, cuda_error::misaligned_address));

}  // namespace detail

/// Throws wb::Error unless `error` is none. `what`, `file` and `line` say which call.
inline void cuda_check(cudaError_t error, const char* what, const char* file, int line) {
  if (error == cudaSuccess) [[likely]] {
    return;
  }
  int driver = 0;
  if (cudaDriverGetVersion(&driver) != cudaSuccess) driver = 0;
  (void)cudaGetLastError();  // what is told here shall not be told of the next call
  cuda_error::raise(error, cudaGetErrorName(error), cudaGetErrorString(error), driver, what, file,
                    line);
}

/// Throws wb::Error where a call of CUDA's runtime fails, with the call and its line.
#define WB_CUDA_CHECK(...) ::wb::cuda_check((__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)

/// The grid of a launch, and the line where it stands.
struct Grid {
  Grid(dim3 of_blocks, dim3 of_threads, size_t of_shared = 0, const char* in = __builtin_FILE(),
       int at = __builtin_LINE())
      : blocks(of_blocks), threads(of_threads), shared(of_shared), file(in), line(at) {}

  dim3 blocks;
  dim3 threads;   ///< of a block
  size_t shared;  ///< bytes of dynamic shared memory of a block
  const char* file;
  int line;
};

/// How many blocks of `size` cover `n`, at most `most`: a kernel's loop takes what is left.
inline unsigned int blocks_for(int64_t n, int64_t size, int64_t most = INT32_MAX) {
  const int64_t blocks = n <= 0 ? 0 : (n - 1) / size + 1;
  return static_cast<unsigned int>(blocks < most ? blocks : most);
}

/// Launches a __global__ function on the context's stream; does nothing for a grid of 0 blocks.
/// Throws where it cannot be launched.
///
///   wb::launch(ctx, {wb::blocks_for(n, 256), 256}, rows_kernel<T>, x.data(), y.data(), n);
template <class... Parameters, class... Args>
void launch(const CudaContext& ctx, const Grid& grid, void (*kernel)(Parameters...),
            Args&&... args) {
  if (grid.blocks.x == 0 || grid.blocks.y == 0 || grid.blocks.z == 0) return;
  constexpr size_t kUsual = 48 << 10;  // more has to be asked for
  if (grid.shared > kUsual) {
    int most = 0;
    cuda_check(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, ctx.device()),
               "a look at the device", grid.file, grid.line);
    check(grid.shared <= static_cast<size_t>(most), "a block asks for ", grid.shared,
          " bytes of shared memory, and this GPU has ", most, " (at ", grid.file, ":", grid.line,
          ")");
    cuda_check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    static_cast<int>(grid.shared)),
               "more shared memory", grid.file, grid.line);
  }
  kernel<<<grid.blocks, grid.threads, grid.shared, ctx.stream()>>>(static_cast<Args&&>(args)...);
  cuda_check(cudaGetLastError(), "a launch", grid.file, grid.line);
}

namespace detail {

template <class F>
__global__ void run_each(int64_t n, F f) {
  const int64_t step = int64_t{gridDim.x} * blockDim.x;
  for (int64_t i = int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += step) f(i);
}

template <class F>
__global__ void run_each_2d(int64_t rows, int64_t columns, F f) {
  const int64_t across = int64_t{gridDim.x} * blockDim.x;
  const int64_t down = int64_t{gridDim.y} * blockDim.y;
  for (int64_t row = int64_t{blockIdx.y} * blockDim.y + threadIdx.y; row < rows; row += down) {
    const int64_t first = int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    for (int64_t column = first; column < columns; column += across) f(row, column);
  }
}

}  // namespace detail

/// Calls `f(i)` for each i in [0, n), a thread each; does nothing for n = 0. `f` is a lambda that
/// is marked __device__ and captures by value.
template <class F>
void parallel(const CudaContext& ctx, int64_t n, F f, const char* file = __builtin_FILE(),
              int line = __builtin_LINE()) {
  constexpr int kThreads = 256;
  launch(ctx, Grid(blocks_for(n, kThreads), kThreads, 0, file, line), detail::run_each<F>, n, f);
}

/// Calls `f(row, column)` for each of them; threads side by side have columns side by side.
template <class F>
void parallel(const CudaContext& ctx, int64_t rows, int64_t columns, F f,
              const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  constexpr int kAcross = 32, kDown = 8, kMostDown = 65535;
  const dim3 blocks(blocks_for(columns, kAcross), blocks_for(rows, kDown, kMostDown));
  launch(ctx, Grid(blocks, dim3(kAcross, kDown), 0, file, line), detail::run_each_2d<F>, rows,
         columns, f);
}

}  // namespace wb
