"""A kernel is run twice on the same inputs, and must repeat itself."""

from __future__ import annotations

import pytest

from tests.conftest import MakeOp, Verify
from tests.ops import parts
from tests.ops.declared import EXPORTERS, HEAD, agreed
from tests.ops.parts import (
    CUSTOM_NODE,
    ELSEWHERE,
    EXAMPLE,
    MODEL,
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
from workbench.core.pipeline.op_state import OpState

PORTABLE = parts.PORTABLE + EXAMPLE
STANDARD = parts.STANDARD + EXAMPLE


def kernel(body: str, before: str = "") -> str:
    return f"""
        #include <workbench/tensor.h>
        {before}
        void case_op(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y) {{
          {body}
        }}
    """


def problems(state: OpState) -> list[Problem]:
    ended = [state.result(stage) for stage in state.stages()]
    return [p for e in ended if e is not None for p in e.problems]


def test_a_static_counter_in_a_portable_kernel(make_op: MakeOp, verify: Verify) -> None:
    text = kernel(
        "for (int64_t i = 0; i < y.numel(); ++i) y[i] = 2 * x[i] + calls; ++calls;",
        "static int calls = 0;",
    )
    error = error_of(make_op, verify, PORTABLE, "torchscript", text)
    assert "the kernel does not repeat itself in PyTorch" in error.message
    assert "'y'" in error.message
    assert "[0, 0]" in error.message
    assert "static" in error.hint
    assert "set random = true for it" in error.hint


def test_a_kernel_whose_first_call_is_another_draws_no_random_numbers(
    make_op: MakeOp, verify: Verify
) -> None:
    """From the second call on it repeats itself, as what is seeded does."""
    text = kernel(
        "for (int64_t i = 0; i < y.numel(); ++i) y[i] = 2 * x[i] + used; used = 1;",
        "static int used = 0;",
    )
    error = error_of(make_op, verify, PORTABLE, "torchscript", text)
    assert "the kernel does not repeat itself in PyTorch" in error.message
    assert "static" in error.hint


def test_an_element_that_the_kernel_forgets_is_named(make_op: MakeOp, verify: Verify) -> None:
    text = kernel("for (int64_t i = 0; i < y.numel(); ++i) if (i != 4) y[i] = 2 * x[i];")
    for exporter in EXPORTERS:
        error = error_of(make_op, verify, PORTABLE, exporter, text)
        assert "the kernel does not write element [1, 1] of 'y'" in error.message


def test_an_index_too_many_is_named_where_elements_are_missing(
    make_op: MakeOp, verify: Verify
) -> None:
    """What it writes lies elsewhere: what is missing is not the cause."""
    text = kernel("for (int64_t i = 0; i < 2; ++i) for (int64_t j = 0; j < 3; ++j)\n"
                  "    y(i, j, 0) = 2 * x(i, j);")  # fmt: skip
    error = error_of(make_op, verify, PORTABLE, "torchscript", text)
    assert "index [0, 0, 0] of a tensor of sizes [2, 3]" in error.message
    assert "after this: the kernel does not write element" in error.hint


def test_a_counter_in_a_python_kernel(make_op: MakeOp, verify: Verify) -> None:
    counted = TWICE_CLASS.replace("2 * x", "2 * x + next(calls)").replace(
        "import torch\n", "import itertools\nimport torch\n\ncalls = itertools.count()\n"
    )
    error = error_of(make_op, verify, STANDARD, "torchscript", counted)
    assert "the kernel does not repeat itself in PyTorch" in error.message


def test_a_result_buffer_that_is_kept_and_changed(make_op: MakeOp, verify: Verify) -> None:
    """The first result is the same memory as the second: it must be looked at in time."""
    kept = TWICE_CLASS.replace("return 2 * x", "kept.add_(1)\n        return kept").replace(
        "\nclass", "\nkept = torch.zeros(2, 3)\n\nclass"
    )
    error = error_of(make_op, verify, STANDARD, "torchscript", kept)
    assert "the kernel does not repeat itself in PyTorch" in error.message


def test_a_kernel_that_fails_the_second_time(make_op: MakeOp, verify: Verify) -> None:
    once = TWICE_CLASS.replace("return 2 * x", "return used.pop() * x").replace(
        "\nclass", "\nused = [2]\n\nclass"
    )
    error = error_of(make_op, verify, STANDARD, "torchscript", once)
    assert "when it was run again on the same inputs" in error.message


@pytest.mark.parametrize("factor", ["torch.rand_like(x)", "torch.from_numpy(numpy.random.rand(3))"])
def test_a_random_kernel_is_called_random(make_op: MakeOp, verify: Verify, factor: str) -> None:
    drawn = TWICE_CLASS.replace("2 * x", f"(x + {factor}).float()")
    drawn = drawn.replace("import torch", "import numpy\nimport torch")
    error = error_of(make_op, verify, STANDARD, "torchscript", drawn)
    assert "draws random numbers" in error.message
    assert "cannot be compared" in error.message


def test_an_installed_random_op_is_called_random(make_op: MakeOp, verify: Verify) -> None:
    toml = (
        (STANDARD.replace(PYTHON, '[kernel]\nstyle = "installed"\n'))
        .replace("wb_case::case_op", "aten::bernoulli")
        .replace("seed = 1", 'generator = "uniform"\nseed = 1')
    )
    error = error_of(make_op, verify, toml, "torchscript")
    assert "draws random numbers" in error.message


def test_a_random_op_for_another_runtime_is_exported_with_a_warning(
    make_op: MakeOp, verify: Verify
) -> None:
    toml = ELSEWHERE + EXAMPLE
    drawn = TWICE_CLASS.replace("2 * x", "torch.rand_like(x)")
    for state in both(make_op, verify, toml, kernel=drawn):
        assert state.report().status == "export-only"
        assert ["draws random numbers" in p.message for p in problems(state)] == [True]
        assert [p.fitting for p in problems(state)] == [(("outputs[0].random", True),)]


def test_a_model_whose_own_part_is_random(make_op: MakeOp, verify: Verify) -> None:
    net = """
        import torch

        def model(op):
            class Net(torch.nn.Module):
                def forward(self, features):
                    y = op(features)
                    return y + torch.rand_like(y), y
            return Net()
    """
    error = error_of(make_op, verify, WITH_NET, "torchscript", TWICE_CLASS, net=net)
    assert "the model draws random numbers" in error.message


def test_another_last_bit_is_told_and_no_more(make_op: MakeOp, verify: Verify) -> None:
    """As a sum of threads that add in whatever order has it."""
    wavering = TWICE_CLASS.replace("2 * x", "x * next(factors)").replace(
        "import torch\n",
        "import itertools\nimport torch\n\nfactors = itertools.cycle([2, 2 + 3e-7])\n",
    )
    toml = STANDARD.replace("opset = 18", "opset = 18\nrtol = 1e-5")
    for exporter in EXPORTERS:
        folder = make_op(toml.replace("EXPORTER", exporter), wavering)
        state = verify(folder)
        agreed(state)
        notes = [p for p in problems(state) if "bit for bit" in p.message]
        assert {p.severity for p in notes} == {"warning"}
        assert "PyTorch" in notes[0].message


def test_elements_that_are_no_numbers_repeat_themselves(make_op: MakeOp, verify: Verify) -> None:
    """A NaN may have another payload and a zero another sign: still the same result."""
    text = kernel(
        """
          const uint32_t bits[2][2] = {{0x7FC00001, 0}, {0x7FC00002, 0x80000000}};
          for (int64_t i = 0; i < y.numel(); ++i) std::memcpy(&y[i], &bits[calls % 2][i % 2], 4);
          ++calls;
        """,
        "#include <cstring>\nstatic int calls = 0;",
    )
    only = '[ort]\nimplementation = "export-only"\n'
    toml = HEAD + X + Y_LIKE_X + CUSTOM_NODE + only + MODEL + EXAMPLE
    state = verify(make_op(toml.replace("EXPORTER", "torchscript"), text))
    assert state.report().status == "export-only"
    assert [p for p in problems(state) if p.kind == "repeat"] == []


def test_every_case_is_run_twice(make_op: MakeOp, verify: Verify) -> None:
    counted = TWICE_CLASS.replace("2 * x", "2 * x + (next(calls) if len(x) == 5 else x)").replace(
        "import torch\n", "import itertools\nimport torch\n\ncalls = itertools.count()\n"
    )
    case = '[[model.cases]]\nname = "five"\n[[model.cases.inputs]]\narg = "x"\nshape = [5, 3]\n'
    folder = make_op((STANDARD + case).replace("EXPORTER", "torchscript"))
    write(folder, kernel=counted)
    error = verify(folder).report().error
    assert error is not None
    assert "case five" in error.message
    assert "does not repeat itself" in error.message
