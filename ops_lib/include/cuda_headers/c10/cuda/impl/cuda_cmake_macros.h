// What torch's build for CUDA generates, for the headers of a build without it.
#pragma once

#define C10_CUDA_BUILD_SHARED_LIBS
