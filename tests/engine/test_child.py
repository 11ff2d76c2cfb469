"""Whatever a kernel does, its job ends with one clear problem, and the host takes the next one.

One kernel does it all: how many elements its input has says what it shall do. So it is
compiled once, and each case is an example input of another size.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import numpy as np
import pytest

from tests.conftest import TWICE_TOML
from tests.engine.conftest import (
    RawHost,
    alive,
    end,
    log_of,
    problems_of,
    processes_naming,
    the_problem,
    wait_until,
)
from workbench.core import jobs
from workbench.core.declaration.op import Case, Example, Op
from workbench.core.storage import op_file
from workbench.engine.build import build
from workbench.engine.store import Store

KERNEL = r"""
#include <workbench/tensor.h>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <stdexcept>
#include <string>
#include <thread>
#include <fcntl.h>
#include <sys/prctl.h>
#include <unistd.h>

static volatile int zero = 0;
static volatile bool on = true;
static int deep(int n) { volatile char room[4096]; room[0] = char(n); return deep(n + 1) + room[0]; }
static void nothrow() noexcept { throw std::runtime_error("left a noexcept function"); }
static void print(const char* text) { std::cout << text << std::endl; }
// The grandchildren are found by this name.
static void stay() {
  execlp("sleep", "sleep", "1234.5678", nullptr);
  _exit(9);
}

char* volatile kept;  // else a compiler may leave out what nobody reads

void twice(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y) {
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = 2 * x[i];
  switch (x.numel()) {
    case 2: *static_cast<volatile int*>(nullptr) = 1; break;
    case 3: std::abort();
    case 4: std::exit(0);
    case 5: std::exit(1);
    case 6: _exit(0);
    case 7: print("into the loop"); while (on) {} break;
    case 8: throw std::runtime_error("a standard exception");
    case 9: throw wb::Error("a wb::Error with sizes ", x.sizes());
    case 10: throw 42;
    case 11: for (;;) { char* p = new char[1 << 26]; std::memset(p, 1, 1 << 26); kept = p; }
    case 12: { std::string line(1 << 20, 'x'); for (int i = 0; i < 8; ++i) print(line.c_str()); } break;
    case 13: if (fork() == 0) stay(); break;
    case 14: if (fork() == 0) { setsid(); if (fork() == 0) stay(); _exit(0); } break;
    case 15: raise(SIGTERM); break;
    case 16: signal(SIGTERM, SIG_IGN); print("asleep"); for (;;) sleep(1000);
    case 17: y[0] = deep(0); break;
    case 18: y[0] = float(static_cast<int>(x.numel()) / zero); break;
    case 19: for (int fd = 3; fd < 4096; ++fd) close(fd); break;
    case 20: for (int fd = 3; fd < 64; ++fd) { if (write(fd, "rubbish\n", 8) < 0) continue; } break;
    case 21: print("stopped"); raise(SIGSTOP); break;
    case 22: { const char junk[] = "\xff\xfe\0 junk \xc3\n"; if (write(1, junk, sizeof(junk) - 1) < 0) abort(); } break;
    case 23: nothrow(); break;
    case 24: std::thread([] { while (on) {} }).detach(); break;
    case 25: do { kept = static_cast<char*>(std::malloc(1 << 26)); } while (kept); throw std::bad_alloc();
    case 26: raise(SIGINT); break;
    case 27: print("loud"); for (;;) print("and for ever"); break;
    case 28: std::quick_exit(3); break;
    case 29: prctl(PR_SET_PDEATHSIG, 0); print("free"); for (;;) sleep(1000);
    case 30: close(1); close(2); break;
    case 31: std::thread([] { throw 1; }).join(); break;
    case 32: if (fork() < 0) abort(); break;
    case 33: printf("printed by the kernel\n"); break;
    case 34: printf("here it was\n"); *static_cast<volatile int*>(nullptr) = 1; break;
    case 35: std::cout << "written by the kernel\n"; break;
    case 36: for (int fd = 3; fd < 64; ++fd) { if (write(fd, "{\"type", 6) < 0) continue; } break;
    case 37: if (fork() == 0) { setsid(); if (fork() != 0) _exit(0); usleep(50000); } break;
    case 38: if (fork() == 0) throw 42; break;
    case 39: if (fork() == 0) _exit(0); break;
  }
}
"""

GiB = 1 << 30
QUICK = jobs.Limits(seconds=20.0, memory=2 * GiB)
SLEEPER = "sleep\0001234.5678"


class Misbehaving:
    """The built kernel, and the jobs that run it in either host."""

    def __init__(self, folder: Path, torch_host: RawHost, ort_host: RawHost) -> None:
        self.folder = folder
        self.hosts = {"torch": torch_host, "ort": ort_host}
        self.op = op_file.load(folder)
        self.built = build.build(folder, self.op, Store(), build.Reporter())[0]
        events = torch_host.run(self._export(1, QUICK))
        result = next(e.result for e in events if isinstance(e, jobs.StageEnded))
        assert isinstance(result, jobs.ExportResult)
        self.model = result.model

    def _op(self, elements: int) -> Op:
        (example,) = self.op.model.inputs
        example = msgspec.structs.replace(example, shape=(elements,), generator="ones")
        # Sizes that call for no mischief: where none are declared, others would be made.
        cases = tuple(Case(f"n{n}", (Example("x", shape=(n,)),)) for n in (50, 51))
        model = msgspec.structs.replace(self.op.model, inputs=(example,), cases=cases)
        return msgspec.structs.replace(self.op, model=model)

    def _export(self, elements: int, limits: jobs.Limits) -> jobs.ExportJob:
        number, library = self.hosts["torch"].next_id(), self.built.torch_library
        return jobs.ExportJob(number, str(self.folder), self._op(elements), library, limits=limits)

    def job(self, host: str, elements: int, limits: jobs.Limits = QUICK) -> jobs.Job:
        if host == "torch":
            return self._export(elements, limits)
        inputs = self.folder / f"{elements}.npz"
        np.savez(inputs, x=np.ones(elements, np.float32))
        return jobs.RunJob(
            self.hosts["ort"].next_id(), str(self.folder), self.built.ort_library,
            (jobs.ExportedCase("", self.model, str(inputs), ""),), limits=limits,
        )  # fmt: skip

    def run(self, host: str, elements: int, limits: jobs.Limits = QUICK) -> list[jobs.Event]:
        return self.hosts[host].run(self.job(host, elements, limits))

    def check_next_job(self, host: str) -> None:
        events = self.run(host, 1)
        assert events[-1] == jobs.JobEnded(events[-1].id, "ok")  # type: ignore[union-attr]
        assert problems_of(events) == []


@pytest.fixture(scope="module")
def kernel(
    tmp_path_factory: pytest.TempPathFactory, torch_host: RawHost, ort_host: RawHost
) -> Misbehaving:
    folder = tmp_path_factory.mktemp("misbehaving")
    (folder / "op.toml").write_text(TWICE_TOML.replace("shape = [2, 3]", "shape = [6]"))
    (folder / "kernel.cpp").write_text(KERNEL)
    return Misbehaving(folder, torch_host, ort_host)


@pytest.fixture(params=["torch", "ort"])
def host(request: pytest.FixtureRequest, kernel: Misbehaving) -> Iterator[str]:
    yield request.param
    kernel.check_next_job(request.param)


CRASHES = {
    2: "segmentation fault",
    3: "aborted",
    17: "segmentation fault",
    18: "divided an integer by zero",
    23: "an exception ended the process while running the kernel",
    31: "aborted",
}


@pytest.mark.parametrize("elements", CRASHES)
def test_a_crash_is_named(kernel: Misbehaving, host: str, elements: int) -> None:
    problem = the_problem(kernel.run(host, elements))
    # Where sanitizers name the mistake, the crash is what it was found after.
    assert problem.kind in ("crash", "sanitizer")
    assert CRASHES[elements] in f"{problem.message} {problem.hint}"
    assert "kernel" in problem.message, "it says what was being done"
    assert problem.hint


@pytest.mark.parametrize(("elements", "status"), [(4, 0), (5, 1), (6, 0), (28, 3)])
def test_an_exit_is_no_success(kernel: Misbehaving, host: str, elements: int, status: int) -> None:
    problem = the_problem(kernel.run(host, elements, jobs.Limits(seconds=3)))
    assert problem.kind == "crash"
    assert f"exit status {status}" in problem.message
    assert "exit()" in problem.hint


@pytest.mark.parametrize(
    ("elements", "text"),
    [
        (8, "a standard exception"),
        (9, "a wb::Error with sizes [9]"),
        (10, "the kernel threw something that is no std::exception"),
    ],
)
def test_what_a_kernel_throws_is_told(
    kernel: Misbehaving, host: str, elements: int, text: str
) -> None:
    problem = the_problem(kernel.run(host, elements))
    assert problem.kind in ("kernel", "run")
    assert text in problem.message


def test_an_endless_loop_ends_with_the_time_limit(kernel: Misbehaving, host: str) -> None:
    problem = the_problem(kernel.run(host, 7, jobs.Limits(seconds=0.5)))
    assert problem.kind == "timeout"
    assert "0.5 s" in problem.message
    assert "running the kernel" in problem.message
    assert "loop" in problem.hint


@pytest.mark.parametrize("elements", [16, 21, 29])
def test_ignoring_signals_does_not_help(kernel: Misbehaving, host: str, elements: int) -> None:
    events = kernel.run(host, elements, jobs.Limits(seconds=0.5))
    assert the_problem(events).kind == "timeout"
    assert log_of(events), "what it printed before is in the log"


@pytest.mark.parametrize("elements", [11, 25])
def test_memory_is_limited(kernel: Misbehaving, host: str, elements: int) -> None:
    problem = the_problem(kernel.run(host, elements, jobs.Limits(seconds=20, memory=GiB)))
    assert problem.kind in ("kernel", "run", "failed", "memory")
    assert "memory" in problem.message or "bad_alloc" in problem.message


@pytest.mark.parametrize(("elements", "text"), [(33, "printed"), (35, "written")])
def test_what_it_prints_is_in_the_log_flushed_or_not(
    kernel: Misbehaving, host: str, elements: int, text: str
) -> None:
    assert f"{text} by the kernel" in log_of(kernel.run(host, elements))


def test_what_it_printed_before_a_crash_is_in_the_log(kernel: Misbehaving, host: str) -> None:
    events = kernel.run(host, 34)
    assert "segmentation fault" in str(the_problem(events))
    assert "here it was" in log_of(events)


def test_megabytes_of_output_are_cut(kernel: Misbehaving, host: str) -> None:
    events = kernel.run(host, 12)
    assert problems_of(events) == []
    text = log_of(events)
    assert 1_000_000 < len(text) < 1_200_000
    assert text.rstrip().endswith("the rest of this job's output is left out")


def test_endless_output_ends_with_the_time_limit(kernel: Misbehaving, host: str) -> None:
    events = kernel.run(host, 27, jobs.Limits(seconds=0.5))
    assert the_problem(events).kind == "timeout"
    assert len(log_of(events)) < 1_200_000


def test_output_that_is_no_text_is_no_harm(kernel: Misbehaving, host: str) -> None:
    events = kernel.run(host, 22)
    assert problems_of(events) == []
    assert "junk" in log_of(events)


@pytest.mark.parametrize("elements", [13, 14])
def test_a_grandchild_does_not_stay(kernel: Misbehaving, host: str, elements: int) -> None:
    events = kernel.run(host, elements)
    assert problems_of(events) == []
    gone = wait_until(lambda: not any(map(alive, processes_naming(SLEEPER))), 3)
    left = [pid for pid in processes_naming(SLEEPER) if alive(pid)]
    end(left)
    assert gone, "a process that the kernel forked is still there"


@pytest.mark.parametrize("elements", [15, 26])
def test_a_signal_that_it_raises_is_named(kernel: Misbehaving, host: str, elements: int) -> None:
    problem = the_problem(kernel.run(host, elements))
    assert problem.kind == "crash"
    assert {15: "SIGTERM", 26: "SIGINT"}[elements] in problem.message


def test_closing_every_descriptor_is_one_problem(kernel: Misbehaving, host: str) -> None:
    assert "closed file descriptors" in the_problem(kernel.run(host, 19)).message


def test_closing_its_output_is_no_harm(kernel: Misbehaving, host: str) -> None:
    assert problems_of(kernel.run(host, 30)) == []


@pytest.mark.parametrize("elements", [20, 36])
def test_rubbish_in_every_descriptor_is_told(kernel: Misbehaving, host: str, elements: int) -> None:
    problem = the_problem(kernel.run(host, elements))
    assert "wrote into a file descriptor" in problem.message
    assert problem.hint


@pytest.mark.parametrize("elements", [32, 37, 38])
def test_a_forked_copy_that_comes_back_is_told(
    kernel: Misbehaving, host: str, elements: int
) -> None:
    assert "called fork()" in the_problem(kernel.run(host, elements)).message


def test_a_forked_copy_that_ends_in_the_kernel_is_no_harm(kernel: Misbehaving, host: str) -> None:
    assert problems_of(kernel.run(host, 39)) == []


def test_a_thread_that_never_ends_does_not_hold_the_job(kernel: Misbehaving, host: str) -> None:
    assert problems_of(kernel.run(host, 24)) == []


STOPPED: dict[int, Callable[[jobs.Event], bool]] = {
    7: lambda e: isinstance(e, jobs.Log),
    16: lambda e: isinstance(e, jobs.Log),
    21: lambda e: isinstance(e, jobs.Log),
    27: lambda e: isinstance(e, jobs.Log),
    29: lambda e: isinstance(e, jobs.Log),
}


@pytest.mark.parametrize("elements", STOPPED)
def test_stop_ends_it(kernel: Misbehaving, host: str, elements: int) -> None:
    process = kernel.hosts[host]
    job = kernel.job(host, elements)
    process.send(job)
    process.until(STOPPED[elements])
    process.send(jobs.CancelJob(job.id))
    events = process.until_end(job.id, timeout=5)
    assert events[-1] == jobs.JobEnded(job.id, "cancelled")
    assert problems_of(events) == []


def test_the_children_leave_no_core_file(kernel: Misbehaving) -> None:
    kernel.run("ort", 2)
    assert not list(Path.cwd().glob("core*"))
