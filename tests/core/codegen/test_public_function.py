"""The function by which a package offers an op."""

from __future__ import annotations

from msgspec.structs import replace

from tests.ops.test_types_as_arguments import declared
from workbench.core.codegen.public_function import docstring, parameters
from workbench.core.storage.op_file import loads
from workbench.core.types.dtypes import DTYPES


def test_an_element_type_has_torchs_number_as_its_default() -> None:
    op = loads(declared()).resolved()
    assert parameters(op) == ["x: Tensor", "to: dtype"]
    x, to = op.args
    op = replace(op, args=(x, replace(to, default="float16")))
    assert parameters(op)[1] == f"to: dtype | int = {DTYPES['float16'].number}"
    assert "to: float32 or float16 or int64, float16 without it." in docstring(op)
    assert "y: float32 or float16 or int64 of shape x.shape." in docstring(op)
