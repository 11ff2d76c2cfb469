"""A kernel that ends its process: the line where it happened, in both runtimes."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.conftest import TWICE_TOML, UNVERIFIED_TOML, MakeOp, Verify, begin_cache
from tests.engine.building import kernel_with
from tests.engine.conftest import RawHost, log_of, the_problem
from tests.engine.own_ort import needs_headers
from tests.engine.own_ort_sources import LITE
from tests.engine.own_ort_sources import TOML as OWN_TOML
from tests.engine.test_child import Misbehaving
from tests.engine.test_crash_causes import EACH, IN_ORT
from tests.engine.test_libtorch import TOML as LIBTORCH_TOML
from tests.large import large
from tests.own_compiler import own_compiler
from workbench.core import jobs
from workbench.core.pipeline.op_state import ErrorReport
from workbench.engine.client import Engine
from workbench.engine.host import frames
from workbench.engine.store import Store

HEAD = """
#include <cassert>
#include <cstdlib>
#include <stdexcept>
#include <thread>
"""
NULL = "  volatile int* volatile at = nullptr;\n"
ZERO = "  volatile int zero = 0, seven = 7;\n"
KERNELS = {
    "null write": (NULL + "  *at = 1;  // here", "", "segmentation fault"),
    "null function": (
        "  void (*volatile call)() = nullptr;\n  call();  // here\n  y[0] = 1;",
        "", "segmentation fault",
    ),
    "division": (
        ZERO + "  y[0] = float(seven / zero);  // here", "", "divided an integer by zero"
    ),
    "abort": ("  if (y.numel()) std::abort();  // here", "", "aborted"),
    "assert": ("  assert(y.numel() == 7);  // here", "", "'y.numel() == 7' failed"),
    "thread": (
        '  std::thread t([] {\n    throw std::runtime_error("no luck");  // here\n  });\n'
        "  t.join();", "", "no luck",
    ),
    "noexcept": (
        "  fails(y.numel());",
        '__attribute__((noinline)) static void fails(int64_t n) noexcept {\n'
        '  if (n) throw std::runtime_error("no luck");  // here\n}\n', "no luck",
    ),
    "exit": ("  if (y.numel()) std::exit(3);  // here", "", "exit status 3"),
    "recursion": (
        "  y[0] = float(deep(int(y.numel())));",
        "static volatile int sum = 0;\n"
        "__attribute__((noinline)) static int deep(int n) {\n"
        "  const int more = deep(n + sum + 1);  // here\n"
        "  sum = sum + more;\n  return sum + n;\n}\n",
        "recursion without end: deep",
    ),
    "large local": (
        "  y[0] = fills(y.numel());",
        "__attribute__((noinline)) static float fills(int64_t n) {\n"
        "  volatile float large[1 << 23];\n  large[n] = 1;  // here\n  return large[n];\n}\n",
        "used up its stack",
    ),
    "lambda": (
        NULL + "  ctx.parallel_for(y.numel(), 1, [&](int64_t begin, int64_t end) {\n"
        "    for (int64_t i = begin; i < end; ++i)\n      at[i] = 1;  // here\n  });",
        "", "segmentation fault",
    ),
    "our header": (
        "  wb::Tensor<float> none(nothing, y.sizes().data(), y.rank());\n"
        "  none[0] = 1;  // here", "float* volatile nothing = nullptr;\n", "segmentation fault",
    ),
}  # fmt: skip


def kernel(body: str, before: str, in_ort: bool) -> str:
    guard = "  if (!in_ort()) return;\n" if in_ort else ""
    text = kernel_with(EACH + guard + body, HEAD + IN_ORT + before)
    return text.replace("const wb::Context&", "const wb::Context& ctx", 1)


def here(folder: Path, source: str = "kernel.cpp", mark: str = "here") -> str:
    lines = (folder / source).read_text().splitlines()
    number = next(i for i, line in enumerate(lines, 1) if line.endswith(f"// {mark}"))
    return f"{folder / source}:{number}"


def failed(verify: Verify, folder: Path) -> tuple[str, ErrorReport]:
    report = verify(folder).report()
    assert report.error is not None
    stages = report.stages
    return next(name for name in stages if stages[name].status == "failed"), report.error


def at(error: ErrorReport | None) -> str:
    """Where it is, without the column."""
    assert error is not None
    file, line = error.where.split(":")[:2]
    return f"{file}:{line}"


_IN_BOTH = ("null write", "noexcept", "exit", "recursion")
"""An ending of each sort: a signal, a throw, none, the stack."""


@pytest.mark.parametrize(
    ("name", "runtime"),
    [
        *((name, "torch") for name in KERNELS),
        *(pytest.param(n, "ort", marks=() if n in _IN_BOTH else large) for n in KERNELS),
    ],
)
def test_the_line_of_an_end(make_op: MakeOp, verify: Verify, name: str, runtime: str) -> None:
    body, before, words = KERNELS[name]
    folder = make_op(kernel=kernel(body, before, runtime == "ort"))
    stage, error = failed(verify, folder)
    assert stage == {"torch": "export", "ort": "run"}[runtime]
    # Where sanitizers name the mistake, the crash is what it was found after.
    assert words in f"{error.message} {error.hint}"
    assert at(error) == here(folder)


def test_a_helper_that_is_inlined_from_a_header_of_the_user(
    make_op: MakeOp, verify: Verify
) -> None:
    folder = make_op(kernel=kernel("  y[0] = float(ratio(7, int(y.numel())));", "", False))
    (folder / "parts").mkdir()
    (folder / "parts" / "ratio.h").write_text(
        "inline int ratio(int a, int b) {\n  volatile int zero = 0;\n  return a / (b * zero);\n}\n"
    )
    path = folder / "kernel.cpp"
    path.write_text('#include "parts/ratio.h"\n' + path.read_text())
    _, error = failed(verify, folder)
    assert "divided an integer by zero" in error.message
    assert error.where == f"{folder / 'parts' / 'ratio.h'}:3"


LIBTORCH = """
#include <torch/torch.h>

torch::Tensor scaled(torch::Tensor x, double alpha) {
  int* volatile at = nullptr;
  if (x.dim() == 2)
    *at = 1;  // here
  return x * alpha;
}
"""


def test_a_libtorch_kernel(make_op: MakeOp, verify: Verify) -> None:
    folder = make_op(LIBTORCH_TOML, LIBTORCH)
    stage, error = failed(verify, folder)
    assert stage == "export"
    assert "segmentation fault" in error.hint
    assert at(error) == here(folder)


@own_compiler
@needs_headers
def test_the_user_s_own_library_for_onnx_runtime(make_op: MakeOp, verify: Verify) -> None:
    python = """
import torch


class Sum(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, y):
        return x + y
"""
    folder = make_op(OWN_TOML, None)
    (folder / "sum.py").write_text(python)
    text = LITE.replace("  float* data", NULL + "  *at = 1;  // here\n  float* data", 1)
    (folder / "sum_ort.cpp").write_text(text)
    stage, error = failed(verify, folder)
    assert stage == "run"
    assert "segmentation fault" in error.message
    assert error.where == here(folder, "sum_ort.cpp")


LOOPS = (
    EACH
    + """  volatile bool on = true;
  if (y.numel() == 7)
    while (on) y[0] = y[0] + 1;  // here
  if (y.numel() == 400)
    ctx.parallel_for(y.numel(), 1, [&](int64_t begin, int64_t end) {
      if (end < y.numel()) return;
      while (on) y[begin] = y[begin] + 1;  // there
    });
  if (y.numel() == 9) {
    std::mutex one, two;
    std::atomic<int> held{0};
    auto locks = [&](std::mutex& first, std::mutex& second) {
      first.lock();
      ++held;
      while (held < 2) std::this_thread::yield();
      second.lock();  // waits
    };
    std::thread other(locks, std::ref(one), std::ref(two)), more(locks, std::ref(two), std::ref(one));
    while (held < 2) std::this_thread::yield();
    other.join();  // joins
    more.join();
  }"""
)


@pytest.fixture(scope="module")
def loops(
    tmp_path_factory: pytest.TempPathFactory, torch_host: RawHost, ort_host: RawHost
) -> Misbehaving:
    frames.make(Store())  # a build job makes it, and here is none
    folder = tmp_path_factory.mktemp("loops")
    (folder / "op.toml").write_text(TWICE_TOML.replace("shape = [2, 3]", "shape = [6]"))
    text = kernel_with(LOOPS, "#include <atomic>\n#include <mutex>\n#include <thread>\n").replace(
        "const wb::Context&", "const wb::Context& ctx", 1
    )
    (folder / "kernel.cpp").write_text(text)
    return Misbehaving(folder, torch_host, ort_host)


@pytest.mark.parametrize("host", ["torch", "ort"])
@pytest.mark.parametrize(("elements", "mark"), [(7, "here"), (400, "there")])
def test_a_loop_without_end(loops: Misbehaving, host: str, elements: int, mark: str) -> None:
    events = loops.run(host, elements, jobs.Limits(seconds=1.0))
    problem = the_problem(events)
    assert problem.kind == "timeout"
    assert problem.where() == here(loops.folder, mark=mark)
    assert f"kernel.cpp:{problem.line}\n" in log_of(events)


@pytest.mark.parametrize("host", ["torch", pytest.param("ort", marks=large)])
def test_threads_that_wait_for_each_other(loops: Misbehaving, host: str) -> None:
    events = loops.run(host, 9, jobs.Limits(seconds=1.0))
    problem, log = the_problem(events), log_of(events)
    waits = here(loops.folder, mark="waits").rpartition("/")[2]
    joins = here(loops.folder, mark="joins").rpartition("/")[2]
    place = problem.where().rpartition("/")[2]
    assert place in (waits, joins)
    assert f"Another of its threads is at {joins if place == waits else waits};" in problem.hint
    assert "Where each thread was" in log
    # Whoever waits for a lock does so at the same line as the other one.
    main, others = log.partition("The main thread:\n")[2].partition("2 other threads:\n")[::2]
    assert f"at {joins}\n" in main
    assert f"at {waits}\n" in others


ENDLESS = """
def reference(x):
    return again(x)


def again(x):
    while True:
        x = x + 1  # here
"""


def test_python_without_end(make_op: MakeOp) -> None:
    """A reference that loops is told by its line, as a kernel is."""
    reference = '[reference]\nsource = "ref.py"\nfunction = "reference"\n'
    folder = make_op(UNVERIFIED_TOML + reference)
    (folder / "ref.py").write_text(ENDLESS)
    texts: list[str] = []
    with Engine(lambda event, _: texts.append(getattr(event, "text", "")),
                limits=jobs.Limits(seconds=1.0)) as own:  # fmt: skip
        (state,) = own.load([folder])
        own.run([folder])
    error = state.report().error
    assert error is not None
    assert error.kind == "timeout"
    assert error.where.startswith(f"{folder / 'ref.py'}:")
    assert int(error.where.rpartition(":")[2]) in (7, 8)
    assert "  reference at ref.py:3\n" in "".join(texts)


def test_python_that_crashes(make_op: MakeOp, verify: Verify) -> None:
    """What a reference calls ends the process: the line that has called it."""
    reference = '[reference]\nsource = "ref.py"\nfunction = "reference"\n'
    folder = make_op(UNVERIFIED_TOML + reference)
    (folder / "ref.py").write_text(
        "import ctypes\n\n\ndef reference(x):\n    return ctypes.string_at(0)\n"
    )
    _, error = failed(verify, folder)
    assert "segmentation fault" in error.message
    assert error.where == f"{folder / 'ref.py'}:5"


# A real compiler that makes all but what notes the stack.
CXX = """#!/bin/sh
case "$*" in *frames.cpp*) exit 1;; esac
exec g++ "$@"
"""


@large
@pytest.mark.skipif(shutil.which("g++") is None, reason="no g++")
@pytest.mark.parametrize("name", ["abort", "division", "exit", "thread"])
def test_without_what_notes_the_stack_the_words_are_the_same(
    make_op: MakeOp, verify: Verify, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    folder = make_op(kernel=kernel(*KERNELS[name][:2], False))
    _, error = failed(verify, folder)
    compiler = tmp_path / "cxx"
    compiler.write_text(CXX)
    compiler.chmod(0o755)
    monkeypatch.setenv("CXX", str(compiler))
    monkeypatch.setenv("OP_WORKBENCH_CACHE", str(tmp_path / "cache"))
    with Engine() as own:
        state = own.load([folder])[0]
        own.run([folder])
        without = state.report().error
    assert without is not None
    assert (without.kind, without.message) == (error.kind, error.message)
    assert without.where == ""


@large
@pytest.mark.skipif(shutil.which("g++") is None, reason="no g++")
@pytest.mark.parametrize(
    "names",
    [("null write", "lambda"), ("recursion", "our header", "assert")],
    ids=" and ".join,
)
def test_the_system_s_compiler_has_lines_too(
    make_op: MakeOp, monkeypatch: pytest.MonkeyPatch, names: tuple[str, ...]
) -> None:
    monkeypatch.setenv("CXX", "g++")
    folders = [make_op(kernel=kernel(*KERNELS[name][:2], False)) for name in names]
    with Engine() as own:
        states = own.load(folders)
        own.run(folders)
        errors = [state.report().error for state in states]
    assert [at(error) for error in errors] == [here(folder) for folder in folders]


def test_what_notes_the_stack_may_be_damaged(
    make_op: MakeOp, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A file that is cut off ends who reads behind its end: the host must not, and mends it."""
    begin_cache(tmp_path / "cache")
    monkeypatch.setenv("OP_WORKBENCH_CACHE", str(tmp_path / "cache"))
    frames.make(Store())
    (library,) = (tmp_path / "cache" / "libraries").glob("*/frames.so")
    whole = library.read_bytes()
    library.write_bytes(whole[:3000])
    folder = make_op()
    with Engine() as own:
        state = own.load([folder])[0]
        own.run([folder])
    assert state.report().status == "agrees"
    assert library.stat().st_size == len(whole)
