// All of torch's C++ API and pybind11, for kernels that name Python's objects.
#pragma once

#include <torch/extension.h>
#include <torch/script.h>
