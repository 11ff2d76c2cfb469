"""Parts of declarations, and what is done with them: for the tests of whole ops."""

from __future__ import annotations

import textwrap
from pathlib import Path

from tests import conftest
from tests.conftest import MakeOp, Verify
from tests.ops.declared import EXPORTERS, HEAD
from workbench.core.pipeline.op_state import ErrorReport, OpState

X = '[[args]]\nname = "x"\n'
Y_LIKE_X = '[[outputs]]\nname = "y"\ndtype = "x"\nshape = "x.shape"\n'
EXAMPLE = '[[model.inputs]]\narg = "x"\nshape = [2, 3]\nseed = 1\ndynamic = { 0 = "n" }\n'
MODEL = '[model]\nopset = 18\nexporter = "EXPORTER"\n'
NONE = '[ort]\nimplementation = "none"\n'
PYTHON = '[kernel]\nstyle = "python"\nsource = "kernel.py"\nfunction = "Twice"\n'
DOUBLE = """
[[mapping.constants]]
name = "two"
dtype = "x"
value = 2.0
[[mapping.nodes]]
op = "Mul"
inputs = ["x", "two"]
outputs = ["y"]
"""
TWICE_CLASS = """
import torch

class Twice(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return 2 * x
"""
CUSTOM_NODE = """
[[mapping.nodes]]
op = "my.domain::Twice"
inputs = ["x"]
outputs = ["y"]
"""

# y = 2x in three ways, each without its example.
STANDARD = HEAD + X + Y_LIKE_X + PYTHON + DOUBLE + NONE + MODEL
PORTABLE = HEAD + X + Y_LIKE_X + CUSTOM_NODE + MODEL
ELSEWHERE = (
    HEAD + X + Y_LIKE_X + PYTHON + CUSTOM_NODE + '[ort]\nimplementation = "export-only"\n' + MODEL
)

NET = """
import torch

class Net(torch.nn.Module):
    def __init__(self, op):
        super().__init__()
        self.op = op
        self.linear = torch.nn.Linear(3, 4)

    def forward(self, features):
        return self.linear(self.op(features)), self.op(features + 1)

def model(op):
    return Net(op)
"""

WITH_NET = (
    STANDARD
    + 'source = "net.py"\noutputs = ["logits", "doubled"]\n'
    + EXAMPLE.replace('"x"', '"features"')
    + '[[model.cases]]\nname = "more"\n[[model.cases.inputs]]\narg = "features"\nshape = [5, 3]\n'
    + '[reference]\npython = "x + x"\n'
)

KERNEL_WITH_SCALE = """
#include <workbench/tensor.h>
void case_op(const wb::Context&, wb::Tensor<const float> x, std::optional<wb::Tensor<const float>> bias,
             double scale, wb::Tensor<float> y) {
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = x[i] * scale + (bias ? (*bias)[i] : 0);
}
"""
WITH_SCALE = (
    HEAD
    + X
    + '[[args]]\nname = "bias"\noptional = true\n[[args]]\nname = "scale"\ntype = "float"\ndefault = 1.0\n'
    + Y_LIKE_X
)


def write(folder: Path, **files: str) -> None:
    for name, text in files.items():
        (folder / f"{name}.py").write_text(textwrap.dedent(text), encoding="utf-8")


def both(
    make_op: MakeOp, verify: Verify, toml: str, kernel: str | None = None, **files: str
) -> list[OpState]:
    """Verified with each exporter; ``EXPORTER`` in the declaration is replaced."""
    states = []
    for exporter in EXPORTERS:
        folder = make_op(toml.replace("EXPORTER", exporter), kernel)
        write(folder, **files)
        states.append(verify(folder))
    return states


def error_of(
    make_op: MakeOp,
    verify: Verify,
    toml: str,
    exporter: str,
    kernel: str | None = None,
    **files: str,
) -> ErrorReport:
    folder = make_op(toml.replace("EXPORTER", exporter), kernel)
    write(folder, **files)
    return conftest.error_of(verify(folder))
