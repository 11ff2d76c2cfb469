// The part of torch's C++ API that op kernels use: tensors, factories and registration.
//
// <torch/script.h> and <torch/extension.h> bring in the whole of TorchScript, autograd and the
// neural-network library; their templates cost 4 to 11 s in every compilation even when they
// are precompiled, for gcc instantiates them at the end of each file. A kernel that names any of
// that is compiled with torch's own headers instead (workbench/core/compile/torch_headers.py).
#pragma once

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <torch/csrc/jit/runtime/custom_operator.h>
#include <torch/library.h>
#include <torch/types.h>
