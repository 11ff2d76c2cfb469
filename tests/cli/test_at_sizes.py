"""``op-workbench verify --size n=7``: the exported file at chosen sizes, with no new export."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run
from tests.conftest import TWICE_KERNEL, TWICE_TOML, MakeOp
from tests.ops.parts import TWICE_CLASS, WITH_NET, write

ELEVEN = TWICE_KERNEL.replace("2 * x[i]", "(x.size(0) == 11 ? 3 : 2) * x[i]")
NET = """
import torch

class Net(torch.nn.Module):
    def __init__(self, op):
        super().__init__()
        self.op = op
        self.last = torch.nn.Linear(3, 2)

    def forward(self, features):
        y = self.op(features)
        return self.last(y), y

def model(op):
    SEED
    return Net(op)
"""


def at(run: Run, folder: Path, *sizes: str) -> tuple[int, str, dict[str, Any]]:
    asked = [word for size in sizes for word in ("--size", size)]
    target = folder / "report.json"
    done = run("verify", folder, "--json", target, *asked)
    (op,) = json.loads(target.read_text())["ops"]
    return done.returncode, done.stdout, op["at_sizes"]


def test_a_kernel_that_is_wrong_at_one_size_only(make_op: MakeOp, run: Run) -> None:
    folder = make_op(TWICE_TOML, ELEVEN)
    status, text, four = at(run, folder, "n=4")
    assert status == 0
    assert "agrees at n = 4" in text
    assert (four["sizes"], four["status"]) == ("n = 4", "agrees")
    assert {o["case"] for o in four["outputs"]} == {"n = 4"}
    assert four["outputs"][0]["shape"] == [4, 3]
    status, text, eleven = at(run, folder, "n=11")
    assert status == 1
    assert eleven["status"] == "differs"
    assert "DIFFERS at n = 11" in text


def test_what_cannot_be_tried_says_why(make_op: MakeOp, run: Run) -> None:
    folder = make_op(TWICE_TOML)
    status, text, none = at(run, folder, "n=3", "k=3")
    assert status == 1
    assert none["status"] == "failed"
    assert "the model has no dynamic axis 'k'" in text
    assert "Its dynamic axes: n." in text
    assert at(run, folder, "n=0")[2]["status"] == "unverified", "nothing was compared"
    closed = make_op(TWICE_TOML.replace('dynamic = { 0 = "n" }', ""))
    assert "the model has no dynamic axis of another size" in at(run, closed, "n=3")[1]
    done = run("verify", folder, "--size", "n")
    assert done.returncode == 1
    assert "the size 'n' is not AXIS=N" in done.stderr


@pytest.mark.parametrize("exporter", ["torchscript", "torch.export"])
def test_a_model_of_ones_own_is_the_one_that_was_exported(
    make_op: MakeOp, run: Run, exporter: str
) -> None:
    folder = make_op(WITH_NET.replace("EXPORTER", exporter), None)
    write(folder, kernel=TWICE_CLASS, net=NET.replace("SEED", "torch.manual_seed(1)"))
    status, _, nine = at(run, folder, "n=9")
    assert status == 0
    assert nine["status"] == "agrees"
    assert {tuple(o["shape"]) for o in nine["outputs"] if o["name"] == "logits"} == {(9, 2)}


def test_a_model_with_other_weights_each_time_is_no_difference(make_op: MakeOp, run: Run) -> None:
    toml = WITH_NET[: WITH_NET.index("[[model.cases]]")] + '[reference]\npython = "x + x"\n'
    folder = make_op(toml.replace("EXPORTER", "torchscript"), None)
    write(folder, kernel=TWICE_CLASS, net=NET.replace("SEED", "torch.seed()"))
    status, text, nine = at(run, folder, "n=9")
    assert status == 1
    assert nine["status"] == "failed"
    assert "the sample model gives another 'logits' each time it is made" in text
    assert "torch.manual_seed" in text
