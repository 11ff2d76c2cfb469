"""Every dynamic axis is run at two further sizes through the file that was exported."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import pytest

from tests.conftest import MakeOp, Verify
from tests.ops.declared import EXPORTERS, HEAD, agreed
from tests.ops.parts import (
    CUSTOM_NODE,
    DOUBLE,
    EXAMPLE,
    MODEL,
    NET,
    NONE,
    PYTHON,
    TWICE_CLASS,
    WITH_NET,
    Y_LIKE_X,
    X,
    both,
    error_of,
    write,
)
from workbench.core.errors import Problem
from workbench.core.jobs import CompareResult, ExportedCase, ExportResult
from workbench.core.pipeline import OpState

STANDARD = HEAD + X + Y_LIKE_X + PYTHON + DOUBLE + NONE + MODEL
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
TWO = '[[args]]\nname = "a"\n[[args]]\nname = "b"\n'
TWO_Y = '[[outputs]]\nname = "y"\ndtype = "a"\nshape = "a.shape"\n'


def exported(state: OpState) -> tuple[ExportedCase, ...]:
    ended = state.result("export")
    assert ended is not None
    assert isinstance(ended.result, ExportResult), ended.problems
    return ended.result.cases


def sizes(state: OpState) -> dict[str, list[tuple[int, ...]]]:
    """Per case the shapes of its inputs."""
    return {c.name: [a.shape for a in np.load(c.inputs).values()] for c in exported(state)}


def problems(state: OpState) -> list[Problem]:
    ended = [state.result(stage) for stage in state.stages()]
    return [p for e in ended if e is not None for p in e.problems if p.kind == "sizes"]


def python(body: str) -> str:
    return TWICE_CLASS.replace("return 2 * x", body)


def one(make_op: MakeOp, verify: Verify, toml: str, kernel: str | None, **files: str) -> OpState:
    folder = make_op(toml.replace("EXPORTER", "torchscript"), kernel)
    write(folder, **files)
    return verify(folder)


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
        assert "built in" in told.hint


def test_a_size_that_tracing_builds_in(make_op: MakeOp, verify: Verify) -> None:
    net = """
        import torch

        class Net(torch.nn.Module):
            def __init__(self, op):
                super().__init__()
                self.op = op

            def forward(self, features):
                y = self.op(features)
                return y * torch.ones(int(y.shape[0]), 1), y

        def model(op):
            return Net(op)
    """
    toml = WITH_NET[: WITH_NET.index("[[model.cases]]")] + '[reference]\npython = "x + x"\n'
    error = error_of(make_op, verify, toml, "torchscript", TWICE_CLASS, net=net)
    assert error.message.startswith("case n = 3: ")
    assert "ONNX Runtime" in error.message


def test_a_branch_that_only_one_size_takes(make_op: MakeOp, verify: Verify) -> None:
    """Both exporters write down the branch that the example takes, without a word."""
    net = """
        import torch

        class Net(torch.nn.Module):
            def __init__(self, op):
                super().__init__()
                self.op = op

            def forward(self, features):
                y = self.op(features)
                return (y if features.shape[0] < 4 else y + 1), y

        def model(op):
            return Net(op)
    """
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


# -- which sizes


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
    example = """
        [[model.inputs]]
        arg = "a"
        shape = [4]
        dynamic = { 0 = "n" }
        [[model.inputs]]
        arg = "b"
        shape = [4]
        dynamic = { 0 = "m" }
    """
    kernel = python("return x.clone()").replace("ctx, x", "ctx, x, b")
    state = one(
        make_op, verify, HEAD + TWO + TWO_Y + PYTHON + nodes + NONE + MODEL + example, kernel
    )
    error = state.report().error
    assert error is not None
    assert error.message.startswith("case n = 4, m = 5: ")


def test_axes_that_an_op_binds_stay_alike(make_op: MakeOp, verify: Verify) -> None:
    example = """
        [[model.inputs]]
        arg = "a"
        shape = [4]
        dynamic = { 0 = "n" }
        [[model.inputs]]
        arg = "b"
        shape = [4]
        dynamic = { 0 = "m" }
    """
    nodes = '[[mapping.nodes]]\nop = "Add"\ninputs = ["a", "b"]\noutputs = ["y"]\n'
    kernel = python("return x + b").replace("ctx, x", "ctx, x, b")
    state = one(
        make_op, verify, HEAD + TWO + TWO_Y + PYTHON + nodes + NONE + MODEL + example, kernel
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


# -- sizes that cannot be tried


def test_written_elements_have_the_size_that_they_have(make_op: MakeOp, verify: Verify) -> None:
    example = EXAMPLE.replace("seed = 1", "value = [1, 2, 3, 4, 5, 6]")
    state = one(make_op, verify, STANDARD + example, TWICE_CLASS)
    agreed(state)
    (told,) = problems(state)
    assert told.severity == "warning"
    assert "'n' is not tried with another size: the elements of 'x' are written out" in told.message
    assert "[[model.cases]]" in told.hint


def test_a_file_has_the_size_that_it_has(make_op: MakeOp, verify: Verify) -> None:
    example = EXAMPLE.replace("shape = [2, 3]\nseed = 1", 'file = "x.npy"')
    folder = make_op((STANDARD + example).replace("EXPORTER", "torchscript"), TWICE_CLASS)
    np.save(folder / "x.npy", np.ones((2, 3), np.float32))
    state = verify(folder)
    agreed(state)
    (told,) = problems(state)
    assert "'n' is not tried with another size: 'x' comes from x.npy" in told.message


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
    toml = HEAD + X + Y_LIKE_X + CUSTOM_NODE + MODEL + EXAMPLE
    error = error_of(make_op, verify, toml, "torchscript", kernel)
    assert "n = 3" in error.message


def test_nothing_is_made_for_another_runtime(make_op: MakeOp, verify: Verify) -> None:
    only = '[ort]\nimplementation = "export-only"\n'
    toml = HEAD + X + Y_LIKE_X + PYTHON + CUSTOM_NODE + only + MODEL + EXAMPLE
    state = one(make_op, verify, toml, TWICE_CLASS)
    assert state.report().status == "export-only"
    assert list(sizes(state)) == [""]
    assert (
        onnx.load(exported(state)[0].model).graph.input[0].type.tensor_type.shape.dim[0].dim_param
    )
