"""A model from elsewhere, for its pictures: an op of the project serves one of its nodes, nobody two others."""

from __future__ import annotations

from pathlib import Path

import onnx
from onnx import TensorProto, helper

__all__ = ["write_model"]


def write_model(path: Path) -> Path:
    """Write a small detector's end. Returns its path."""

    def tensor(name: str, *sizes: int | str) -> onnx.ValueInfoProto:
        return helper.make_tensor_value_info(name, TensorProto.FLOAT, sizes)

    weight = helper.make_tensor("weight", TensorProto.FLOAT, (16, 8, 1, 1), [0.1] * 128)
    nodes = [
        helper.make_node("Conv", ["features", "weight"], ["narrow"], "neck/conv"),
        helper.make_node("Relu", ["narrow"], ["active"], "neck/relu"),
        helper.make_node("MyAdd", ["active", "lateral"], ["merged"], "neck/merge", domain="custom"),
        helper.make_node(
            *("RoiAlignRotated", ["merged", "rois"], ["pooled"], "head/pool"),
            domain="mmdeploy",
            output_height=7,
            output_width=7,
            spatial_scale=0.25,
        ),
        helper.make_node("Flatten", ["pooled"], ["flat"], "head/flatten"),
        helper.make_node("Softmax", ["flat"], ["scores"], "head/softmax"),
        helper.make_node(
            *("NMSRotated", ["rois", "scores"], ["kept"], "head/nms"),
            domain="mmdeploy",
            iou_threshold=0.5,
        ),
    ]
    inputs = [
        tensor("features", 1, 8, "height", "width"),
        tensor("lateral", 1, 16, "height", "width"),
        tensor("rois", "n", 6),
    ]
    outputs = [tensor("scores", "n", 784), tensor("kept", "k", 3)]
    graph = helper.make_graph(nodes, "detector", inputs, outputs, [weight])
    opsets = [helper.make_opsetid(*one) for one in (("", 17), ("custom", 1), ("mmdeploy", 1))]
    model = helper.make_model(graph, opset_imports=opsets, ir_version=9)
    onnx.save(model, path)
    return path
