// The handle and status of cuSPARSE, as far as torch's own headers name them; for a toolkit without
// it.
#pragma once

#include <cuda_runtime_api.h>

enum cusparseStatus_t { CUSPARSE_STATUS_SUCCESS = 0, CUSPARSE_STATUS_NOT_INITIALIZED = 1 };
using cusparseHandle_t = struct cusparseContext*;
const char* cusparseGetErrorString(cusparseStatus_t);
