"""What a call of a custom op costs beyond its work, against ONNX Runtime's own ``Add``.

Each model is a chain of nodes on tensors of one element, where the work is nothing. The time of a
long chain less that of one node, per node, leaves out what a run of any session costs.

Promised: at most 1.15 of ``Add`` per node, with default threads.
"""

from __future__ import annotations

from workbench import paths  # before onnxruntime, whose telemetry it turns off

# isort: split
import argparse
import itertools
import statistics
from collections.abc import Callable

import numpy as np
import onnx
import onnxruntime
from onnx import helper

from tools.figures import Figure, say
from tools.turns import measure
from workbench.core.storage import op_file
from workbench.engine.build.build import Reporter, build
from workbench.engine.store import Store

NODES = 200
PROMISED = 1.15
TURN_SECONDS = 0.05


def chain(op: str, domain: str, nodes: int, library: str) -> Callable[[], object]:
    """A call of a session that runs ``x = op(x, b)`` so many times."""
    real = onnx.TensorProto.FLOAT
    names = ["x", *(f"x{i}" for i in range(nodes - 1)), "y"]
    steps = itertools.pairwise(names)
    graph = helper.make_graph(
        [helper.make_node(op, [source, "b"], [target], domain=domain) for source, target in steps],
        "chain",
        [helper.make_tensor_value_info(name, real, [1]) for name in ("x", "b")],
        [helper.make_tensor_value_info("y", real, [1])],
    )
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid("custom", 1)]
    model = helper.make_model(graph, opset_imports=opsets, ir_version=8)
    options = onnxruntime.SessionOptions()
    options.register_custom_ops_library(library)
    session = onnxruntime.InferenceSession(model.SerializeToString(), options)
    feed = {name: np.zeros(1, np.float32) for name in ("x", "b")}
    return lambda: session.run(None, feed)


def main() -> int:
    """Measure and print. Exit status 0 if the promise is kept."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--nodes", type=int, default=NODES)
    options = parser.parse_args()
    folder = paths.ops_lib() / "ops" / "my_add_custom"
    library = build(folder, op_file.load(folder), Store(), Reporter())[0].ort_library
    ops = {"Add": "", "MyAdd": "custom"}
    lengths = (1, options.nodes)
    calls = {
        f"{op} {n}": chain(op, domain, n, library) for op, domain in ops.items() for n in lengths
    }
    seconds = measure(calls, options.rounds, TURN_SECONDS)
    per_node = {
        op: [
            (long - short) / (options.nodes - 1)
            for short, long in zip(
                seconds[f"{op} 1"], seconds[f"{op} {options.nodes}"], strict=True
            )
        ]
        for op in ops
    }
    for op, values in per_node.items():
        alone = statistics.median(seconds[f"{op} 1"])
        print(
            f"  {op:<8}{statistics.median(values) * 1e9:8.0f} ns per node of a chain of "
            f"{options.nodes}; {alone * 1e6:6.2f} us for a session of one node"
        )
    alone = statistics.median(seconds["MyAdd 1"]) / statistics.median(seconds["Add 1"])
    ratios = [ours / add for ours, add in zip(per_node["MyAdd"], per_node["Add"], strict=True)]
    ratio = statistics.median(ratios)
    print(f"one node alone: {alone:.2f} of Add")
    return say(Figure("a node's overhead, of Add", ratio, promised=PROMISED))


if __name__ == "__main__":
    raise SystemExit(main())
