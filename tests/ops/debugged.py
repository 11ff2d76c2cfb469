"""Kernels of the gallery, each changed in one statement that writes an output."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["CHANGES", "Change"]


class Change(NamedTuple):
    """A statement that becomes wrong.

    Attributes:
        op: of the gallery.
        file: in its folder.
        old, new: the text, in one line.
        element: one that it writes.
        case: whose inputs; empty for the main ones.
        overwritten: a later statement writes the element again: it is listed, not stopped at.
        runtimes: where the op's own code is that.
    """

    op: str
    file: str
    old: str
    new: str
    element: str
    case: str = ""
    overwritten: bool = False
    runtimes: tuple[str, ...] = ("torch", "ort")

    @property
    def name(self) -> str:
        return f"{self.op}-{self.element}{f'-{self.case}' if self.case else ''}"


CHANGES = (
    Change(
        "concat_rows",
        "kernel.cpp",
        "static_cast<int32_t>(end);",
        "static_cast<int32_t>(end) + 1;",
        "offset[1]",
    ),
    Change(
        "concat_rows",
        "kernel.cpp",
        "std::memcpy(to, cloud.data(),",
        "std::memcpy(to, clouds[0].data(),",
        "rows[4,1]",
    ),
    Change(
        "concat_rows",
        "kernel.cpp",
        "std::memcpy(to, cloud.data(),",
        "std::memcpy(to, clouds[0].data(),",
        "rows[0,0]",
        "one_cloud",
    ),
    Change(
        "deform_conv2d",
        "transpose.h",
        "= from[i * from_stride + j];",
        "= -from[i * from_stride + j];",
        "output[1,4,3,2]",
    ),
    Change(
        "deform_conv2d",
        "transpose.h",
        "= from[i * from_stride + j];",
        "= -from[i * from_stride + j];",
        "output[0,0,0,0]",
        "dilation",
    ),
    Change(
        "dynamic_resize_plugin",
        "loops.h",
        "to[i] = r0[i] * w0",
        "to[i] = r1[i] * w0",
        "y[0,0,1,1]",
    ),
    Change(
        "dynamic_resize_plugin",
        "loops.h",
        "to[i] = r0[i] * w0",
        "to[i] = r1[i] * w0",
        "y[0,0,0,0]",
        "float64",
    ),
    Change("foo", "kernel.cpp", "out[i] = X[i] + Y[i];", "out[i] = X[i] - Y[i];", "out[0,0]"),
    Change(
        "foo_classic",
        "kernel.cpp",
        "out[i] = X[i] + Y[i];",
        "out[i] = X[i] - Y[i];",
        "out[0,0]",
        runtimes=("torch",),
    ),
    Change(
        "foo_classic",
        "foo_ort.cpp",
        "out[i] = x[i] + y[i];",
        "out[i] = x[i] - y[i];",
        "out[0,0]",
        runtimes=("ort",),
    ),
    Change(
        "foo_mixed",
        "kernel.cpp",
        "out[i] += static_cast<float>((*x)[i]);",
        "out[i] -= static_cast<float>((*x)[i]);",
        "out[0,0]",
    ),
    Change(
        "foo_mixed",
        "kernel.cpp",
        "out[i] = X[i];",
        "out[i] = X[i] + 1;",
        "out[0,0]",
        overwritten=True,
    ),
    Change(
        "grid_cluster",
        "kernel.cpp",
        "static_cast<int64_t>(index);",
        "static_cast<int64_t>(index) + 1;",
        "cluster[17]",
    ),
    Change(
        "grid_cluster",
        "kernel.cpp",
        "static_cast<int64_t>(index);",
        "static_cast<int64_t>(index) + 1;",
        "cluster[3]",
        "all_inputs",
    ),
    Change(
        "knn_query",
        "kernel.cpp",
        "idx[i] = knn::index_of(key);",
        "idx[i] = knn::index_of(key) + 1;",
        "idx[5,2]",
    ),
    Change(
        "knn_query",
        "kernel.cpp",
        "std::sqrt(knn::squared_distance_of(key)) / scale;",
        "knn::squared_distance_of(key) / scale;",
        "dist[7,3]",
    ),
    Change(
        "knn_query",
        "kernel.cpp",
        "std::fill(idx + found, idx + nsample, -1);",
        "std::fill(idx + found, idx + nsample, -2);",
        "idx[0,7]",
        "few_points",
    ),
    Change(
        "knn_query",
        "kernel.cpp",
        "std::fill(dist + found, dist + nsample, -1.0f);",
        "std::fill(dist + found, dist + nsample, -2.0f);",
        "dist[0,7]",
        "few_points",
    ),
    Change(
        "my_add_custom",
        "kernel.cpp",
        "to[i] = T(2) * from_a[i] + from_b[i];",
        "to[i] = T(2) * from_a[i] - from_b[i];",
        "y[3,2,1]",
    ),
    Change(
        "my_add_custom",
        "kernel.cpp",
        "to[i] = T(2) * from_a[i] + from_b[i];",
        "to[i] = T(2) * from_a[i] - from_b[i];",
        "y[6,2,7]",
        "more_rows",
    ),
    Change(
        "my_add",
        "my_add.cpp",
        "return 2 * a + b;",
        "return 2 * a - b;",
        "y[1,1,1]",
        runtimes=("torch",),
    ),
    Change(
        "dual_residual",
        "dual_residual.cpp",
        "make_tuple(x * alpha - y,",
        "make_tuple(x * alpha + y,",
        "x_residual[0,1,2,3]",
        runtimes=("torch",),
    ),
    Change(
        "dual_residual",
        "dual_residual.cpp",
        "y * alpha - x);",
        "y * alpha + x);",
        "y_residual[0,2,7,7]",
        runtimes=("torch",),
    ),
)
