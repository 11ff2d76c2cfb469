// The shape functions of the test ops, as generated from their shape rules.
#pragma once

#include <workbench/shape.h>

namespace rules {

inline void broadcast(const wb::ShapeArg* args, wb::Shape* out) {
  out[0] = wb::broadcast(args[0].shape(), args[1].shape());
}
inline void same(const wb::ShapeArg* args, wb::Shape* out) { out[0] = args[0].shape(); }
inline void eight(const wb::ShapeArg*, wb::Shape* out) { out[0] = wb::Shape{wb::Dim(8)}; }
inline void two(const wb::ShapeArg*, wb::Shape* out) { out[0] = wb::Shape{wb::Dim(2)}; }
inline void of_last_given(const wb::ShapeArg* args, wb::Shape* out) {
  out[0] = args[2].present() ? args[2].shape() : args[0].shape();
}
inline void scalars(const wb::ShapeArg* args, wb::Shape* out) {
  out[0] = wb::Shape{args[1].value(), args[0].shape().size(-1)};
  out[1] = wb::Shape{};
}
inline void tile(const wb::ShapeArg* args, wb::Shape* out) {
  out[0] = wb::Shape{args[0].shape().size(0) * args[1].value()} + args[0].shape().slice(1) +
           args[2].values();
}
inline void positives(const wb::ShapeArg* args, wb::Shape* out) {
  out[0] = wb::Shape{wb::Dim::unknown(), args[0].shape().rank()};
  out[1] = wb::Shape{wb::Dim::unknown()};
}

}  // namespace rules
