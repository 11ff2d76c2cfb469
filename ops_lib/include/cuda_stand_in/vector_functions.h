// Stands in for CUDA's header of that name, see cuda_runtime.h.
#pragma once

#include <vector_types.h>
