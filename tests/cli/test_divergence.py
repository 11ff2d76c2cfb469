"""The first node whose value differs, on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from workbench.core.storage import project, trust

SAMPLE = """
import torch


class Net(torch.nn.Module):
    def __init__(self, op):
        super().__init__()
        self.op = op

    def forward(self, a, b):
        return torch.tanh(self.op(torch.exp(a), b))


def model(op):
    return Net(op)
"""


CASE = """
[[model.cases]]
name = "large"
inputs = [{ arg = "a", shape = [7, 3, 8] }, { arg = "b", shape = [3, 8] }]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The gallery's simplest op."""
    home = project.create_project(tmp_path / "home").folder
    made = project.copy_op(project.gallery_folder() / "my_add_custom", home, "my_add_custom")
    trust.trust([made])
    return made


def test_it_allows_what_the_run_allows(run: Run, folder: Path) -> None:
    """A few units in the last place are within the type's tolerance, and beyond what rounding explains."""
    kernel = folder / "kernel.cpp"
    text = kernel.read_text()
    assert "T(2) *" in text
    kernel.write_text(text.replace("T(2) *", "T(2.000002) *"))
    told = run("verify", folder).stdout
    assert "DIFFERS" in told
    assert "    The worst element is y[" in told
    assert "    It begins in custom::MyAdd" in told
    done = run("divergence", folder)
    assert done.returncode == 1, done.stdout
    assert "it begins in " in done.stdout
    done = run("divergence", folder, "--case", "large")
    assert "there is no case 'large'" in done.stderr
    (folder / "op.toml").write_text((folder / "op.toml").read_text() + CASE)
    done = run("divergence", folder, "--case", "large", "--json", "-")
    assert json.loads(done.stdout)["ops"]["my_add_custom"]["case"] == "large"


def test_what_pytorch_computes_between_the_nodes_is_compared(run: Run, folder, tmp_path) -> None:
    (folder / "net.py").write_text(SAMPLE)
    text = (folder / "op.toml").read_text()
    assert "[model]" in text
    text = text.replace("[model]", '[model]\nsource = "net.py"', 1)
    (folder / "op.toml").write_text(text)
    out = tmp_path / "out.json"
    done = run(
        "divergence", folder, "--exporter", "torch.export", "--json", out, "--trust", timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (result,) = json.loads(out.read_text())["ops"].values()
    ops = [(v["node"]["op"], v["by"]) for v in result["values"]]
    assert ops[0] == ("Exp", "PyTorch")
    assert ops[-1] == ("Tanh", "PyTorch")
    assert "first" not in result
