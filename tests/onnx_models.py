"""Small ONNX models with nodes that ONNX Runtime has no kernel for."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto as T
from onnx import helper as h
from onnx import numpy_helper

DOMAIN = "my.ops"

value = h.make_tensor_value_info


def save(
    path: Path,
    nodes: Sequence[onnx.NodeProto],
    inputs: Sequence[onnx.ValueInfoProto],
    outputs: Sequence[onnx.ValueInfoProto],
    *,
    constants: dict[str, np.ndarray] | None = None,
    known: Sequence[onnx.ValueInfoProto] = (),
    opset: int = 17,
    domains: Sequence[str] = (DOMAIN,),
    functions: Sequence[onnx.FunctionProto] = (),
) -> Path:
    """Write a model of these nodes."""
    tensors = [numpy_helper.from_array(a, n) for n, a in (constants or {}).items()]
    graph = h.make_graph(nodes, "net", inputs, outputs, tensors, value_info=known)
    imports = [h.make_opsetid("", opset), *(h.make_opsetid(d, 1) for d in domains)]
    model = h.make_model(
        graph, opset_imports=imports, ir_version=8, functions=list(functions)
    )  # fmt: skip
    onnx.save(model, path)
    return path


def scale_shift(path: Path, alpha: float = 0.5, last: onnx.NodeProto | None = None) -> Path:
    """Two nodes of one op with other attributes, around a MatMul; ``N`` is dynamic.

    Args:
        path: where to write it.
        alpha: the first node's.
        last: instead of the Sigmoid at the end; from ``s2`` to ``output``.
    """
    weight = np.arange(12, dtype=np.float32).reshape(3, 4) / 10
    return save(
        path,
        [
            h.make_node("Relu", ["input"], ["/act/Relu_output_0"], "/act/Relu"),
            h.make_node(
                "ScaleShift", ["/act/Relu_output_0"], ["/s1/out"], "/s1/ScaleShift",
                domain=DOMAIN, alpha=alpha, beta=2,
            ),
            h.make_node("MatMul", ["/s1/out", "fc.weight"], ["mm"], "mm"),
            h.make_node(
                "ScaleShift", ["mm"], ["s2"], "/s2/ScaleShift", domain=DOMAIN, alpha=-1.5, beta=1
            ),
            last or h.make_node("Sigmoid", ["s2"], ["output"], "sig"),
        ],
        [value("input", T.FLOAT, ["N", 3])],
        [value("output", T.FLOAT, ["N", 4])],
        constants={"fc.weight": weight},
        known=[value("/s1/out", T.FLOAT, ["N", 3]), value("s2", T.FLOAT, ["N", 4])],
        domains=(DOMAIN, "other.ops"),
    )  # fmt: skip


def neighbours(path: Path) -> Path:
    """A node with a left-out input, a constant one, tensor attributes, and a size of its own."""
    node = h.make_node(
        "Neighbours", ["points", "", "k"], ["index", "distance"], domain=DOMAIN,
        table=numpy_helper.from_array(np.array([1.0, 2.0], np.float32)),
        lut=numpy_helper.from_array(np.ones((2, 2), np.float32)),
    )  # fmt: skip
    return save(
        path,
        [node],
        [value("points", T.FLOAT, [1, 8, 3])],
        [value("index", T.INT64, [1, 8, "K"]), value("distance", T.FLOAT, None)],
        constants={"k": np.array([3], np.int64)},
    )


def in_branch(path: Path) -> Path:
    """A custom node in the then branch of an If."""
    then = h.make_graph(
        [h.make_node("Twist", ["x"], ["t"], domain=DOMAIN, mode="hard", sizes=[1, 2])],
        "then", [], [value("t", T.FLOAT, ["N", 2])],
    )  # fmt: skip
    otherwise = h.make_graph(
        [h.make_node("Identity", ["x"], ["e"])], "else", [], [value("e", T.FLOAT, ["N", 2])]
    )
    node = h.make_node("If", ["c"], ["y"], "pick", then_branch=then, else_branch=otherwise)
    inputs = [value("c", T.BOOL, []), value("x", T.FLOAT, ["N", 2])]
    return save(path, [node], inputs, [value("y", T.FLOAT, ["N", 2])])


def runs_everywhere(path: Path) -> Path:
    """Nothing is missing."""
    node = h.make_node("Add", ["x", "x"], ["y"], "add")
    return save(path, [node], [value("x", T.FLOAT, [2])], [value("y", T.FLOAT, [2])])
