// The handle and status of cuBLAS, as far as torch's own headers name them; for a toolkit without
// it.
#pragma once

#include <cuda_runtime_api.h>

enum cublasStatus_t { CUBLAS_STATUS_SUCCESS = 0, CUBLAS_STATUS_NOT_INITIALIZED = 1 };
using cublasHandle_t = struct cublasContext*;
