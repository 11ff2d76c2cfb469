// Stands in for <torch/torch.h> where a kernel needs tensors and registration only.
#pragma once
#include <torch_light.h>
