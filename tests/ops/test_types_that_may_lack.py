"""A type variable that only tensors have which may be missing: without them it is its first type."""

from __future__ import annotations

import numpy as np
import onnx
import pytest

from tests.conftest import MakeOp, Verify
from tests.ops.declared import EXPORTERS, HEAD, MODEL, agreed, outputs
from workbench.core.codegen.device import device_refusal
from workbench.core.declaration.signature import dtype_without
from workbench.core.runtimes.rknn import RUNTIME
from workbench.core.storage.op_file import loads

TOML = (
    HEAD
    + """
[types]
Z = ["uint8", "int16"]
[[args]]
name = "x"
[[args]]
name = "zero"
dtype = "Z"
optional = true
[[outputs]]
name = "y"
dtype = "Z"
shape = "x.shape"
[[mapping.nodes]]
op = "case.domain::Quantized"
inputs = ["x", "zero"]
outputs = ["y"]
[reference]
python = "(x * 10).to(torch.uint8) if zero is None else (x * 10 + zero).to(zero.dtype)"
[[model.inputs]]
arg = "x"
shape = [3]
value = [1.0, 2.0, 3.0]
[[model.inputs]]
arg = "zero"
shape = []
dtype = "int16"
value = [1000]
[[model.cases]]
name = "without"
[[model.cases.inputs]]
arg = "zero"
none = true
[[model.cases]]
name = "of_bytes"
[[model.cases.inputs]]
arg = "zero"
shape = []
dtype = "uint8"
value = [3]
"""
    + MODEL
)
KERNEL = """
#include <workbench/tensor.h>
template <class Z>
void case_op(const wb::Context&, wb::Tensor<const float> x, std::optional<wb::Tensor<const Z>> zero,
             wb::Tensor<Z> y) {
  const float z = zero ? static_cast<float>((*zero)[0]) : 0;
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = static_cast<Z>(x[i] * 10 + z);
}
"""
LISTED = (
    TOML.replace(
        'name = "zero"\ndtype = "Z"\noptional = true',
        'name = "zero"\ntype = "tensor?[]"\ndtype = "Z"',
    )
    .replace('arg = "zero"', 'arg = "zero[0]"')
    .replace(
        "(x * 10).to(torch.uint8) if zero is None else (x * 10 + zero).to(zero.dtype)",
        "(x * 10).to(torch.uint8) if zero[0] is None else (x * 10 + zero[0]).to(zero[0].dtype)",
    )
)
OF_A_LIST = KERNEL.replace(
    "std::optional<wb::Tensor<const Z>> zero", "wb::OptionalTensorList<const Z> zero"
).replace(
    "zero ? static_cast<float>((*zero)[0]) : 0",
    "zero[0] ? static_cast<float>((*zero[0])[0]) : 0",
)


@pytest.mark.parametrize(("toml", "kernel"), [(TOML, KERNEL), (LISTED, OF_A_LIST)])
def test_it_is_the_first_of_its_types_where_nothing_decides(
    toml: str, kernel: str, make_op: MakeOp, verify: Verify
) -> None:
    folder = make_op(toml.replace("EXPORTER", EXPORTERS[0]), kernel)
    for exporter in EXPORTERS:
        (folder / "op.toml").write_text(toml.replace("EXPORTER", exporter))
        state = verify(folder)
        (told,) = agreed(state).output
        assert told.type.tensor_type.elem_type == onnx.TensorProto.INT16
        assert outputs(state)["y"].dtype == np.int16
        compared = state.result("compare")
        assert compared is not None
        found = {o.case: o.dtype for o in compared.result.outputs}
        assert found == {"": "int16", "without": "uint8", "of_bytes": "uint8"}


def test_a_plugin_that_reads_it_off_an_input_is_refused() -> None:
    op = loads(TOML.replace("EXPORTER", EXPORTERS[0])).resolved()
    assert dtype_without(op, "Z") == "uint8"
    for reason, hint in (device_refusal(op), RUNTIME.refusal(op)):
        assert "'y' has the type of tensors that may be None" in reason
        assert hint
    there = TOML.replace("EXPORTER", EXPORTERS[0]).replace("optional = true", "")
    sure = loads(there, validate=False)
    wrong = loads(
        TOML.replace("EXPORTER", EXPORTERS[0]).replace('"Z"\nshape', '"zero"\nshape'),
        validate=False,
    )
    assert not dtype_without(wrong.resolved(), "zero"), "it ended with a KeyError while one typed"
    assert not dtype_without(sure.resolved(), "Z")
    assert "may be None" not in device_refusal(sure.resolved())[0]
