"""Standard operators that have more outputs than a mapping names, with both exporters."""

from __future__ import annotations

import pytest

from tests.conftest import MakeOp, Verify

POOL = """
schema = 1
name = "pooled"
torch = "wb_test::pooled"

[[args]]
name = "x"

[[args]]
name = "kernel_size"
type = "int[]"

[[outputs]]
name = "y"
dtype = "x"
shape = "[x.shape[0], x.shape[1], x.shape[2] - kernel_size[0] + 1, x.shape[3] - kernel_size[1] + 1]"

[kernel]
style = "session"

[[mapping.nodes]]
op = "MaxPool"
inputs = ["x"]
outputs = ["y"]
attributes = [{ name = "kernel_shape", type = "ints", arg = "kernel_size" }]

[ort]
implementation = "none"

[reference]
python = "torch.nn.functional.max_pool2d(x, kernel_size, stride=1)"

[model]
opset = 18
exporter = "EXPORTER"

[[model.inputs]]
arg = "x"
shape = [1, 2, 5, 4]

[[model.inputs]]
arg = "kernel_size"
value = [2, 2]
"""
NORM = """
schema = 1
name = "normed"
torch = "wb_test::normed"

[[args]]
name = "x"

[[args]]
name = "scale"

[[args]]
name = "bias"

[[args]]
name = "mean"

[[args]]
name = "variance"

[[outputs]]
name = "y"
dtype = "x"
shape = "x.shape"

[kernel]
style = "session"

[[mapping.nodes]]
op = "BatchNormalization"
inputs = ["x", "scale", "bias", "mean", "variance"]
outputs = ["y"]

[ort]
implementation = "none"

[reference]
python = "torch.nn.functional.batch_norm(x, mean, variance, scale, bias)"

[model]
opset = 18
exporter = "EXPORTER"

[[model.inputs]]
arg = "x"
shape = [2, 3, 4]
""" + "".join(
    f'\n[[model.inputs]]\narg = "{name}"\nshape = [3]\nseed = {seed}\ngenerator = "uniform"\n'
    for seed, name in enumerate(("scale", "bias", "mean", "variance"), 1)
)


@pytest.mark.parametrize("exporter", ["torchscript", "torch.export"])
@pytest.mark.parametrize("toml", [POOL, NORM], ids=["MaxPool", "BatchNormalization"])
def test_outputs_that_a_mapping_does_not_name_are_none_of_the_models(
    make_op: MakeOp, verify: Verify, exporter: str, toml: str
) -> None:
    report = verify(make_op(toml.replace("EXPORTER", exporter), "")).report()
    assert report.error is None, report.error
    assert report.status == "agrees"
    assert {o.name for o in report.outputs} == {"y"}
