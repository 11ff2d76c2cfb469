"""Which other sizes are tried: one name changes together, and nothing shrinks that may be an index."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import MakeOp, Verify
from tests.ops.declared import HEAD, agreed
from tests.ops.other_sizes import exported, one, problems, python, sizes
from tests.ops.parts import (
    CUSTOM_NODE,
    DOUBLE,
    EXAMPLE,
    MODEL,
    NET,
    NONE,
    PYTHON,
    STANDARD,
    TWICE_CLASS,
    WITH_NET,
    Y_LIKE_X,
    X,
    both,
)

TWO = '[[args]]\nname = "a"\n[[args]]\nname = "b"\n'
TWO_Y = '[[outputs]]\nname = "y"\ndtype = "a"\nshape = "a.shape"\n'
ONE_SIZE = """
[[model.inputs]]
arg = "a"
shape = [4]
dynamic = { 0 = "n" }
[[model.inputs]]
arg = "b"
shape = [4]
dynamic = { 0 = "m" }
"""


def test_two_further_sizes_through_the_same_file(make_op: MakeOp, verify: Verify) -> None:
    for state in both(make_op, verify, STANDARD + EXAMPLE, TWICE_CLASS):
        agreed(state)
        assert sizes(state) == {"": [(2, 3)], "n = 3": [(3, 3)], "n = 5": [(5, 3)]}
        assert len({c.model for c in exported(state)}) == 1
        assert problems(state) == []


def test_axes_of_one_name_change_together(make_op: MakeOp, verify: Verify) -> None:
    """And axes of one size keep one size: two names may be bound to each other."""
    example = """
        [[model.inputs]]
        arg = "a"
        shape = [4, 4]
        seed = 1
        dynamic = { 0 = "n", -1 = "m" }
        [[model.inputs]]
        arg = "b"
        shape = [4]
        seed = 2
        dynamic = { 0 = "n" }
    """
    nodes = CUSTOM_NODE.replace('["x"]', '["a", "b"]')
    kernel = """
        #include <workbench/tensor.h>
        void case_op(const wb::Context&, wb::Tensor<const float> a, wb::Tensor<const float> b,
                     wb::Tensor<float> y) {
          if (a.size(0) != b.size(0)) throw wb::Error("a and b do not fit");
          for (int64_t i = 0; i < y.numel(); ++i) y[i] = a[i] + b[i / a.size(1)];
        }
    """
    state = one(make_op, verify, HEAD + TWO + TWO_Y + nodes + MODEL + example, kernel)
    assert sizes(state) == {
        "": [(4, 4), (4,)],
        "n = 5, m = 5": [(5, 5), (5,)],
        "n = 9, m = 9": [(9, 9), (9,)],
        "n = 4, m = 5": [(4, 5), (4,)],
    }


def test_an_axis_in_the_place_of_another_of_its_size(make_op: MakeOp, verify: Verify) -> None:
    """The graph gives ``a`` the size of ``b``, which only looks right while they have one."""
    nodes = """
        [[mapping.nodes]]
        op = "Shape"
        inputs = ["b"]
        outputs = ["size"]
        [[mapping.nodes]]
        op = "Reshape"
        inputs = ["a", "size"]
        outputs = ["y"]
    """
    kernel = python("return x.clone()").replace("ctx, x", "ctx, x, b")
    state = one(
        make_op, verify, HEAD + TWO + TWO_Y + PYTHON + nodes + NONE + MODEL + ONE_SIZE, kernel
    )
    error = state.report().error
    assert error is not None
    assert error.message.startswith("case n = 4, m = 5: ")


def test_axes_that_an_op_binds_stay_alike(make_op: MakeOp, verify: Verify) -> None:
    nodes = '[[mapping.nodes]]\nop = "Add"\ninputs = ["a", "b"]\noutputs = ["y"]\n'
    kernel = python("return x + b").replace("ctx, x", "ctx, x, b")
    state = one(
        make_op, verify, HEAD + TWO + TWO_Y + PYTHON + nodes + NONE + MODEL + ONE_SIZE, kernel
    )
    assert list(sizes(state)) == ["", "n = 5, m = 5", "n = 9, m = 9"]


def case(name: str, size: int) -> str:
    return f'[[model.cases]]\nname = "{name}"\n[[model.cases.inputs]]\narg = "x"\nshape = [{size}, 3]\n'


def test_cases_with_other_sizes_are_enough(make_op: MakeOp, verify: Verify) -> None:
    toml = STANDARD + EXAMPLE + case("five", 5)
    assert list(sizes(one(make_op, verify, toml, TWICE_CLASS))) == ["", "five", "n = 3"]
    toml += case("seven", 7)
    assert list(sizes(one(make_op, verify, toml, TWICE_CLASS))) == ["", "five", "seven"]


def test_an_empty_case_shows_nothing(make_op: MakeOp, verify: Verify) -> None:
    toml = STANDARD + EXAMPLE + case("none", 0)
    assert list(sizes(one(make_op, verify, toml, TWICE_CLASS))) == ["", "none", "n = 3", "n = 5"]


def test_a_case_with_a_file_of_its_own(make_op: MakeOp, verify: Verify) -> None:
    toml = HEAD + '[types]\nT = ["float32", "float64"]\n' + X + 'dtype = "T"\n' + Y_LIKE_X
    toml += PYTHON + DOUBLE + NONE + MODEL + EXAMPLE + case("wide", 4) + 'dtype = "float64"\n'
    state = one(make_op, verify, toml, TWICE_CLASS)
    agreed(state)
    models = {c.name: Path(c.model).name for c in exported(state)}
    assert models == {
        "": "model.onnx",
        "n = 3": "model.onnx",
        "n = 5": "model.onnx",
        "wide": "wide.model.onnx",
        "wide, n = 5": "wide.model.onnx",
        "wide, n = 9": "wide.model.onnx",
    }


def test_a_list_of_tensors(make_op: MakeOp, verify: Verify) -> None:
    toml = HEAD + '[[args]]\nname = "xs"\ntype = "tensor[]"\n'
    toml += '[[outputs]]\nname = "y"\ndtype = "xs"\nshape = "xs[0].shape"\n'
    toml += CUSTOM_NODE.replace('"x"', '"xs"') + MODEL
    for i in range(2):
        toml += EXAMPLE.replace('"x"', f'"xs[{i}]"')
    kernel = """
        #include <workbench/tensor.h>
        void case_op(const wb::Context&, wb::TensorList<const float> xs, wb::Tensor<float> y) {
          for (int64_t i = 0; i < y.numel(); ++i) y[i] = xs[0][i] + xs[1][i];
        }
    """
    for state in both(make_op, verify, toml, kernel):
        assert state.report().error is None
        assert sizes(state)["n = 5"] == [(5, 3), (5, 3)]


def test_a_model_file(make_op: MakeOp, verify: Verify) -> None:
    for state in both(make_op, verify, WITH_NET, TWICE_CLASS, net=NET):
        agreed(state)
        assert list(sizes(state)) == ["", "more", "n = 3"]
        assert len({c.model for c in exported(state)}) == 1


def test_weights_of_a_model_file_are_those_of_the_exported_one(
    make_op: MakeOp, verify: Verify
) -> None:
    net = NET.replace("import torch\n", "import numpy\nimport torch\n").replace(
        "torch.nn.Linear(3, 4)",
        "torch.nn.Linear(3, 4)\n"
        "        self.linear.weight.data[:] = torch.from_numpy(numpy.random.rand(4, 3))",
    )
    toml = WITH_NET[: WITH_NET.index("[[model.cases]]")] + '[reference]\npython = "x + x"\n'
    agreed(one(make_op, verify, toml, TWICE_CLASS, net=net))


def test_a_large_example_becomes_smaller(make_op: MakeOp, verify: Verify) -> None:
    large = EXAMPLE.replace("[2, 3]", "[1, 3, 256, 200]").replace(
        '{ 0 = "n" }', '{ 0 = "n", 2 = "height", 3 = "width" }'
    )
    state = one(make_op, verify, STANDARD + large, TWICE_CLASS)
    agreed(state)
    assert list(sizes(state).values())[1:] == [[(2, 3, 128, 100)], [(3, 3, 64, 50)]]


@pytest.mark.parametrize("more", ["index", "int"])
def test_what_may_be_an_index_keeps_its_axis_from_shrinking(
    make_op: MakeOp, verify: Verify, more: str
) -> None:
    """A kernel need not look whether an index is inside of a table."""
    toml = HEAD + '[[args]]\nname = "table"\n'
    if more == "index":
        toml += '[[args]]\nname = "i"\ndtype = "int64"\n'
        value = 'shape = [7]\ngenerator = "integers"\nlow = 0\nhigh = 30000\n'
    else:
        toml += '[[args]]\nname = "i"\ntype = "int"\n'
        value = "value = 29000\n"
    toml += '[[outputs]]\nname = "y"\ndtype = "table"\nshape = "[1]"\n' + PYTHON
    toml += '[ort]\nimplementation = "bridge"\n' + CUSTOM_NODE.replace('["x"]', '["table", "i"]')
    toml = toml.replace(PYTHON, "")
    toml += MODEL + EXAMPLE.replace('"x"', '"table"').replace("[2, 3]", "[30000, 3]")
    toml += f'[[model.inputs]]\narg = "i"\n{value}'
    index = "i[0]" if more == "index" else "i"
    kind = "wb::Tensor<const int64_t>" if more == "index" else "int64_t"
    if more == "int":
        toml = toml.replace('["table", "i"]', '["table"]').replace(
            'outputs = ["y"]',
            'outputs = ["y"]\nattributes = [{ name = "i", type = "int", arg = "i" }]',
        )
    kernel = f"""
        #include <workbench/tensor.h>
        void case_op(const wb::Context&, wb::Tensor<const float> table, {kind} i, wb::Tensor<float> y) {{
          y[0] = table[{index} * 3];
        }}
    """
    toml = toml.replace('[ort]\nimplementation = "bridge"\n', "")
    state = one(make_op, verify, toml, kernel)
    assert state.report().error is None
    rows = [shapes[0][0] for shapes in sizes(state).values()]
    assert rows == [30000, 30001, 30002]
