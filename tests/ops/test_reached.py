"""Models that call the op by a package's public function, by torch's registry, or by torch's own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import onnx
import pytest

from tests.conftest import MakeOp
from tests.ops.declared import EXPORTERS, HEAD
from tests.ops.parts import DOUBLE, EXAMPLE, MODEL, NONE, Y_LIKE_X, X, write
from workbench.core.pipeline.op_state import OpReport
from workbench.engine.client import Engine

PACKAGE = '''
import torch

library = torch.library.Library("wb_reached", "DEF")
library.define("scaled(Tensor x, float by=2.0, *, bool shout=False) -> Tensor")
library.impl("scaled", lambda x, by=2.0, *, shout=False: x * by, "CPU")


def scaled(x, by=2.0, shout=False):
    """What the package's users call."""
    torch._assert(x.dim() > 0, "no scalars")
    return torch.ops.wb_reached.scaled(x, by, shout=shout)
'''
NET = """
import torch
import wb_reached_package as package

class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(3, 4)

    def forward(self, x):
        x = torch.relu(x)
        return self.linear(%s)

def model(op):
    return Net()
"""
TOML = (
    HEAD.replace("wb_case::case_op", "wb_reached::scaled")
    + X
    + '[[args]]\nname = "factor"\ntype = "float"\ndefault = 2.0\n'
    + Y_LIKE_X
    + '[kernel]\nstyle = "installed"\npackage = "wb_reached_package"\n'
    + DOUBLE.replace("value = 2.0", 'arg = "factor"')
    + NONE
    + MODEL
    + 'source = "net.py"\n'
    + EXAMPLE
    + '[reference]\npython = "x * factor"\n'
)


@pytest.fixture(scope="module")
def own_engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """Hosts that can import the package."""
    site = tmp_path_factory.mktemp("site")
    (site / "wb_reached_package.py").write_text(PACKAGE)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(site))
        with Engine() as started:
            started.start()
            yield started


def report(engine: Engine, folder: Path) -> OpReport:
    state = engine.load([folder])[0]
    engine.run([folder], "compare")
    return state.report()


@pytest.mark.parametrize(
    "call",
    [
        "package.scaled(x, 3.0)",
        "package.scaled(x, by=3.0)",
        "package.scaled(x)",
        "torch.ops.wb_reached.scaled(x, 1.5)",
        "torch.ops.wb_reached.scaled.default(x=x)",
    ],
)
@pytest.mark.parametrize("exporter", EXPORTERS)
def test_a_model_that_reaches_the_op_by_another_way(
    own_engine: Engine, make_op: MakeOp, exporter: str, call: str
) -> None:
    folder = make_op(TOML.replace("EXPORTER", exporter), None)
    write(folder, net=NET % call)
    reported = report(own_engine, folder)
    assert reported.error is None, reported.error
    assert reported.status == "agrees"
    assert "Mul" in [n.op_type for n in onnx.load(reported.model).graph.node]


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ("x", "the model does not call the op"),
        ("package.scaled(x, shout=True)", "'shout', which is no argument of the declaration"),
        ("(package.scaled(x), x)[1]", "do not depend on what the op gives"),
    ],
)
def test_a_model_that_does_not_reach_it_so(
    own_engine: Engine, make_op: MakeOp, call: str, words: str
) -> None:
    folder = make_op(TOML.replace("EXPORTER", "torchscript"), None)
    write(folder, net=NET % call)
    reported = report(own_engine, folder)
    assert words in reported.error.message


@pytest.mark.parametrize(
    ("call", "node"),
    [
        ("torch.asinh(x)", "Asinh"),
        ("x.asinh()", "Asinh"),
        ("torch.asinh(input=x)", "Asinh"),
        # These are Python, and call the op inside.
        ("torch.nn.functional.hardswish(x)", "HardSwish"),
        ("torch.nn.Hardswish()(x)", "HardSwish"),
    ],
)
@pytest.mark.parametrize("exporter", EXPORTERS)
def test_torchs_own_public_functions_are_recognised(
    own_engine: Engine, make_op: MakeOp, exporter: str, call: str, node: str
) -> None:
    toml = (
        HEAD.replace("wb_case::case_op", f"aten::{node.lower()}")
        + X
        + Y_LIKE_X
        + '[kernel]\nstyle = "installed"\n'
        + f'[[mapping.nodes]]\nop = "{node}"\ninputs = ["x"]\noutputs = ["y"]\n'
        + NONE
        + MODEL.replace("EXPORTER", exporter)
        + 'source = "net.py"\n'
        + EXAMPLE
    )
    folder = make_op(toml, None)
    write(folder, net=NET % call)
    reported = report(own_engine, folder)
    assert reported.error is None, reported.error
    assert node in [n.op_type for n in onnx.load(reported.model).graph.node]
