"""An element-wise portable kernel against torch's own: ``2 * a + b`` on 16 million float32.

    torch.add         torch.add(b, a, alpha=2), one fused loop with all of torch's threads
    torch.add, out=   the same into memory that is there already, as ONNX Runtime's arena has it

Such a loop is bound by memory, so what counts beside the loop is how outputs are allocated (fresh
pages cost twice the loop: figures in docs/timing.md) and how the work is dealt to threads. A fresh
output is what ``torch.add`` has, too, so 1.0 of it is the limit in PyTorch.

Promised: at most 1.2 of ``torch.add``, in PyTorch and in ONNX Runtime with default threads.
"""

from __future__ import annotations

from workbench import paths  # before onnxruntime, whose telemetry it turns off

# isort: split
import argparse
import statistics
from collections.abc import Callable

import numpy as np
import onnx
import onnxruntime
import torch
from onnx import helper

from tools.figures import Figure, say
from tools.turns import measure
from workbench.core.storage import op_file
from workbench.engine.build.build import Reporter, build
from workbench.engine.store import Store

ELEMENTS = 1 << 24
PROMISED = 1.2
TURN_SECONDS = 0.3
BEST = "torch.add"


def onnx_session(library: str) -> onnxruntime.InferenceSession:
    """The custom node alone."""
    real = onnx.TensorProto.FLOAT
    graph = helper.make_graph(
        [helper.make_node("MyAdd", ["a", "b"], ["y"], domain="custom")],
        "elementwise",
        [helper.make_tensor_value_info(name, real, ["n"]) for name in ("a", "b")],
        [helper.make_tensor_value_info("y", real, ["n"])],
    )
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid("custom", 1)]
    model = helper.make_model(graph, opset_imports=opsets, ir_version=8)
    options = onnxruntime.SessionOptions()
    options.register_custom_ops_library(library)
    return onnxruntime.InferenceSession(model.SerializeToString(), options)


def contenders(elements: int) -> dict[str, Callable[[], object]]:
    """Name and call of each."""
    folder = paths.ops_lib() / "ops" / "my_add_custom"
    libraries, _ = build(folder, op_file.load(folder), Store(), Reporter())
    torch.ops.load_library(libraries.torch_library)
    session = onnx_session(libraries.ort_library)
    a, b = (np.random.default_rng(i).random(elements, np.float32) for i in (1, 2))
    torch_a, torch_b = torch.from_numpy(a), torch.from_numpy(b)
    torch_y = torch.empty_like(torch_a)
    return {
        BEST: lambda: torch.add(torch_b, torch_a, alpha=2),
        f"{BEST}, out=": lambda: torch.add(torch_b, torch_a, alpha=2, out=torch_y),
        "my_add (PyTorch)": lambda: torch.ops.workbench.my_add(torch_a, torch_b),
        "my_add (ONNX Runtime)": lambda: session.run(None, {"a": a, "b": b}),
    }


def main() -> int:
    """Measure and print. Exit status 0 if the promise is kept."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--elements", type=int, default=ELEMENTS)
    options = parser.parse_args()
    seconds = measure(contenders(options.elements), options.rounds, TURN_SECONDS)
    print(f"2 * a + b on {options.elements} float32, {torch.get_num_threads()} threads")
    worst = 0.0
    for name, times in seconds.items():
        # Round by round, since the machine's memory is shared with others.
        ratio = statistics.median(x / best for x, best in zip(times, seconds[BEST], strict=True))
        rate = 12 * options.elements / statistics.median(times) / 1e9
        print(f"  {name:<24}{statistics.median(times) * 1e3:8.2f} ms {rate:7.1f} GB/s {ratio:6.2f}")
        worst = max(worst, ratio if name.startswith("my_add") else 0.0)
    return say(Figure("my_add_custom, of torch.add", worst, promised=PROMISED))


if __name__ == "__main__":
    raise SystemExit(main())
