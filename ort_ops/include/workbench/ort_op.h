// Declares typed kernel functions as ops for ONNX Runtime. Generated glue reads:
//
//   #include <workbench/ort_op.h>
//
//   void wb_entry_0(const wb::Context&, wb::Tensor<const float> a, double alpha,
//                   wb::Tensor<float> y);  // in the kernel's object file
//
//   static void shapes(const wb::ShapeArg* args, wb::Shape* out) { out[0] = args[0].shape(); }
//
//   WB_ORT_OP("custom", "MyScale", 1, shapes, wb_entry_0, wb::ort::input(0),
//             wb::ort::attribute("alpha", 1.0), wb::ort::output(0))
//
// WB_ORT_OP stands once per op and per combination of element types, in any number of files. One
// more file, see ort_library.h, makes them a library; it is the same for all ops, so its object
// file can be kept.
#pragma once

#include <workbench/entry.h>
#include <workbench/ort_param.h>
#include <workbench/shape.h>

#include <initializer_list>

namespace wb::ort {

/// Adds an op to the library when the library is loaded.
struct Registration {
  Registration(const char* domain, const char* name, int since_version, ShapeFn shapes,
               const Entry& entry, std::initializer_list<Param> params);
};

}  // namespace wb::ort

#define WB_ORT_JOIN_(a, b) a##b
#define WB_ORT_JOIN(a, b) WB_ORT_JOIN_(a, b)

/// Declares one op: domain, name, first opset version of the domain, shape function (nullptr if the
/// kernel allocates every output), kernel function, then one wb::ort::Param for each parameter of
/// the kernel after its Context.
#define WB_ORT_OP(domain, name, since_version, shapes, kernel, ...)        \
  static const wb::ort::Registration WB_ORT_JOIN(wb_ort_op_, __COUNTER__)( \
      domain, name, since_version, shapes, wb::entry_of<kernel>, {__VA_ARGS__});
