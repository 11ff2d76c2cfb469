"""gdb stops at the statement that wrote an element, in both runtimes."""

from __future__ import annotations

import itertools
from pathlib import Path

import msgspec
import pytest

from tests.conftest import TWICE_KERNEL, TWICE_TOML, MakeOp, Verify
from tests.engine.building import LOOP, with_kernel
from tests.engine.conftest import alive, wait_until
from tests.engine.debug.debugging import Silent, debugged, job, line_of, needs_gdb, place
from tests.large import large
from workbench.core.errors import UserError
from workbench.core.jobs import DebugReturned, DebugStopped, Element, ExportedCase, ExportResult
from workbench.core.storage import project
from workbench.engine.debug.program import session
from workbench.engine.values.arrays import load_arrays

pytestmark = needs_gdb

BOTH = pytest.mark.parametrize("runtime", ["torch", "ort"])
IN_TORCH = pytest.mark.parametrize("runtime", ["torch", pytest.param("ort", marks=large)])
IN_ORT = pytest.mark.parametrize("runtime", [pytest.param("torch", marks=large), "ort"])
TWO_WRITES = """for (int64_t i = 0; i < y.numel(); ++i) y[i] = 0;
  for (int64_t i = 0; i < y.numel(); ++i) {
    const float doubled = 2 * x[i];
    y[i] = doubled;
  }"""
LIBTORCH = """
#include <torch/extension.h>

torch::Tensor twice(torch::Tensor x) {
  torch::Tensor y = torch::zeros_like(x);
  y += x;
  y += x;
  return y;
}
"""


def kernel(body: str, before: str = "") -> str:
    return TWICE_KERNEL.replace(LOOP, body).replace("void twice", f"{before}\nvoid twice")


@BOTH
def test_it_stops_at_the_last_write_with_all_variables(make_op: MakeOp, runtime: str) -> None:
    folder = make_op(kernel=kernel(TWO_WRITES))
    with debugged(folder, "y[1,2]", runtime) as running:
        found = running.find()
        stopped = running.to_last()
        zeros, wrote = (
            line_of(folder / "kernel.cpp", "y[i] = 0;"),
            line_of(folder / "kernel.cpp", "y[i] = doubled;"),
        )
        assert [w.frame.line for w in found.writes] == [zeros, wrote]
        assert found.writes[0].old == ""
        assert found.writes[1].old == "0.0"
        assert found.writes[-1].new == found.value
        assert place(stopped) == ("kernel.cpp", wrote)
        assert isinstance(stopped, DebugStopped)
        values = {v.name: v.value for v in stopped.variables}
        assert values["i"] == "5"
        assert float(values["doubled"]) == pytest.approx(float(found.value), rel=1e-5)
        assert [f.function for f in stopped.frames] == ["twice"]
        # A tensor is shown by its sizes and elements.
        assert values["y"].startswith("[2, 3]: ")
        last = values["y"].rpartition(", ")[2]
        assert float(last) == pytest.approx(float(found.value), rel=1e-5)


@IN_TORCH
def test_steps_and_goes_on_to_the_end_and_again(make_op: MakeOp, runtime: str) -> None:
    folder = make_op(kernel=kernel(TWO_WRITES))
    with debugged(folder, "y[0,1]", runtime) as running:
        running.find()
        first = running.to_last()
        stepped = running.step()
        assert isinstance(stepped, DebugStopped)
        assert place(stepped) != place(first)
        assert isinstance(running.go_on(), DebugReturned)
        assert place(running.to_last()) == place(first)


@IN_ORT
def test_a_write_of_what_is_there_already_counts(make_op: MakeOp, runtime: str) -> None:
    """A zero over a zero: gdb itself would stop at the first one."""
    body = """for (int64_t i = 0; i < y.numel(); ++i) y[i] = 0;
  for (int64_t i = 0; i < y.numel(); ++i)
    y[i] = x[i] > 1e9f ? x[i] : 0;
  for (int64_t i = 0; i < y.numel(); ++i)
    if (y[i] > 2e9f) y[i] = 1;
  for (int64_t i = 0; i < y.numel(); ++i)
    y[i] = y[i] * 0;"""
    folder = make_op(kernel=kernel(body))
    with debugged(folder, "y[1,1]", runtime) as running:
        found = running.find()
        file = folder / "kernel.cpp"
        wanted = [line_of(file, text) for text in ("y[i] = 0;", "1e9f", "y[i] * 0;")]
        assert [w.frame.line for w in found.writes] == wanted
        assert [w.new for w in found.writes] == ["0.0"] * 3
        assert found.value == "0.0"
        stopped = running.to_last()
        assert place(stopped) == ("kernel.cpp", wanted[-1])
        assert isinstance(stopped, DebugStopped)
        assert stopped.value == "0.0"
        assert running.go_on() == DebugReturned(1, "0.0")


def test_a_kernel_that_cannot_do_with_another_value(make_op: MakeOp) -> None:
    """Whether the same value is written again is asked by putting another one there."""
    body = """for (int64_t i = 0; i < y.numel(); ++i) y[i] = 2 * x[i];
  if (y[0] != 2 * x[0]) __builtin_trap();"""
    folder = make_op(kernel=kernel(body))
    with debugged(folder, "y[0,0]") as running:
        found = running.find()
        line = line_of(folder / "kernel.cpp", "y[i] = 2")
        assert [w.frame.line for w in found.writes] == [line]
        assert place(running.to_last()) == ("kernel.cpp", line)
        assert running.go_on() == DebugReturned(1, found.value)


def test_inputs_of_a_case_and_of_other_sizes(make_op: MakeOp, verify: Verify) -> None:
    case = '\n[[model.cases]]\nname = "more"\n\n[[model.cases.inputs]]\narg = "x"\nshape = [4, 3]\nseed = 7\n'
    folder = make_op(TWICE_TOML.replace("\n[reference]", f"{case}\n[reference]"))
    exported = verify(folder).result("export")
    assert exported is not None
    assert isinstance(exported.result, ExportResult)
    cases = {case.name: case for case in exported.result.cases}
    assert {"", "more"} < cases.keys()
    # Each case in one runtime, and each runtime with several of them.
    for case, runtime in zip(cases.values(), itertools.cycle(("torch", "ort"))):
        values = load_arrays(Path(case.reference))["y"]
        last = ", ".join(str(size - 1) for size in values.shape)
        asked = job(folder, f"y[{last}]", runtime)
        with session(msgspec.structs.replace(asked, case=case), Silent()) as running:
            assert float(running.find().value) == pytest.approx(float(values[-1, -1]))


def test_a_case_that_only_the_model_knows(make_op: MakeOp) -> None:
    folder = make_op()
    asked = msgspec.structs.replace(job(folder, "y[0,0]"), case=ExportedCase("node_7", "", "", ""))
    with pytest.raises(UserError, match="node_7"):
        session(asked, Silent())


def test_a_thread_of_the_kernels_own(make_op: MakeOp) -> None:
    body = """std::thread worker([&] {
    for (int64_t i = 0; i < y.numel(); ++i)
      y[i] = 2 * x[i];
  });
  worker.join();"""
    folder = make_op(kernel=kernel(body, "#include <thread>"))
    with debugged(folder, "y[1,1]") as running:
        running.find()
        stopped = running.to_last()
        assert place(stopped) == ("kernel.cpp", line_of(folder / "kernel.cpp", "y[i] = 2"))
        assert isinstance(stopped, DebugStopped)
        assert stopped.thread > 1
        assert isinstance(running.step(), DebugStopped)
        assert isinstance(running.go_on(), DebugReturned)


def test_the_function_that_called_it_is_told(make_op: MakeOp) -> None:
    folder = make_op(
        kernel=kernel("put(x.data(), y.data(), y.numel());", "void put(const float* x, float* y, int64_t n) {\n"
        "  for (int64_t i = 0; i < n; ++i)\n    y[i] = 2 * x[i];\n}")
    )  # fmt: skip
    with debugged(folder, "y[1,0]") as running:
        running.find()
        stopped = running.to_last()
        assert isinstance(stopped, DebugStopped)
        assert [f.function for f in stopped.frames] == ["put", "twice"]
        assert place(stopped)[1] == line_of(folder / "kernel.cpp", "y[i] = 2 * x[i];")


@large
def test_a_statement_of_torchs_own(make_op: MakeOp) -> None:
    """The write happens inside torch: it is the statement that called it that counts."""
    toml = with_kernel('style = "libtorch"')
    folder = make_op(
        toml.replace(
            "[[model.inputs]]", '[ort]\nimplementation = "export-only"\n\n[[model.inputs]]'
        ),
        LIBTORCH,
    )
    with debugged(folder, "y[1,1]") as running:
        found = running.find()
        lines = (folder / "kernel.cpp").read_text().splitlines()
        second = len(lines) - lines[::-1].index("  y += x;")
        assert place(running.to_last()) == ("kernel.cpp", second)
        assert found.writes[-1].frame.line == second


def test_many_writes_of_one_element(make_op: MakeOp) -> None:
    body = """for (int64_t i = 0; i < y.numel(); ++i) y[i] = 0;
  for (int k = 0; k < 1000; ++k)
    for (int64_t i = 0; i < y.numel(); ++i) y[i] += 1;
  y[0] = 2 * x[0];"""
    folder = make_op(kernel=kernel(body))
    with debugged(folder, "y[0,0]", "ort") as running:
        found = running.find()
        assert place(running.to_last()) == (
            "kernel.cpp",
            line_of(folder / "kernel.cpp", "y[0] = 2"),
        )
    assert found.left_out + sum(w.times for w in found.writes) == 1002


def test_an_element_that_nothing_writes(make_op: MakeOp) -> None:
    folder = make_op(kernel=kernel("for (int64_t i = 1; i < y.numel(); ++i) y[i] = 2 * x[i];"))
    with debugged(folder, "y[0,0]") as running:
        assert running.find().writes == ()
        assert isinstance(running.to_last(), DebugReturned)


@pytest.mark.parametrize(
    ("element", "words"),
    [("y[2,0]", "no element [2, 0]"), ("y[1]", "no element"), ("z[0]", "no output 'z'")],
)
def test_what_is_not_there(make_op: MakeOp, element: str, words: str) -> None:
    with debugged(make_op(), element) as running, pytest.raises(UserError) as caught:
        running.find()
    assert words in caught.value.problem.message


def test_a_crash_has_its_line(make_op: MakeOp) -> None:
    body = """static int calls = 0;
  if (++calls == 3)
    *(volatile float*)nullptr = 1;
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = 2 * x[i];"""
    folder = make_op(kernel=kernel(body))
    with debugged(folder, "y[0,0]") as running, pytest.raises(UserError) as caught:
        running.find()
    assert "SIGSEGV" in caught.value.problem.message
    assert caught.value.problem.line == line_of(folder / "kernel.cpp", "nullptr")


def test_an_endless_loop_ends_in_time(make_op: MakeOp) -> None:
    folder = make_op(kernel=kernel("volatile int n = 1;\n  while (n) {}\n  y[0] = x[0];"))
    with debugged(folder, "y[0,0]", seconds=5) as running, pytest.raises(UserError) as caught:
        running.find()
    assert caught.value.problem.kind == "timeout"


@large
def test_a_loop_that_ends_only_in_the_first_call_ends_in_time(make_op: MakeOp) -> None:
    body = f"static volatile int calls = 0;\n  if (++calls > 2) while (calls) {{}}\n  {LOOP}"
    folder = make_op(kernel=kernel(body))
    with debugged(folder, "y[0,0]", seconds=5) as running, pytest.raises(UserError) as caught:
        running.find()
    assert caught.value.problem.kind == "timeout"


def test_what_the_op_prints_is_handed_on(make_op: MakeOp) -> None:
    folder = make_op(
        kernel=kernel(f'puts("hello from the kernel");\n  {LOOP}', "#include <cstdio>")
    )
    told = Silent()
    with session(job(folder, "y[0,0]"), told) as running:
        running.find()
    assert "hello from the kernel" in told.printed


def test_flags_of_the_op_do_not_hide_its_lines(make_op: MakeOp) -> None:
    flags = 'compile_flags = ["-O3", "-g0", "-fsanitize=address"]\nlink_flags = ["-s", "-fsanitize=address"]'
    folder = make_op(with_kernel(flags))
    with debugged(folder, "y[0,0]") as running:
        running.find()
        assert place(running.to_last())[0] == "kernel.cpp"


def test_without_gdb_it_says_how_to_get_it(
    make_op: MakeOp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OP_WORKBENCH_GDB", "no-such-gdb")
    with pytest.raises(UserError, match="gdb is not installed") as caught:
        session(job(make_op(), "y[0,0]"), Silent())
    assert "apt install gdb" in caught.value.problem.hint


def test_nothing_is_left_of_it(make_op: MakeOp) -> None:
    folder = make_op(kernel=kernel(TWO_WRITES))
    with debugged(folder, "y[1,2]") as running:
        running.find()
        running.to_last()
        pids = running.pids
        assert all(map(alive, pids))
    assert wait_until(lambda: not any(map(alive, pids)))


def test_an_op_in_python_has_nothing_to_stop_in() -> None:
    with pytest.raises(UserError, match="no C\\+\\+"):
        session(job(project.gallery_folder() / "my_add_py", "y[0,0]"), Silent())


@pytest.mark.parametrize(
    ("text", "element"),
    [
        ("y[3,4]", Element("y", (3, 4))),
        (" y [ 3 , 4 ] ", Element("y", (3, 4))),
        ("y", Element("y", ())),
        ("y[]", Element("y", ())),
        ("out.1[7]", Element("out.1", (7,))),
    ],
)
def test_elements(text: str, element: Element) -> None:
    assert Element.parse(text) == element


@pytest.mark.parametrize("text", ["", "y[", "y[a]", "y[-1]", "y[1,,2]", "y]", "[1]", "y[1][2]"])
def test_no_elements(text: str) -> None:
    with pytest.raises(UserError, match="no element"):
        Element.parse(text)
