"""Ops of a project as one library for PyTorch and one for ONNX Runtime."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import TWICE_TOML
from workbench.core.errors import UserError
from workbench.core.jobs import GroupResult
from workbench.core.storage import op_file
from workbench.engine.build.build import build
from workbench.engine.build.group import grouped
from workbench.engine.build.ninja_run import Reporter
from workbench.engine.store import Store

KERNEL = """
#include <workbench/tensor.h>
HELPER float helper(float x) { return FACTOR * x; }
void NAME(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y) {
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = helper(x[i]);
}
"""
CALL = """
import sys
import numpy as np
import onnxruntime as ort
import torch
from onnx import TensorProto, helper

torch.ops.load_library(sys.argv[1])
x = torch.tensor([[1.0, 2.0, 3.0]])
for name, factor in (("twice", 2), ("thrice", 3)):
    assert getattr(torch.ops.wb_test, name)(x).tolist() == (x * factor).tolist()
nodes = [helper.make_node(n, ["x"], [n], domain="test.custom") for n in ("Twice", "Thrice")]
values = [
    helper.make_tensor_value_info(n, TensorProto.FLOAT, [1, 3]) for n in ("x", "Twice", "Thrice")
]
graph = helper.make_graph(nodes, "g", values[:1], values[1:])
opsets = [helper.make_opsetid("", 17), helper.make_opsetid("test.custom", 1)]
model = helper.make_model(graph, opset_imports=opsets, ir_version=8)
options = ort.SessionOptions()
options.register_custom_ops_library(sys.argv[2])
session = ort.InferenceSession(model.SerializeToString(), options)
for found, factor in zip(session.run(None, {"x": x.numpy()}), (2, 3)):
    assert found.tolist() == (x * factor).tolist()
print("both")
"""


def make(folder: Path, name: str, factor: int, helper: str = "static") -> Path:
    op = folder / name
    op.mkdir()
    text = TWICE_TOML.replace('"twice"', f'"{name}"').replace("::twice", f"::{name}")
    (op / "op.toml").write_text(text.replace("::Twice", f"::{name.title()}"))
    kernel = KERNEL.replace("NAME", name).replace("FACTOR", str(factor))
    (op / "kernel.cpp").write_text(kernel.replace("HELPER", helper))
    return op


def group(*ops: Path, **more: object) -> GroupResult:
    named = [(op, op_file.load(op)) for op in ops]
    return grouped(named, "both", Store(), Reporter(), **more)  # type: ignore[arg-type]


def words(made: GroupResult) -> list[str]:
    """Why ops are apart, where nothing is joined."""
    assert made == GroupResult(apart=made.apart)
    return [apart.words for apart in made.apart]


def test_two_ops_are_in_one_library_for_each_runtime(tmp_path: Path) -> None:
    made = group(make(tmp_path, "twice", 2), make(tmp_path, "thrice", 3))
    assert made.in_torch == made.in_ort == ("twice", "thrice")
    assert [Path(p).name for p in (made.torch, made.ort)] == ["libboth_torch.so", "libboth_ort.so"]
    done = subprocess.run(
        [sys.executable, "-c", CALL, made.torch, made.ort],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.stdout == "both\n", done.stderr


def test_nothing_is_compiled_anew(tmp_path: Path) -> None:
    ops = make(tmp_path, "twice", 2), make(tmp_path, "thrice", 3)
    for op in ops:
        build(op, op_file.load(op), Store(), Reporter())
    objects = {p.name for p in (Store().root / "objects").iterdir()}
    group(*ops)
    assert {p.name for p in (Store().root / "objects").iterdir()} == objects


def test_one_op_alone_is_no_group(tmp_path: Path) -> None:
    assert words(group(make(tmp_path, "twice", 2))) == [
        f"twice keeps its own library for {runtime}: no other one fits together with it"
        for runtime in ("PyTorch", "ONNX Runtime")
    ]


def test_what_was_not_verified_is_left_out(tmp_path: Path) -> None:
    ops = make(tmp_path, "twice", 2), make(tmp_path, "thrice", 3)
    paths = {}
    for op in ops:
        result, _ = build(op, op_file.load(op), Store(), Reporter())
        paths[op.name] = (result.torch_library, result.ort_library)
    assert group(*ops, verified=paths).in_torch == ("twice", "thrice")
    (ops[1] / "kernel.cpp").write_text((ops[1] / "kernel.cpp").read_text().replace("3 *", "4 *"))
    changed = "thrice keeps its own library for PyTorch: it is not what was verified any more"
    assert changed in words(group(*ops, verified=paths))
    (ops[1] / "kernel.cpp").write_text("no C++ any more")
    assert changed in words(group(*ops, verified=paths))
    (ops[1] / "kernel.cpp").unlink()
    assert changed in words(group(*ops, verified=paths))


def test_two_ops_of_one_name_are_told(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    with pytest.raises(UserError, match="two of the ops are called twice"):
        group(make(tmp_path, "twice", 2), make(tmp_path / "other", "twice", 3))


def test_a_name_that_two_ops_define_is_told(tmp_path: Path) -> None:
    ops = make(tmp_path, "twice", 2, helper=""), make(tmp_path, "thrice", 3, helper="")
    with pytest.raises(UserError) as caught:
        group(*ops)
    problem = caught.value.problem
    assert problem.kind == "link"
    assert "helper" in problem.message
