"""A reference that runs standard ONNX nodes by ONNX's own evaluator, as a Python file."""

from __future__ import annotations

from msgspec import UNSET

from workbench.core.declaration.mapping import Attribute, Constant, Mapping
from workbench.core.declaration.op import Op
from workbench.core.types.literals import python_literal

__all__ = ["onnx_reference"]


def onnx_reference(op: Op, mapping: Mapping, opset: int, what: str) -> str:
    """The text of a file with a function of the op's name; empty where it cannot say the mapping.

    Args:
        op: the declaration.
        mapping: nodes of ONNX's own domain, on the op's arguments.
        opset: of the nodes.
        what: whose definition it is, for people.
    """
    tensors = [a.name for a in op.args if a.is_tensor]
    if any(a.is_tensor_list for a in op.args) or any(
        c.dtype in op.types for c in mapping.constants
    ):
        return ""
    lines = []
    for constant in mapping.constants:
        lines.append(f"    constant({constant.name!r}, {_dtype(op, constant)}, {_value(constant)})")
    for node in mapping.nodes:
        indent = "    "
        if node.when:
            lines.append(f"    if {node.when}:")
            indent = "        "
        attributes = "".join(f", {a.name}={_attribute(a)}" for a in node.attributes)
        inputs, outputs = list(node.inputs), list(node.outputs)
        lines.append(f"{indent}add({node.op_type!r}, {inputs!r}, {outputs!r}{attributes})")
    given = "".join(f"{name!r}: {name}, " for name in tensors).removesuffix(", ")
    return f'''"""What {op.name} should compute: {what}, by ONNX's own evaluator.

See that this is what is meant.
"""

import numpy as np
import torch
from onnx import TensorProto, helper, numpy_helper
from onnx.reference import ReferenceEvaluator


def {op.name}({", ".join(a.name for a in op.args)}):
    given = {{{given}}}
    arrays = {{name: t.numpy() for name, t in given.items() if t is not None}}
    nodes, constants = [], []

    def constant(name, dtype, value):
        constants.append(numpy_helper.from_array(np.array(value, dtype), name))

    def add(operator, inputs, outputs, **attributes):
        inputs = ["" if name in given and given[name] is None else name for name in inputs]
        while inputs and not inputs[-1]:
            inputs.pop()
        kept = {{k: v for k, v in attributes.items() if v is not None}}
        plain = {{k: int(v) if isinstance(v, bool) else v for k, v in kept.items()}}
        nodes.append(helper.make_node(operator, inputs, outputs, **plain))

{chr(10).join(lines)}
    results = {[o.name for o in op.outputs]!r}
    graph = helper.make_graph(
        nodes,
        "reference",
        [
            helper.make_tensor_value_info(n, helper.np_dtype_to_tensor_dtype(a.dtype), a.shape)
            for n, a in arrays.items()
        ],
        [helper.make_tensor_value_info(n, TensorProto.UNDEFINED, None) for n in results],
        constants,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", {opset})])
    given = ReferenceEvaluator(model).run(results, arrays)
    return tuple(torch.from_numpy(np.array(value)) for value in given)
'''


def _dtype(op: Op, constant: Constant) -> str:
    """A constant's element type: its own, or that of an argument."""
    return f"arrays[{constant.dtype!r}].dtype" if op.arg(constant.dtype) else repr(constant.dtype)


def _value(constant: Constant) -> str:
    return constant.arg or python_literal(constant.value)


def _attribute(attribute: Attribute) -> str:
    if attribute.arg:
        return attribute.arg
    if attribute.value is not UNSET:
        return python_literal(attribute.value)
    return f"list({attribute.rule})" if attribute.kind.literal.is_list else attribute.rule
