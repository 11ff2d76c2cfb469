// Declares typed kernel functions as one torch op. Generated glue reads:
//
//   #include <workbench/torch_op.h>
//
//   void wb_entry_0(const wb::Context&, wb::Tensor<const float> a, wb::Tensor<const float> b,
//                   double alpha, wb::Tensor<float> y);  // in the kernel's object file
//   void wb_entry_1(const wb::Context&, wb::Tensor<const double> a, ...);  // another dtype
//
//   static void shapes(const wb::ShapeArg* args, wb::Shape* out) {
//     out[0] = wb::broadcast(args[0].shape(), args[1].shape());
//   }
//
//   WB_TORCH_OP(workbench, my_add, "my_add(Tensor a, Tensor b, float alpha=1.0) -> Tensor", shapes,
//               wb_entry_0, wb_entry_1)
//
// WB_TORCH_OP stands once per op, in any number of files. The kernel's parameters after its Context
// are the schema's arguments in their order, then the outputs. This header needs nothing of torch;
// one more file of the library, which includes torch_library.h, does all that does.
#pragma once

#include <workbench/entry.h>
#include <workbench/shape.h>

#include <cstddef>
#include <cstdint>

namespace wb::torch_op {

/// What torch's stable ABI passes for each argument and result of a boxed kernel.
using StackValue = uint64_t;
using BoxedKernel = void (*)(StackValue* stack, uint64_t arguments, uint64_t results);

/// One op with its kernels, which differ in element types only, and in the device they run on.
struct OpSpec {
  const char* library;  ///< the op's namespace
  const char* name;
  const char* schema;
  ShapeFn shapes;  ///< may be null if the kernels allocate all outputs
  const Entry* const* entries;
  size_t entry_count;
  mutable bool agrees = false;  ///< the schema and the kernels, as the first call has found
};

/// Runs a boxed call on a device; throws std::runtime_error.
void call(const OpSpec& spec, Device device, StackValue* stack, uint64_t arguments,
          uint64_t results);

/// Defines the op when the library is loaded, and registers the boxed kernel of each device that it
/// has kernels for.
struct Registration {
  Registration(const OpSpec& spec, BoxedKernel cpu, BoxedKernel cuda, const char* file,
               uint32_t line);
};

template <auto... kernels>
inline constexpr const Entry* entries_of[] = {&entry_of<kernels>...};

}  // namespace wb::torch_op

/// Declares one op: namespace, name, schema, shape function (nullptr if the kernels allocate every
/// output), then the kernel functions.
#define WB_TORCH_OP(ns, name, schema, shapes, ...)                                          \
  static const wb::torch_op::OpSpec wb_torch_spec_##ns##_##name = {                         \
      #ns,                                                                                  \
      #name,                                                                                \
      schema,                                                                               \
      shapes,                                                                               \
      wb::torch_op::entries_of<__VA_ARGS__>,                                                \
      sizeof(wb::torch_op::entries_of<__VA_ARGS__>) / sizeof(const wb::Entry*)};            \
  static const wb::torch_op::Registration wb_torch_op_##ns##_##name(                        \
      wb_torch_spec_##ns##_##name,                                                          \
      [](wb::torch_op::StackValue* stack, uint64_t arguments, uint64_t results) {           \
        wb::torch_op::call(wb_torch_spec_##ns##_##name, wb::Device::cpu, stack, arguments,  \
                           results);                                                        \
      },                                                                                    \
      [](wb::torch_op::StackValue* stack, uint64_t arguments, uint64_t results) {           \
        wb::torch_op::call(wb_torch_spec_##ns##_##name, wb::Device::cuda, stack, arguments, \
                           results);                                                        \
      },                                                                                    \
      __FILE__, __LINE__);
