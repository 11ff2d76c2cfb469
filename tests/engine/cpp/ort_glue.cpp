// The test kernels as ONNX Runtime ops, as generated.
#include <workbench/ort_op.h>

#include "kernels.h"
#include "shape_rules.h"

using namespace wb::ort;

#define SCALED_ADD(T)                                                                        \
  WB_ORT_OP("wb.test", "ScaledAdd", 1, rules::broadcast, &scaled_add<T>, input(0), input(1), \
            attribute("alpha", 1.0), output(0))
SCALED_ADD(float)
SCALED_ADD(double)
SCALED_ADD(wb::half)
SCALED_ADD(wb::bfloat16)

WB_ORT_OP("wb.test", "Describe", 1, rules::eight, describe, input(0), attribute("n"),
          attribute("flag"), attribute("f"), attribute("mode"), attribute("ints"),
          attribute("floats"), attribute("k"), attribute("g"), output(0))
WB_ORT_OP("wb.test", "DescribeDefaults", 3, rules::eight, describe, input(0), attribute("n", 7),
          attribute("flag", true), attribute("f", 0.25), attribute("mode", "linear"),
          attribute("ints", Ints{1, 2}), attribute("floats", Floats{0.5, 1}), attribute("k", 4),
          attribute("g", 2), output(0))
WB_ORT_OP("wb.test", "DescribeConstants", 1, rules::eight, describe, input(0), constant(3),
          constant(false), constant(1.5), constant(""), constant(Ints{}), constant(Floats{}),
          none(), none(), output(0))
WB_ORT_OP("wb.test", "Weighted", 1, rules::of_last_given, weighted, input(0), optional_input(1),
          optional_input(2), output(0))
WB_ORT_OP("wb.test", "WeightedPair", 1, rules::same, weighted, input(0), none(), input(1),
          output(0))
WB_ORT_OP("wb.test", "Scalars", 1, rules::scalars, scalars, input(1), scalar_input(0),
          scalar_input(2), scalar_input(3), scalar_input(4), optional_scalar_input(5), output(0),
          output(1))
WB_ORT_OP("wb.test", "Tile", 1, rules::tile, tile, input(0), attribute("times"),
          attribute("tail", Ints{}), output(0))
WB_ORT_OP("wb.test", "TileTwice", 1, rules::tile, tile, input(0), constant(2), constant(Ints{1}),
          output(0))
WB_ORT_OP("wb.test", "TileBy", 1, rules::tile, tile, input(0), scalar_input(1), constant(Ints{1}),
          output(0))
WB_ORT_OP("wb.test", "Faulty", 1, rules::same, faulty, input(0), attribute("kind"), output(0))
WB_ORT_OP("wb.test", "Positives", 1, rules::positives, positives, input(0), output(1), output(0))
WB_ORT_OP("wb.test", "Forgets", 1, nullptr, forgets, input(0), output(0))
WB_ORT_OP("wb.test", "Meeting", 1, rules::two, meeting, input(0), output(0))
WB_ORT_OP("wb.test", "Working", 1, rules::two, working, input(0), output(0))
WB_ORT_OP("wb.test", "Lookup", 1, rules::same, lookup, input(0), attribute("table"), output(0))
WB_ORT_OP("wb.other", "Mixed", 2, rules::same, mixed, input(0), input(1), input(2), input(3),
          output(0))

#define STACK(T)                                                               \
  WB_ORT_OP("wb.test", "Stack", 1, rules::stack, &stack<T>, variadic_input(0), \
            attribute("scale", 1.0), output(0))
STACK(float)
STACK(int64_t)
WB_ORT_OP("wb.test", "Sums", 1, rules::sums, sums, input(0), variadic_input(1), output(0))
WB_ORT_OP("wb.test", "Grow", 1, rules::grow, grow, input(0), input(1), input(2),
          attribute("factor", 1.0), output(0))
WB_ORT_OP("wb.test", "Settings", 1, rules::settings, settings, input(0), optional_input(1),
          attribute_element("strides", 0), attribute_element("strides", 1, 1), input_given(1),
          tensor_attribute("scale"), tensor_attribute("axes", Ints{1, 2}), output(0))
