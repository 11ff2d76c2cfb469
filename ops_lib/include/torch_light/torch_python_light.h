// The same part for kernels that name Python's objects: tensors, and their conversions of pybind11.
//
// <torch/extension.h> brings in the neural-network library beside them, whose virtual functions a
// compiler makes anew in every file: a third of the time of a small one.
#pragma once

#include <torch/csrc/Device.h>
#include <torch/csrc/Dtype.h>
#include <torch/csrc/DynamicTypes.h>
#include <torch/csrc/Exceptions.h>
#include <torch/csrc/autograd/python_variable.h>
#include <torch/csrc/python_headers.h>
#include <torch/csrc/utils/pybind.h>
#include <torch/csrc/utils/python_numbers.h>
#include <torch/csrc/utils/python_tuples.h>

#include "torch_light.h"
