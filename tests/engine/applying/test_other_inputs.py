"""Nodes of the operator that is sought, called in another way."""

from __future__ import annotations

import onnx_ir as ir
import pytest
from onnx import TensorProto, helper

from tests.ops.gallery import GALLERY
from workbench.core.applying import sought_of
from workbench.core.storage import op_file
from workbench.engine.applying.replaced import replace_nodes


@pytest.mark.parametrize(
    ("inputs", "told"), [(["x", "w", "o"], "1, 2, 3"), (["x", "w", "o", "", "m"], "1, 2, 3, 5")]
)
def test_a_node_with_other_inputs_is_told(inputs: list[str], told: str) -> None:
    op = op_file.load(GALLERY / "deform_conv2d")
    shapes = {"x": [1, 8, 10, 12], "w": [6, 8, 3, 3], "o": [1, 18, 8, 10], "m": [1, 9, 8, 10]}
    graph = helper.make_graph(
        [helper.make_node("DeformConv", inputs, ["y"])],
        "net",
        [helper.make_tensor_value_info(n, TensorProto.FLOAT, s) for n, s in shapes.items()],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, None)],
    )
    net = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 19)], ir_version=9)
    found = replace_nodes(ir.from_proto(net), op, sought_of(op))
    assert found.places == 0
    assert found.reasons == {
        f"DeformConv has the inputs {told} there, and the mapping 1, 2, 3, 4 or 1, 2, 3, 4, 5": 1
    }
