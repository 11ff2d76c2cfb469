"""Every dynamic axis is run at two further sizes through the file that was exported."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import onnx
import pytest
from PIL import Image

from tests.conftest import MakeOp, Verify
from tests.ops.declared import EXPORTERS, agreed
from tests.ops.other_sizes import exported, one, problems, python, sizes
from tests.ops.parts import (
    DOUBLE,
    ELSEWHERE,
    EXAMPLE,
    PORTABLE,
    STANDARD,
    TWICE_CLASS,
    WITH_NET,
    both,
    error_of,
)
from workbench.core.jobs import CompareResult

BAKED = """
[[mapping.constants]]
name = "two"
dtype = "x"
value = 2.0
[[mapping.constants]]
name = "baked"
dtype = "int64"
value = VALUE
[[mapping.nodes]]
op = "BAKES"
inputs = ["x", INPUTS]
outputs = ["same"]
[[mapping.nodes]]
op = "Mul"
inputs = ["same", "two"]
outputs = ["y"]
"""

NET_GIVING = """
import torch

class Net(torch.nn.Module):
    def __init__(self, op):
        super().__init__()
        self.op = op

    def forward(self, features):
        y = self.op(features)
        return {}, y

def model(op):
    return Net(op)
"""


# -- what the exported file has built in


def test_a_reshape_with_a_constant_shape(make_op: MakeOp, verify: Verify) -> None:
    baked = (
        BAKED.replace("BAKES", "Reshape").replace("VALUE", "[2, 3]").replace("INPUTS", '"baked"')
    )
    for state in both(make_op, verify, STANDARD.replace(DOUBLE, baked) + EXAMPLE, TWICE_CLASS):
        error = state.report().error
        assert error is not None
        assert error.message.startswith("case n = 3: ")
        assert "ONNX Runtime" in error.message
        assert "n = 3" in error.hint
        assert "built in" in error.hint
        assert re.search(r"The Reshape node that gives '\S+' has the constant \[2, 3\]", error.hint)
        assert error.where == "mapping.nodes[0]"


def test_a_slice_with_a_constant_end(make_op: MakeOp, verify: Verify) -> None:
    """It runs with every size, and gives the first rows only."""
    baked = (
        BAKED.replace("BAKES", "Slice")
        .replace("VALUE", "[2]")
        .replace("INPUTS", '"none", "baked", "none"')
        .replace(
            '[[mapping.nodes]]\nop = "Slice"',
            '[[mapping.constants]]\nname = "none"\ndtype = "int64"\nvalue = [0]\n'
            '[[mapping.nodes]]\nop = "Slice"',
        )
    )
    for exporter in EXPORTERS:
        toml = STANDARD.replace(DOUBLE, baked).replace("EXPORTER", exporter) + EXAMPLE
        state = verify(make_op(toml, TWICE_CLASS))
        assert state.report().status == "differs"
        ended = state.result("compare")
        assert ended is not None
        assert isinstance(ended.result, CompareResult)
        assert {o.case for o in ended.result.outputs if not o.agrees} == {"n = 3", "n = 5"}
        (told,) = problems(state)
        assert "n = 3" in told.message
        assert "n = 5" in told.message
        assert re.search(r"the Slice node that gives '\S+' has the constant \[2\]", told.hint)
        assert told.key == "mapping.nodes[0]"


def test_a_size_that_tracing_builds_in(make_op: MakeOp, verify: Verify) -> None:
    net = NET_GIVING.format("y * torch.ones(int(y.shape[0]), 1)")
    toml = WITH_NET[: WITH_NET.index("[[model.cases]]")] + '[reference]\npython = "x + x"\n'
    error = error_of(make_op, verify, toml, "torchscript", TWICE_CLASS, net=net)
    assert error.message.startswith("case n = 3: ")
    assert "ONNX Runtime" in error.message
    assert "has a constant of the sizes [2, 1]" in error.hint


def test_a_branch_that_only_one_size_takes(make_op: MakeOp, verify: Verify) -> None:
    """Both exporters write down the branch that the example takes, without a word."""
    net = NET_GIVING.format("(y if features.shape[0] < 4 else y + 1)")
    toml = WITH_NET[: WITH_NET.index("[[model.cases]]")]
    for state in both(make_op, verify, toml, TWICE_CLASS, net=net):
        assert state.report().status == "differs"
        (told,) = problems(state)
        assert "differs with n = 5, and not" in told.message


def test_a_kernel_that_is_wrong_with_another_size(make_op: MakeOp, verify: Verify) -> None:
    kernel = python("return 2 * x if len(x) == 2 else 2 * x[:2]")
    state = one(make_op, verify, STANDARD + EXAMPLE, kernel)
    error = state.report().error
    assert error is not None
    assert error.message.startswith("case n = 3: the kernel gives 'y' as float32[2, 3]")


def test_a_reference_tells_with_another_size(make_op: MakeOp, verify: Verify) -> None:
    toml = STANDARD + EXAMPLE + '[reference]\npython = "x * len(x)"\n'
    state = one(make_op, verify, toml, TWICE_CLASS)
    assert state.report().status == "differs"


# -- sizes that cannot be tried


def given_example(folder: Path, written: bool, count: int = 2) -> str:
    """The example as elements of the declaration, or as a file."""
    elements = np.arange(1, 3 * count + 1, dtype=np.float32).reshape(count, 3)
    if written:
        return f"shape = [{count}, 3]\nvalue = {elements.ravel().tolist()}"
    np.save(folder / "x.npy", elements)
    return 'file = "x.npy"'


@pytest.mark.parametrize("written", [True, False])
def test_elements_that_are_given_are_tried_with_other_sizes_too(
    make_op: MakeOp, verify: Verify, written: bool
) -> None:
    """They are followed by more of their kind, none of them twice."""
    folder = make_op((STANDARD + EXAMPLE).replace("EXPORTER", "torchscript"), TWICE_CLASS)
    toml = (folder / "op.toml").read_text()
    given = given_example(folder, written)
    (folder / "op.toml").write_text(toml.replace("shape = [2, 3]\nseed = 1", given))
    state = verify(folder)
    agreed(state)
    assert problems(state) == []
    (first, *others) = exported(state)
    assert first.sizes == ""
    arrays = [np.load(case.inputs)["x"] for case in others]
    assert [a.shape for a in arrays] == [(3, 3), (5, 3)]
    for array in arrays:
        assert (array[:2] == [[1, 2, 3], [4, 5, 6]]).all()
        assert len(np.unique(array)) == array.size


@pytest.mark.parametrize("written", [True, False])
def test_a_graph_with_a_size_built_in_fails_with_given_elements_too(
    make_op: MakeOp, verify: Verify, written: bool
) -> None:
    baked = BAKED.replace("BAKES", "Reshape").replace("VALUE", "[2, 3]")
    toml = STANDARD.replace(DOUBLE, baked.replace("INPUTS", '"baked"')) + EXAMPLE
    folder = make_op(toml.replace("EXPORTER", "torchscript"), TWICE_CLASS)
    toml = (folder / "op.toml").read_text()
    given = given_example(folder, written)
    (folder / "op.toml").write_text(toml.replace("shape = [2, 3]\nseed = 1", given))
    error = verify(folder).report().error
    assert error is not None
    assert error.message.startswith("case n = 3: ")


def test_a_large_file_has_the_size_that_it_has(make_op: MakeOp, verify: Verify) -> None:
    folder = make_op((STANDARD + EXAMPLE).replace("EXPORTER", "torchscript"), TWICE_CLASS)
    toml = (folder / "op.toml").read_text()
    given = given_example(folder, False, 1 << 14)
    (folder / "op.toml").write_text(toml.replace("shape = [2, 3]\nseed = 1", given))
    state = verify(folder)
    agreed(state)
    (told,) = problems(state)
    assert told.severity == "warning"
    assert "'n' is not tried with another size: 'x' comes from x.npy" in told.message
    assert "[[model.cases]]" in told.hint


def test_an_image_is_tried_with_other_heights_and_widths(make_op: MakeOp, verify: Verify) -> None:
    example = '[[model.inputs]]\narg = "x"\nfile = "x.png"\n'
    dynamic = 'dynamic = { 0 = "n", 2 = "h", 3 = "w" }\n'
    toml = (STANDARD + example + dynamic).replace("EXPORTER", "torchscript")
    folder = make_op(toml, TWICE_CLASS)
    Image.fromarray(np.full((6, 5, 3), 128, np.uint8)).save(folder / "x.png")
    state = verify(folder)
    shapes = {shape for shapes in sizes(state).values() for shape in shapes}
    assert len({h for _, _, h, _ in shapes}) >= 3
    assert len({w for _, _, _, w in shapes}) >= 3
    assert {(n, c) for n, c, _, _ in shapes} == {(1, 3)}
    (problem,) = problems(state)
    assert problem.message == "'n' is not tried with another size: 'x' comes from x.png"


def test_sizes_that_the_op_does_not_take_are_told(make_op: MakeOp, verify: Verify) -> None:
    kernel = python("assert len(x) == 2, 'two rows'\n        return 2 * x")
    state = one(make_op, verify, STANDARD + EXAMPLE, kernel)
    agreed(state)
    (told,) = problems(state)
    assert told.severity == "warning"
    assert "'n' is not tried with another size" in told.message
    assert "n = 3" in told.message
    assert "two rows" in told.message
    assert "[[model.cases]]" in told.hint


def test_sizes_that_the_reference_does_not_take_are_told(make_op: MakeOp, verify: Verify) -> None:
    toml = STANDARD + EXAMPLE + '[reference]\npython = "x * torch.full((2, 3), 2.0)"\n'
    state = one(make_op, verify, toml, TWICE_CLASS)
    agreed(state)
    (told,) = problems(state)
    assert told.severity == "warning"
    assert "the reference failed" in told.message


def test_multiples_where_nothing_else_fits(make_op: MakeOp, verify: Verify) -> None:
    kernel = python("assert len(x) % 2 == 0\n        return 2 * x")
    state = one(make_op, verify, STANDARD + EXAMPLE, kernel)
    agreed(state)
    assert list(sizes(state)) == ["", "n = 4", "n = 6"]
    assert problems(state) == []


def test_one_axis_is_tried_where_another_cannot_be(make_op: MakeOp, verify: Verify) -> None:
    kernel = python("assert x.shape[1] == 3, 'three columns'\n        return 2 * x")
    example = EXAMPLE.replace('{ 0 = "n" }', '{ 0 = "n", 1 = "columns" }')
    state = one(make_op, verify, STANDARD + example, kernel)
    agreed(state)
    assert list(sizes(state)) == ["", "n = 3", "n = 5"]
    (told,) = problems(state)
    assert "'columns' is not tried with another size" in told.message
    assert "three columns" in told.message


def test_one_other_size_is_not_two(make_op: MakeOp, verify: Verify) -> None:
    kernel = python("assert len(x) in (2, 3)\n        return 2 * x")
    state = one(make_op, verify, STANDARD + EXAMPLE, kernel)
    agreed(state)
    (told,) = problems(state)
    assert "'n' is tried with one other size only (3)" in told.message


def test_a_crash_names_the_sizes(make_op: MakeOp, verify: Verify) -> None:
    kernel = """
        #include <workbench/tensor.h>
        void case_op(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y) {
          if (x.size(0) != 2) __builtin_trap();
          for (int64_t i = 0; i < y.numel(); ++i) y[i] = 2 * x[i];
        }
    """
    error = error_of(make_op, verify, PORTABLE + EXAMPLE, "torchscript", kernel)
    assert "n = 3" in error.message


def test_nothing_is_made_for_another_runtime(make_op: MakeOp, verify: Verify) -> None:
    state = one(make_op, verify, ELSEWHERE + EXAMPLE, TWICE_CLASS)
    assert state.report().status == "export-only"
    assert list(sizes(state)) == [""]
    assert (
        onnx.load(exported(state)[0].model).graph.input[0].type.tensor_type.shape.dim[0].dim_param
    )
