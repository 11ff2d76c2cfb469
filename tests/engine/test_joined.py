"""Several op libraries as one: of ours, and of people's own registrations, in one domain."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import TWICE_KERNEL, TWICE_TOML, MakeOp
from tests.engine.bindings import CXX
from tests.engine.own_ort import library, needs_headers
from tests.engine.own_ort_sources import CLASSIC, LITE, REGISTERED
from workbench.core.storage import op_file
from workbench.engine.build.build import build
from workbench.engine.build.joined import joined_library
from workbench.engine.build.ninja_run import Reporter
from workbench.engine.store import Store

MODEL = """
import sys
import numpy as np, onnxruntime as ort
from onnx import TensorProto, helper
info = lambda name: helper.make_tensor_value_info(name, TensorProto.FLOAT, ["n"])
nodes = [
    helper.make_node("Twice", ["x"], ["m"], domain="wb.test"),
    helper.make_node("Sum", ["m", "x"], ["y"], domain="wb.test"),
]
graph = helper.make_graph(nodes, "g", [info("x")], [info("y")])
opsets = [helper.make_opsetid("", 20), helper.make_opsetid("wb.test", 1)]
model = helper.make_model(graph, opset_imports=opsets, ir_version=9).SerializeToString()
for _ in range(2):
    options = ort.SessionOptions()
    for library in sys.argv[1:]:
        options.register_custom_ops_library(library)
    print(ort.InferenceSession(model, options).run(None, {"x": np.float32([1, 2])})[0].tolist())
"""


def run(*libraries: str | Path) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-c", MODEL, *map(str, libraries)]
    return subprocess.run(words, capture_output=True, text=True, check=False)


@needs_headers
@pytest.mark.parametrize("own", [LITE, CLASSIC + REGISTERED], ids=["one domain", "a domain each"])
def test_ours_and_another_s_of_one_domain(
    make_op: MakeOp, folder_of: Callable[..., Path], tmp_path: Path, own: str
) -> None:
    ours = make_op(TWICE_TOML.replace("test.custom", "wb.test"), TWICE_KERNEL)
    made, _ = build(ours, op_file.load(ours), Store(), Reporter())
    built = [Path(made.ort_library), library(folder_of(own))]
    alone = run(*built)
    assert "Domain already set in registry" in alone.stderr, "ONNX Runtime takes two libraries now"
    for name, file in zip("ab", built, strict=True):
        (tmp_path / name).mkdir()
        shutil.copy(file, tmp_path / name)
    files = [f"{name}/{file.name}" for name, file in zip("ab", built, strict=True)]
    shutil.copy(joined_library("libboth.so", files, Store(), Reporter()), tmp_path)
    told = run(tmp_path / "libboth.so")
    assert told.returncode == 0, told.stderr
    assert told.stdout.splitlines() == ["[3.0, 6.0]"] * 2


def test_a_file_that_is_no_op_library(tmp_path: Path) -> None:
    (tmp_path / "empty.cpp").write_text("int nothing;")
    made = [*CXX, "-shared", "-fPIC", tmp_path / "empty.cpp", "-o", tmp_path / "empty.so"]
    subprocess.run(made, check=True)
    shutil.copy(joined_library("libone.so", ["empty.so"], Store(), Reporter()), tmp_path)
    told = run(tmp_path / "libone.so")
    assert "empty.so has no RegisterCustomOps" in told.stderr
