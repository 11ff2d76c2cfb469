// The context of a kernel that is run on the CPU.
#pragma once

#include <workbench/cuda.h>

#include <array>
#include <deque>

class Scratch {
 public:
  wb::CudaContext context() { return {nullptr, 0, &allocate, this}; }

 private:
  static void* allocate(void* host, size_t bytes) {
    return static_cast<Scratch*>(host)->memory_.emplace_back(bytes).data();
  }

  std::deque<std::vector<char>> memory_;
};
