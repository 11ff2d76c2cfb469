// The handle and status of cuSOLVER, as far as torch's own headers name them; for a toolkit without
// it.
#pragma once

#include <cusolver_common.h>

using cusolverDnHandle_t = struct cusolverDnContext*;
