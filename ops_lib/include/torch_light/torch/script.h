// Stands in for <torch/script.h> where a kernel needs tensors and registration only.
#pragma once
#include <torch_light.h>
