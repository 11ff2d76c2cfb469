"""A wheel of a project with ops of several kinds: one library for each runtime has all of them."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.cli.conftest import ROOT, command
from tests.conftest import TWICE_KERNEL, TWICE_TOML
from tests.engine.own_ort import needs_headers
from tests.engine.own_ort_sources import CLASSIC, TOML
from tests.large import large

pytestmark = needs_headers

TWO = """
#include <torch/torch.h>
at::Tensor of_both(const at::Tensor& x) { return x + 1; }
at::Tensor scaled(at::Tensor x) { return of_both(x) * 2; }
at::Tensor shifted(at::Tensor x) { return of_both(x) + 1; }
"""
CALLED = """
import json, sys
import numpy as np
import onnxruntime as ort
from onnx import TensorProto, helper
import kinds

def in_torch():
    import torch
    x = torch.ones(2, 3)
    return [kinds.scaled(x)[0, 0].item(), kinds.shifted(x)[0, 0].item(), kinds.twice(x)[0, 0].item(),
            kinds.sum(x, x)[0, 0].item()]

def in_runtime(*ops):
    found = []
    for name, domain in (("Scaled", "test.custom"), ("Shifted", "test.custom"), ("Twice", "test.custom"),
                         ("Sum", "wb.test")):
        node = helper.make_node(name, ["x", "x"] if name == "Sum" else ["x"], ["y"], domain=domain)
        info = [helper.make_tensor_value_info(n, TensorProto.FLOAT, [2, 3]) for n in "xy"]
        graph = helper.make_graph([node], "g", info[:1], info[1:])
        opsets = [helper.make_opsetid("", 17), helper.make_opsetid(domain, 1)]
        model = helper.make_model(graph, opset_imports=opsets, ir_version=8).SerializeToString()
        options = ort.SessionOptions()
        kinds.register_custom_ops(options, *([name.lower()] if "each" in ops else ()))
        session = ort.InferenceSession(model, options)
        found.append(float(session.run(None, {"x": np.ones((2, 3), np.float32)})[0][0, 0]))
    return found

for step in sys.argv[1:]:
    print(in_torch() if step == "torch" else in_runtime(step))
"""


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the wheel holds."""
    home = tmp_path_factory.mktemp("kinds")
    bridge = '[kernel]\nstyle = "libtorch"\n[ort]\nimplementation = "bridge"\n'
    for name, kernel, more, rule in (
        ("scaled", TWO, bridge, "2 * x + 2"),
        ("shifted", TWO, bridge, "x + 2"),
        ("twice", TWICE_KERNEL, "", "2 * x"),
    ):
        op = home / name
        op.mkdir()
        text = TWICE_TOML.replace('"twice"', f'"{name}"').replace("::twice", f"::{name}")
        text = text.replace("::Twice", f"::{name.title()}").replace("2 * x", rule)
        (op / "op.toml").write_text(text + more)
        (op / "kernel.cpp").write_text(kernel)
    op = home / "sum"
    op.mkdir()
    (op / "op.toml").write_text(TOML)
    (op / "sum_ort.cpp").write_text(CLASSIC)
    (op / "sum.py").write_text(
        "import torch\n\n\nclass Sum(torch.autograd.Function):\n    @staticmethod\n"
        "    def forward(ctx, x, y):\n        return x + y\n"
    )
    ops = [home / name for name in ("scaled", "shifted", "twice", "sum")]
    words = ("--trust", "--form", "wheel", "--package", "kinds", "--to", home / "to")
    done = subprocess.run(
        command("deliver", *ops, *words), capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = (home / "to").glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(home / "unpacked")
    return home / "unpacked"


def test_one_library_for_each_runtime_has_all(unpacked: Path) -> None:
    found = sorted(p.relative_to(unpacked).as_posix() for p in unpacked.rglob("*.so"))
    assert found == ["kinds/libkinds_ort.so", "kinds/libkinds_torch.so"]
    [readme] = [p.read_text() for p in unpacked.rglob("METADATA")]
    assert "`libkinds_torch.so` has scaled, shifted, twice in one library." in readme
    assert "`libkinds_ort.so` has scaled, shifted, twice, sum in one library." in readme
    # What is beside a libtorch kernel is for its torch alone, and what is beside a bridge calls torch.
    assert "- scaled, shifted, twice: for torch 2." in readme
    assert "- scaled, shifted, twice, sum: in ONNX Runtime the op library calls torch" in readme


@pytest.mark.parametrize(
    "steps",
    [
        ("torch", "all"),
        ("each", "torch"),
        *(pytest.param(s, marks=large) for s in (("all", "torch"), ("torch", "each"))),
    ],
)
def test_each_op_is_called_in_both(unpacked: Path, steps: tuple[str, ...]) -> None:
    """In either order: what ONNX Runtime loads with its library, torch has then, too."""
    text = f"import sys; sys.path.insert(0, {str(unpacked)!r})\n{CALLED}"
    told = subprocess.run(
        [sys.executable, "-I", "-c", text, *steps], capture_output=True, text=True, check=False
    )
    assert told.stdout.splitlines() == ["[4.0, 3.0, 2.0, 2.0]"] * 2, told.stderr
