// Stands in for the header of cuSOLVER as far as torch's own headers need it, see cuda_runtime.h.
#pragma once

#include <cusolver_common.h>

using cusolverDnHandle_t = struct cusolverDnContext*;
