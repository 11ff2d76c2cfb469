// Stands in for the header of cuBLASLt as far as torch's own headers need it, see cuda_runtime.h.
#pragma once

#include <cublas_v2.h>

using cublasLtHandle_t = struct cublasLtContext*;
