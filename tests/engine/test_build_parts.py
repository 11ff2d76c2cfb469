"""A long kernel for several element types is compiled in parts, side by side on the cores."""

from __future__ import annotations

import os

import pytest

from tests.conftest import TWICE_TOML, MakeOp, Verify
from tests.engine.building import Recorder, build, failure
from tests.own_compiler import own_compiler
from workbench.core.storage import op_file
from workbench.engine.build import build as builder
from workbench.engine.store import Store

pytestmark = pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="needs two cores")

TOML = TWICE_TOML.replace(
    'name = "x"\n', 'name = "x"\ndtype = ["float32", "float64", "int32"]\n', 1
)
LONG = "// A line.\n" * 200
KERNEL = """
#include <workbench/tensor.h>
{before}
template <class T>
void twice(const wb::Context&, wb::Tensor<const T> x, wb::Tensor<T> y) {{
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = 2 * x[i];{body}
}}
"""


def kernel(before: str = "", body: str = "") -> str:
    return KERNEL.format(before=before, body=body) + LONG


def compiled(make_op: MakeOp, text: str) -> list[str]:
    folder = make_op(TOML, text)
    recorder = Recorder()
    builder.build(folder, op_file.load(folder), Store(), recorder)
    return sorted(text for _, _, text in recorder.steps if "kernel_unit" in text)


PARTS = ["Compiling kernel_unit_1", "Compiling kernel_unit_2"]


def test_it_agrees_in_each_element_type(make_op: MakeOp, verify: Verify) -> None:
    assert compiled(make_op, kernel("// Seen.")) == PARTS
    folder = make_op(TOML, kernel("// Seen."))
    for dtype in ("float32", "float64", "int32"):
        typed = TOML.replace('arg = "x"\n', f'arg = "x"\ndtype = "{dtype}"\n')
        (folder / "op.toml").write_text(typed)
        assert verify(folder).report().status == "agrees", dtype


def test_a_short_one_is_compiled_in_one(make_op: MakeOp) -> None:
    text = KERNEL.format(before="", body="")
    assert compiled(make_op, text) == ["Compiling kernel_unit"]


@pytest.mark.parametrize("before", ["static int calls = 0;", "int helper(int i) { return i; }"])
def test_what_must_be_there_once_keeps_it_in_one(make_op: MakeOp, before: str) -> None:
    assert compiled(make_op, kernel(before)) == ["Compiling kernel_unit"]


def test_a_definition_that_only_the_compiler_sees(make_op: MakeOp) -> None:
    """The parts do not link, so it is made in one."""
    hidden = "#define static\nstatic int helper(int i) { return i; }"
    assert compiled(make_op, kernel(hidden)) == ["Compiling kernel_unit", *PARTS]


@own_compiler
def test_its_problems_are_told_once(make_op: MakeOp) -> None:
    text = kernel(body="\n  int unused;")
    _, problems = build(make_op(TOML, text))
    assert [p.line for p in problems] == [6]
    (error,) = failure(make_op(TOML, text.replace("unused;", "unused = nothing;")))
    assert "nothing" in error.message
