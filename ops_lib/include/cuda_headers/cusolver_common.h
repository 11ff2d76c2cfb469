// The handle and status of cuSOLVER, as far as torch's own headers name them; for a toolkit without
// it.
#pragma once

#include <cuda_runtime_api.h>

enum cusolverStatus_t { CUSOLVER_STATUS_SUCCESS = 0, CUSOLVER_STATUS_INVALID_VALUE = 3 };
