"""A kernel that writes where it must not: what is said of the crash, and where it is found."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from tests.conftest import TWICE_TOML, MakeOp, Verify
from tests.engine.building import kernel_with
from tests.large import large
from tests.own_compiler import own_compiler
from workbench.core import jobs
from workbench.core.pipeline.op_state import ErrorReport
from workbench.core.storage import op_file
from workbench.engine.client import Engine
from workbench.engine.host import sanitizers
from workbench.engine.host.host_child import HostChild
from workbench.engine.host.looks import Look

# Whether the kernel runs in ONNX Runtime's host: no file of torch is mapped there.
IN_ORT = """
#include <cstdio>
#include <cstring>
static bool in_ort() {
  char line[4096];
  bool found = true;
  FILE* maps = std::fopen("/proc/self/maps", "r");
  while (std::fgets(line, sizeof(line), maps)) found = found && !std::strstr(line, "libtorch_cpu");
  std::fclose(maps);
  return found;
}
"""
EACH = "for (int64_t i = 0; i < y.numel(); ++i) y[i] = 2 * x[i];\n"
BY_INDEX = EACH + "  for (int64_t i = 0; i < 64; ++i)\n    y[y.numel() + i] = 7;  // here"
BY_POINTER = EACH + "  float* at = y.data();\n  for (int i = 0; i < 6000; ++i) at[i] = 7;  // here"
TO_THE_END = EACH + "  for (float* at = y.data();; ++at) *at = 7;  // here"
# As a damaged object of Python's does: something else raises, later. A read damages nothing itself.
ONE_TOO_FAR = EACH + "  volatile float far = x.data()[x.numel()];  // here\n  raise_in_python();"
RAISE_IN_PYTHON = """
#include <dlfcn.h>
static void raise_in_python() {
  auto lock = reinterpret_cast<int (*)()>(dlsym(RTLD_DEFAULT, "PyGILState_Ensure"));
  if (!lock) return;
  const int state = lock();
  auto set = reinterpret_cast<void (*)(void*, const char*)>(dlsym(RTLD_DEFAULT, "PyErr_SetString"));
  set(*static_cast<void**>(dlsym(RTLD_DEFAULT, "PyExc_SystemError")), "bad argument");
  reinterpret_cast<void (*)(int)>(dlsym(RTLD_DEFAULT, "PyGILState_Release"))(state);
}
"""
FREED_TWICE = EACH + "  void* volatile at = std::malloc(24);\n  std::free(at);\n  std::free(at);"
FAR = EACH + "  if (in_ort()) y(int64_t(1) << 40, 0) = 7;  // here"


def failed(verify: Verify, folder: Path) -> ErrorReport:
    error = verify(folder).report().error
    assert error is not None
    return error


def here(folder: Path) -> str:
    lines = (folder / "kernel.cpp").read_text().splitlines()
    number = next(i for i, line in enumerate(lines, 1) if line.endswith("// here"))
    return f"{folder / 'kernel.cpp'}:{number}"


def test_an_index_beyond_a_tensor_is_named_with_its_line(make_op: MakeOp, verify: Verify) -> None:
    """What is seen is a heap that the C library finds damaged, later and elsewhere."""
    folder = make_op(kernel=kernel_with(BY_INDEX))
    error = failed(verify, folder)
    assert error.kind == "bounds"
    assert "index 6 of a tensor of sizes [2, 3]" in error.message
    assert error.where == here(folder)
    assert "WB_CHECK_BOUNDS" in error.hint


def test_the_same_in_onnx_runtime(make_op: MakeOp, verify: Verify) -> None:
    folder = make_op(kernel=kernel_with(FAR, IN_ORT))
    state = verify(folder)
    assert state.report().stages["run"].status == "failed"
    error = state.report().error
    assert error is not None
    assert f"index [{1 << 40}, 0] of a tensor of sizes [2, 3]" in error.message
    assert error.where == here(folder)
    assert "segmentation fault" in error.hint


def test_a_pointer_beyond_a_tensor_is_named_with_its_line(make_op: MakeOp, verify: Verify) -> None:
    """No index is wrong, so that sanitizers look next."""
    folder = make_op(kernel=kernel_with(BY_POINTER))
    error = failed(verify, folder)
    assert error.kind == "sanitizer"
    assert "heap-buffer-overflow: the kernel writes 4 bytes" in error.message
    assert error.where == here(folder)
    # What lies behind the tensor decides which of these it comes to.
    ends = ("wrote out of bounds", "segmentation fault", "bus error")
    assert any(end in error.hint for end in ends), error.hint


def test_memory_that_python_finds_damaged_is_looked_at(make_op: MakeOp, verify: Verify) -> None:
    """An error that is of none of the op's files may come of what the kernel did before."""
    folder = make_op(kernel=kernel_with(ONE_TOO_FAR, RAISE_IN_PYTHON))
    error = failed(verify, folder)
    assert error.kind == "sanitizer", error
    assert "the kernel reads 4 bytes" in error.message
    assert error.where == here(folder)
    assert "SystemError" in error.hint


def test_a_heap_that_the_c_library_finds_damaged_is_the_kernels(
    make_op: MakeOp, verify: Verify
) -> None:
    folder = make_op(kernel=kernel_with(FREED_TWICE + "  // here", "#include <cstdlib>\n"))
    error = failed(verify, folder)
    assert error.kind == "sanitizer"
    assert "attempting double-free" in error.message
    assert error.where == here(folder)
    assert "freed what it must not (free(): double free" in error.hint


@own_compiler
@pytest.mark.parametrize(
    "body",
    [
        pytest.param(TO_THE_END, id="to the end of its memory"),
        pytest.param(FREED_TWICE, marks=large, id="freed twice"),
    ],
)
def test_without_a_sanitizer_it_says_what_is_known(
    make_op: MakeOp, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, body: str
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    folder = make_op(kernel=kernel_with(body, "#include <cstdlib>\n"))
    with Engine() as engine:
        (state,) = engine.load([folder])
        engine.run([folder])
    error = state.report().error
    assert error is not None
    assert error.kind == "crash"
    assert "freed what it must not" in error.message or "segmentation fault" in error.message
    assert "WB_CHECK_BOUNDS" in error.hint
    assert "-fsanitize=address" in error.hint
    assert "is not on this machine (libasan.so, libubsan.so): g++ brings it" in error.hint


def test_a_kernel_that_was_built_to_check_says_the_line_without_a_crash(
    make_op: MakeOp, verify: Verify
) -> None:
    toml = TWICE_TOML + '\n[kernel]\ncompile_flags = ["-DWB_CHECK_BOUNDS"]\n'
    folder = make_op(toml, kernel_with(EACH + "  y[-1] = 0;  // here"))
    error = failed(verify, folder)
    assert (error.kind, error.where) == ("bounds", here(folder))
    assert "index -1 of" in error.message


SANITIZED = TWICE_TOML + '\n[kernel]\ncompile_flags = ["-fsanitize=address,undefined"]\n'
FACTOR = (
    EACH + "  volatile int large = 2147483647;\n  if (in_ort()) y[0] = float(large + 1);  // here"
)


def test_a_sanitized_kernel_runs_and_its_finding_has_its_line(
    make_op: MakeOp, verify: Verify
) -> None:
    folder = make_op(SANITIZED, kernel_with(BY_POINTER))
    error = failed(verify, folder)
    assert error.kind == "sanitizer"
    assert "AddressSanitizer: heap-buffer-overflow" in error.message
    assert "writes 4 bytes" in error.message
    assert error.where == here(folder)


def test_a_sanitized_kernel_runs_in_both_runtimes(make_op: MakeOp, verify: Verify) -> None:
    folder = make_op(SANITIZED, kernel_with(FACTOR, IN_ORT))
    state = verify(folder)
    assert state.report().stages["export"].status == "ok", "the kernel is sound there"
    error = state.report().error
    assert error is not None
    assert "signed integer overflow" in error.message
    assert error.where.startswith(f"{here(folder)}:")


REPORT = """
=================================================================
==7==ERROR: AddressSanitizer: heap-use-after-free on address 0x60d at pc 0x7f bp 0x7f sp 0x7f
READ of size 8 at 0x60d000000130 thread T0
    #0 0x7f50 in wb::Tensor<float>::operator[](long) const /api/include/workbench/tensor.h:120
    #1 0x7f51 in void twice<float>(wb::Context const&, wb::Tensor<float>) OP/my kernel.cpp:17:5
    #2 0x7f52 in call (/cache/libtwice_torch.so+0xb766)
"""


def test_a_report_names_the_ops_own_line(tmp_path: Path) -> None:
    (tmp_path / "my kernel.cpp").write_text("")
    problem = sanitizers.report(REPORT.replace("OP", str(tmp_path)), str(tmp_path))
    assert problem is not None
    assert problem.message.startswith("AddressSanitizer: heap-use-after-free: the kernel reads 8")
    assert (problem.file, problem.line) == (str(tmp_path / "my kernel.cpp"), 17)


@pytest.mark.parametrize("text", ["", "all is well\n", "==7== something\n", "runtime error: no\n"])
def test_what_is_no_report_gives_none(text: str) -> None:
    assert sanitizers.report(text, "/op") is None


def test_a_kernel_that_cannot_be_built_to_check_is_not_said_to_be_checked(
    make_op: MakeOp, verify: Verify
) -> None:
    before = "#ifdef WB_CHECK_BOUNDS\n#error no\n#endif"
    error = failed(verify, make_op(kernel=kernel_with(BY_POINTER, before)))
    assert error.kind == "sanitizer", "the next look serves"
    assert "WB_CHECK_BOUNDS" not in error.hint


def test_what_fails_otherwise_once_it_is_checked_was_looked_at(
    make_op: MakeOp, verify: Verify
) -> None:
    """Damaged memory may make the second run fail in another way."""
    body = f'\n#ifdef WB_CHECK_BOUNDS\n  throw wb::Error("lost");\n#endif\n  {FREED_TWICE}'
    error = failed(verify, make_op(kernel=kernel_with(body, "#include <cstdlib>\n")))
    assert error.kind == "sanitizer"
    assert "freed what it must not" in error.hint


@pytest.mark.parametrize(
    ("status", "tail", "looked"),
    [
        (signal.SIGABRT, "malloc(): invalid size (unsorted)\n", True),
        (signal.SIGSEGV, "", False),
    ],
)
def test_a_damaged_heap_is_the_kernels_though_it_is_seen_in_the_reference(
    status: int, tail: str, looked: bool
) -> None:
    first = HostChild(0, jobs.ExportJob(1, "/op", op_file.loads(TWICE_TOML), "/op.so"), -1, -1)
    first.activity, first.tail = jobs.RUNNING_REFERENCE, tail
    first.crash = first.explain(status)
    second = first.closer(0, -1, -1, Look("WB_CHECK_BOUNDS", "", lambda *_: None))
    second.saw(jobs.StageStarted(1, "export"))
    assert ("WB_CHECK_BOUNDS" in second.cause().hint) == looked
