// All of torch's C++ API, for kernels that name more of it than torch_light.h has.
#pragma once

#include <torch/all.h>
#include <torch/script.h>
