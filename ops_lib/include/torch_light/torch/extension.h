// Stands in for <torch/extension.h> where a kernel needs tensors and registration only.
#pragma once
#include <torch_light.h>
