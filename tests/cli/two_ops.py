"""Two ops of one domain whose files have the same names, delivered as one package."""

from __future__ import annotations

from pathlib import Path

from tests.conftest import TWICE_KERNEL, TWICE_TOML

__all__ = ["BOTH", "ONE_SESSION", "make_two"]

BOTH = """
import numpy as np, onnx, onnxruntime as ort
from onnx import helper
import both
float_x = lambda name: helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, ["n"])
nodes = [
    helper.make_node("Twice", ["x"], ["m"], domain="test.custom"),
    helper.make_node("Thrice", ["m"], ["y"], domain="test.custom"),
]
graph = helper.make_graph(nodes, "g", [float_x("x")], [float_x("y")])
opsets = [helper.make_opsetid("", 20), helper.make_opsetid("test.custom", 1)]
model = helper.make_model(graph, opset_imports=opsets, ir_version=9).SerializeToString()
"""
"""A model with both, of the package that is called both."""
ONE_SESSION = f"""{BOTH}
for _ in range(2):  # another session, and another one at a time
    for register in (
        lambda options: both.register_custom_ops(options),
        lambda options: both.register_custom_ops(options, "twice", "thrice"),
        lambda options: options.register_custom_ops_library(both.ort_library_path()),
    ):
        options = ort.SessionOptions()
        register(options)
        session = ort.InferenceSession(model, options)
        print(session.run(None, {{"x": np.float32([1, 2])}})[0].tolist())
options = ort.SessionOptions()
both.register_custom_ops(options, "twice")
try:
    ort.InferenceSession(model, options)
except Exception as error:
    print("Thrice" in str(error))
"""
"""Prints ``[6.0, 12.0]`` six times, then ``True``."""


def make_two(home: Path) -> tuple[Path, Path]:
    """The folders of the ops."""
    made = []
    for name, factor in (("twice", 2), ("thrice", 3)):
        folder = home / name
        folder.mkdir()
        kernel = TWICE_KERNEL.replace("2 * x[i]", f"{factor} * x[i]").replace("twice", name)
        toml = TWICE_TOML.replace("twice", name).replace("Twice", name.capitalize())
        (folder / "op.toml").write_text(toml.replace("2 * x", f"{factor} * x"))
        (folder / "kernel.cpp").write_text(kernel)
        made.append(folder)
    return made[0], made[1]
