"""A job done once more with sanitizers in the op's code: the finding, with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import TWICE_TOML, MakeOp
from tests.engine.building import kernel_with, with_kernel
from tests.engine.test_crash_causes import EACH, here
from workbench.core import jobs
from workbench.core.errors import Problem, UserError
from workbench.core.storage import op_file
from workbench.engine.build.sanitized_run import finding, sanitized_job

OVERRUN = EACH + (
    "  float* volatile mine = new float[4];\n"
    "  for (int i = 0; i <= 4; ++i)\n"
    "    mine[i] = 7;  // here\n"
    "  delete[] mine;"
)
OVERFLOW = EACH + "  volatile int large = 2147483647;\n  y[0] = float(large + 1);  // here"


def looked(folder: Path, log: list[str]) -> Problem | None:
    job = jobs.ExportJob(1, str(folder), op_file.load(folder), "")
    return finding(sanitized_job(job), log=log.append)


@pytest.mark.parametrize(
    ("body", "words"),
    [(OVERRUN, "heap-buffer-overflow: the kernel writes 4 bytes"),
     (OVERFLOW, "signed integer overflow")],
    ids=["address", "undefined"],
)  # fmt: skip
def test_what_does_not_crash_is_found_with_its_line(make_op: MakeOp, body: str, words: str) -> None:
    folder = make_op(kernel=kernel_with(body))
    log: list[str] = []
    problem = looked(folder, log)
    assert problem is not None
    assert problem.kind == "sanitizer"
    assert words in problem.message
    assert f"{problem.file}:{problem.line}" == here(folder)
    assert "kernel.cpp" in log[0], "the whole report"


def test_a_sound_kernel_has_no_finding(make_op: MakeOp) -> None:
    log: list[str] = []
    assert looked(make_op(), log) is None
    assert not log


def test_a_run_that_takes_too_long_has_no_finding(make_op: MakeOp) -> None:
    folder = make_op(kernel=kernel_with("for (;;) y[0] = x[0];"))
    job = jobs.ExportJob(1, str(folder), op_file.load(folder), "")
    assert finding(sanitized_job(job), seconds=1.0) is None


def test_where_the_runtime_is_not_there_it_is_said(
    make_op: MakeOp, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = make_op(with_kernel('compile_flags = ["-DNO_RUNTIME"]'))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UserError, match=r"-fsanitize=address,undefined is not .*libasan.so") as why:
        looked(folder, [])
    assert "apt install g++" in why.value.problem.hint


def test_an_op_without_code_has_nothing_to_sanitize() -> None:
    toml = TWICE_TOML + '\n[kernel]\nstyle = "installed"\n'
    job = jobs.ExportJob(1, "/op", op_file.loads(toml, validate=False), "")
    with pytest.raises(UserError, match=r"no C\+\+ code of its own"):
        sanitized_job(job)
