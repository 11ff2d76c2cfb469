"""A libtorch kernel whose outputs are not the declared ones is refused, exported or not."""

from __future__ import annotations

import pytest

from tests.conftest import MakeOp, Verify

TOML = """
schema = 1
name = "odd"
torch = "wb_odd::odd"

[[args]]
name = "x"

[[outputs]]
name = "y"
dtype = "x"
shape = "x.shape"

[kernel]
style = "libtorch"

[[mapping.nodes]]
op = "test.custom::Odd"
inputs = ["x"]
outputs = ["y"]

[ort]
implementation = "export-only"

[[model.inputs]]
arg = "x"
shape = [2, 3]
"""


@pytest.mark.parametrize(
    ("result", "words"),
    [
        ("x.to(at::kDouble)", "float64[2, 3], declared is float32[2, 3]"),
        ("x.sum(0)", "float32[3], declared is float32[2, 3]"),
    ],
)
def test_another_type_or_shape_than_declared(
    make_op: MakeOp, verify: Verify, result: str, words: str
) -> None:
    kernel = (
        f"#include <torch/library.h>\nat::Tensor odd(const at::Tensor& x) {{ return {result}; }}\n"
    )
    error = verify(make_op(TOML, kernel)).report().error
    assert error is not None
    assert words in error.message


def test_a_registration_that_is_there_already(make_op: MakeOp, verify: Verify) -> None:
    kernel = (
        "#include <torch/library.h>\nat::Tensor odd(const at::Tensor& x) { return x; }\n"
        'TORCH_LIBRARY(wb_odd, m) { m.def("odd(Tensor x) -> Tensor", &odd); }\n'
    )
    error = verify(make_op(TOML, kernel)).report().error
    assert error is not None
    assert "registers the op itself" in error.message
    assert "own" in error.hint
