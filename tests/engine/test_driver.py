"""A portable kernel in a program of its own, under sanitizers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.conftest import MakeOp
from tests.engine.building import kernel_with
from tests.engine.test_crash_causes import EACH, here
from tests.large import IS_LARGE, large
from workbench import paths
from workbench.core.compile.cxx_flags import CHECK_THREADS
from workbench.core.errors import Problem, UserError
from workbench.core.storage import op_file
from workbench.engine.build import driver
from workbench.engine.build.driver import drivable, driven
from workbench.engine.host import sanitizers
from workbench.engine.host.running import printed_by

MEMORY = ("address", "undefined")
SHARED = """
ctx.parallel_for(y.numel(), 1 << 20, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) y[0] = 2 * x[i];  // here
  });"""
KEPT = "static float sum; for (int64_t i = 0; i < y.numel(); ++i) sum += x[i];  // here"
OVERRUN = EACH + "  float* volatile at = y.data();\n  at[y.numel()] = 7;  // here"


def found(folder: Path, what: Sequence[str], **more: int) -> Problem | None:
    return driven(folder, op_file.load(folder).resolved(), what, **more)


def test_memory_beyond_an_output_is_found_with_its_line(make_op: MakeOp) -> None:
    folder = make_op(kernel=kernel_with(OVERRUN))
    problem = found(folder, MEMORY)
    assert problem is not None
    assert "heap-buffer-overflow: the kernel writes 4 bytes" in problem.message
    assert f"{problem.file}:{problem.line}" == here(folder)


def test_a_race_in_a_parallel_loop_is_found_with_its_line(make_op: MakeOp) -> None:
    """However few the elements, and whatever the kernel takes for worth a thread."""
    named = kernel_with(SHARED).replace("const wb::Context&", "const wb::Context& ctx")
    folder = make_op(kernel=named)
    problem = found(folder, ["thread"])
    assert problem is not None
    assert "ThreadSanitizer: data race" in problem.message
    assert f"{problem.file}:{problem.line}" == here(folder)


def test_what_two_calls_share_is_a_race_too(make_op: MakeOp) -> None:
    folder = make_op(kernel=kernel_with(KEPT))
    assert found(folder, ["thread"]) is None, "one call alone is sound"
    problem = found(folder, ["thread"], callers=2)
    assert problem is not None
    assert f"{problem.file}:{problem.line}" == here(folder)


@pytest.mark.parametrize(("body", "callers"), [(SHARED, 1), (KEPT, 2)])
def test_a_race_is_found_whenever_its_threads_run(make_op: MakeOp, body: str, callers: int) -> None:
    named = kernel_with(body).replace("const wb::Context&", "const wb::Context& ctx")
    folder = make_op(kernel=named)
    op = op_file.load(folder).resolved()
    flag = "-fsanitize=thread"
    with driver.compiled(folder, op, (flag, CHECK_THREADS)) as (objects, compiler, scratch):
        program = driver.linked(objects, compiler, (flag,), scratch / "driver")
        command = driver.run_with(program, op, next(driver.example_calls(folder, op)), callers)
        for _ in range(50 if IS_LARGE else 10):
            printed = printed_by(command, sanitizers.runtime_environment(), 20)
            assert "data race" in printed


def test_the_calls_may_be_given(make_op: MakeOp) -> None:
    import numpy as np

    body = EACH + "  if (x.numel() == 5) y.data()[x.numel()] = 0;"
    folder = make_op(kernel=kernel_with(body))
    op = op_file.load(folder).resolved()
    calls = [{"x": np.ones((n,), np.float32)} for n in (4, 5)]
    assert driven(folder, op, MEMORY, calls[:1]) is None
    assert driven(folder, op, MEMORY, calls) is not None


def test_it_is_ended_for_its_time(make_op: MakeOp) -> None:
    folder = make_op(kernel=kernel_with("for (volatile int i = 0;;) i = 1;"))
    assert driven(folder, op_file.load(folder).resolved(), MEMORY, seconds=0.5) is None


def test_a_kernel_that_does_not_compile_is_told(make_op: MakeOp) -> None:
    with pytest.raises(UserError, match="nothing_of_this_name"):
        found(make_op(kernel=kernel_with("nothing_of_this_name();")), MEMORY)


def _of_gallery() -> list[str]:
    folders = sorted((paths.ops_lib() / "ops").iterdir())
    return [f.name for f in folders if (f / "op.toml").is_file() and drivable(op_file.load(f))]


@pytest.mark.parametrize("name", [pytest.param(n, marks=large) for n in _of_gallery()])
def test_the_gallery_is_sound(name: str) -> None:
    folder = paths.ops_lib() / "ops" / name
    assert found(folder, MEMORY) is None
    assert found(folder, ["thread"], callers=2) is None
