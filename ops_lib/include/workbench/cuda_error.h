// What an error of CUDA's means for people. It knows CUDA's numbers, which never change, and needs
// no header of CUDA's; cuda.h compares the two.
#pragma once

#include <workbench/error.h>

namespace wb::cuda_error {

// Values of cudaError_t.
enum Code : int {
  invalid_value = 1,
  out_of_memory = 2,
  invalid_configuration = 9,
  insufficient_driver = 35,
  devices_unavailable = 46,
  no_device = 100,
  no_kernel_image = 209,
  unsupported_ptx = 222,
  illegal_address = 700,
  launch_out_of_resources = 701,
  launch_timeout = 702,
  misaligned_address = 716,
};

/// What happened and what to do; empty where CUDA's own words are all that is known.
///
/// Args:
///   code: a cudaError_t.
///   driver: the newest CUDA that the driver knows, as cudaDriverGetVersion gives it; 0 for none.
inline const char* meaning(int code, int driver) {
  switch (code) {
    case insufficient_driver:
      return driver == 0
                 ? "there is no NVIDIA driver (libcuda) here: run it on a machine with a GPU"
                 : "the driver is older than the CUDA that this library was built with: "
                   "update the driver, or build with an older CUDA toolkit";
    case no_device:
      return "the driver is here, and it sees no GPU: look at nvidia-smi and CUDA_VISIBLE_DEVICES";
    case devices_unavailable:
      return "the GPU is taken by another process: look at nvidia-smi";
    case out_of_memory:
      return "the GPU has too little free memory: look at nvidia-smi for what else uses it";
    case no_kernel_image:
      return "nothing was compiled for this GPU: add its architecture to "
             "kernel.cuda_architectures, "
             "or PTX (compute_75)";
    case unsupported_ptx:
      return "the driver is older than the compiler that made the PTX: update the driver, or name "
             "the GPU's own architecture in kernel.cuda_architectures";
    case invalid_value:  // of a launch, too, since CUDA 13
    case invalid_configuration:
      return "a launch may not ask for 0 blocks, more than 1024 threads a block, or more shared "
             "memory than there is; wb::parallel and wb::launch do nothing for size 0";
    case launch_out_of_resources:
      return "a block needs more registers or shared memory than the GPU has: launch fewer threads "
             "a "
             "block, or compile with __launch_bounds__";
    case illegal_address:
      return "a kernel read or wrote outside of its tensors, or followed a pointer to CPU memory: "
             "compute-sanitizer names the line";
    case misaligned_address:
      return "a kernel read several elements at once at an address that is no multiple of their "
             "size";
    case launch_timeout:
      return "a kernel ran for too long on a GPU that also drives a screen";
    default:
      return "";
  }
}

/// Throws what is said of an error.
///
/// Args:
///   code, name, text: the error, its name and CUDA's own words.
///   driver: see `meaning`.
///   what: what failed.
///   file, line: where that stands; without a line, the function that it is in.
[[noreturn]] inline void raise(int code, const char* name, const char* text, int driver,
                               const char* what, const char* file, int line) {
  const char* said = meaning(code, driver);
  const char* then = *said != 0 ? "; " : "";
  if (line == 0) fail(what, " in ", file, " failed: ", name, " (", text, ")", then, said);
  fail(what, " failed: ", name, " (", text, ")", then, said, " (at ", file, ":", line, ")");
}

}  // namespace wb::cuda_error
