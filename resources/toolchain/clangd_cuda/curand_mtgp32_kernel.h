// clang includes this of every CUDA toolkit, and NVIDIA's wheels do not have it.
