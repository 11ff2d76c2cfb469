// Stands in for the header of cuSOLVER as far as torch's own headers need it, see cuda_runtime.h.
#pragma once

#include <cuda_runtime_api.h>

enum cusolverStatus_t { CUSOLVER_STATUS_SUCCESS = 0, CUSOLVER_STATUS_INVALID_VALUE = 3 };
