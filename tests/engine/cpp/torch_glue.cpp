// The test kernels as torch ops, as generated.
#include <workbench/torch_op.h>

#include "kernels.h"
#include "shape_rules.h"

WB_TORCH_OP(wb_test, scaled_add, "scaled_add(Tensor a, Tensor b, float alpha=1.0) -> Tensor",
            rules::broadcast, &scaled_add<float>, &scaled_add<double>, &scaled_add<wb::half>,
            &scaled_add<wb::bfloat16>)
WB_TORCH_OP(
    wb_test, describe,
    "describe(Tensor x, int n, bool flag, float f, str mode=\"linear\", int[2] ints=[1, 2], "
    "*, float[] floats=[], int? k=None, float? g=None) -> Tensor",
    rules::eight, describe)
WB_TORCH_OP(wb_test, weighted, "weighted(Tensor x, Tensor? b=None, Tensor? c=None) -> Tensor",
            rules::of_last_given, weighted)
WB_TORCH_OP(wb_test, scalars,
            "scalars(Tensor x, int n, float scale, bool flip, int[] sizes, int? extra=None) -> "
            "(Tensor, Tensor)",
            rules::scalars, scalars)
WB_TORCH_OP(wb_test, tile, "tile(Tensor x, SymInt times, int[] tail=[]) -> Tensor", rules::tile,
            tile)
WB_TORCH_OP(wb_test, faulty, "faulty(Tensor x, int kind) -> Tensor", rules::same, faulty)
WB_TORCH_OP(wb_test, positives, "positives(Tensor x) -> (Tensor, Tensor)", rules::positives,
            positives)
WB_TORCH_OP(wb_test, forgets, "forgets(Tensor x) -> Tensor", nullptr, forgets)
WB_TORCH_OP(wb_test, meeting, "meeting(Tensor n) -> Tensor", rules::two, meeting)
WB_TORCH_OP(wb_test, working, "working(Tensor n) -> Tensor", rules::two, working)
WB_TORCH_OP(wb_test, mixed, "mixed(Tensor a, Tensor b, Tensor c, Tensor d) -> Tensor", rules::same,
            mixed)
WB_TORCH_OP(wb_test, stack, "stack(Tensor[] xs, float scale=1.0) -> Tensor", rules::stack,
            &stack<float>, &stack<int64_t>)
WB_TORCH_OP(wb_test, sums, "sums(Tensor x, Tensor[] xs) -> Tensor", rules::sums, sums)
WB_TORCH_OP(wb_test, grow, "grow(Tensor x, Tensor scales, Tensor rows, float factor=1.0) -> Tensor",
            rules::grow, grow)

// A schema that does not fit its kernel.
WB_TORCH_OP(wb_test, misdeclared, "misdeclared(Tensor x, float times, int[] tail) -> Tensor",
            rules::tile, tile)
