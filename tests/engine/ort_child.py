"""Runs in the forked children of test_ort_binding.py; imports no torch of its own accord."""

import ctypes
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime as ort
from onnx import TensorProto, helper

from workbench.engine.host.load_first import load_first
from workbench.engine.run.held_ops import manifest_of

OPSET = 17
IR_VERSION = 8


def model(
    op: str,
    inputs: dict[str, np.ndarray | None],
    *,
    domain: str,
    version: int,
    attributes: dict[str, Any],
    dims: dict[str, list[Any]],
    outputs: int,
    through: int | None,
) -> bytes:
    """One custom node between Identity nodes, so that its output shapes must be inferred.

    Args:
        dims: declared sizes of inputs, where they are not those of the value.
        through: element type that inputs are cast to before the node, and from after it.
    """
    names = ["" if value is None else name for name, value in inputs.items()]
    nodes, node_inputs = [], list(names)
    if through is not None:
        node_inputs = [f"{name}_cast" for name in names]
        nodes += [helper.make_node("Cast", [n], [f"{n}_cast"], to=through) for n in names]
    results = [f"r{i}" for i in range(outputs)]
    nodes.append(helper.make_node(op, node_inputs, results, domain=domain))
    nodes[-1].attribute.extend(
        value if isinstance(value, onnx.AttributeProto) else helper.make_attribute(name, value)
        for name, value in attributes.items()
    )
    for i, name in enumerate(results):
        last = ("Cast", {"to": TensorProto.FLOAT}) if through is not None else ("Identity", {})
        nodes.append(helper.make_node(last[0], [name], [f"y{i}"], **last[1]))
    graph = helper.make_graph(
        nodes,
        "g",
        [
            helper.make_tensor_value_info(
                name,
                helper.np_dtype_to_tensor_dtype(value.dtype),
                dims.get(name, list(value.shape)),
            )
            for name, value in inputs.items()
            if value is not None
        ],
        [onnx.ValueInfoProto(name=f"y{i}") for i in range(outputs)],
    )
    opsets = [helper.make_opsetid("", OPSET), helper.make_opsetid(domain, version)]
    return helper.make_model(graph, opset_imports=opsets, ir_version=IR_VERSION).SerializeToString()


def run(
    library: Path,
    op: str,
    inputs: dict[str, np.ndarray | None],
    *,
    domain: str = "wb.test",
    version: int = 1,
    attributes: dict[str, Any] | None = None,
    dims: dict[str, list[Any]] | None = None,
    outputs: int = 1,
    through: int | None = None,
    threads: int = 1,
    times: int = 1,
    later: list[dict[str, np.ndarray]] | None = None,
    imports_torch: bool = False,
) -> dict[str, Any]:
    """Runs one op; ``later`` are other inputs for further calls of the same session."""
    options = ort.SessionOptions()
    options.log_severity_level = 4
    options.intra_op_num_threads = threads
    load_first(str(library))
    options.register_custom_ops_library(str(library))
    data = model(
        op,
        inputs,
        domain=domain,
        version=version,
        attributes=attributes or {},
        dims=dims or {},
        outputs=outputs,
        through=through,
    )
    feed = {name: value for name, value in inputs.items() if value is not None}
    for _ in range(times):
        session = ort.InferenceSession(data, options)
        values = session.run(None, feed)
    assert ("torch" in sys.modules) == imports_torch
    return {
        "values": values,
        "later": [session.run(None, feed | other) for other in later or []],
        "shapes": [output.shape for output in session.get_outputs()],
        "types": [output.type for output in session.get_outputs()],
    }


def register_twice(library: Path) -> int:
    """Registers with two option objects and drops the first session before the second runs."""
    one = np.ones((2, 3), np.float32)
    for _ in range(2):
        result = run(library, "ScaledAdd", {"a": one, "b": one})
    return int(result["values"][0].sum())


def load_only(library: Path) -> None:
    load_first(str(library))
    ort.SessionOptions().register_custom_ops_library(str(library))


def manifest(library: Path) -> Any:
    return json.loads(manifest_of(ctypes.CDLL(str(library))))
