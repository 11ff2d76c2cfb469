// Stands in for the header of CUDA's driver, see cuda_runtime.h.
#pragma once

#include <cuda_runtime_api.h>

enum CUresult { CUDA_SUCCESS = 0, CUDA_ERROR_UNKNOWN = 999 };
using CUdevice = int;
using CUdeviceptr = unsigned long long;
using CUcontext = struct CUctx_st*;
using CUstream = cudaStream_t;
