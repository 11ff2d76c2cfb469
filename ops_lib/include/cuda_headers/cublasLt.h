// The handle and status of cuBLASLt, as far as torch's own headers name them; for a toolkit without
// it.
#pragma once

#include <cublas_v2.h>

using cublasLtHandle_t = struct cublasLtContext*;
