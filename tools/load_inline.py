"""The edit loop's job as a script with torch's JIT build, the usual way: each edit costs it again."""

from __future__ import annotations

import sys
import tempfile
import time

from tools.figures import Figure, say
from workbench import paths  # noqa: F401  # before onnxruntime, whose telemetry it turns off

SOURCE = """
torch::Tensor foo(torch::Tensor x, torch::Tensor y) { return x + y; }
TORCH_LIBRARY(bench, m) { m.def("foo", &foo); }
"""


def main() -> int:
    """Measure and print; nothing is promised."""
    start = time.perf_counter()
    import numpy
    import onnxruntime
    import torch
    from torch.utils.cpp_extension import load_inline

    class Model(torch.nn.Module):
        def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
            return torch.ops.bench.foo(x, y)

    with tempfile.TemporaryDirectory() as folder:
        load_inline("bench_foo", SOURCE, is_python_module=False, build_directory=folder)
        torch.onnx.register_custom_op_symbolic(
            "bench::foo", lambda g, x, y: g.op("Add", x, y).setType(x.type()), 17
        )
        inputs = torch.ones(3, 5), torch.ones(3, 5)
        torch.onnx.export(
            Model(), inputs, f"{folder}/m.onnx", dynamo=False, opset_version=17,
            input_names=["x", "y"],
        )  # fmt: skip
        session = onnxruntime.InferenceSession(f"{folder}/m.onnx")
        result = session.run(None, {"x": inputs[0].numpy(), "y": inputs[1].numpy()})
        numpy.testing.assert_allclose(result[0], Model()(*inputs).numpy())
    return say(
        Figure("load_inline, export, ONNX Runtime in a script", time.perf_counter() - start, "s")
    )


if __name__ == "__main__":
    sys.exit(main())
