"""``bench sweep --cluster``: real workers, none of which measures while another one of its machine does."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import psutil
import pytest

from tests.cli.clusters import below, dask, scheduler_in, until, worker
from tests.cli.conftest import ROOT, Run, command
from tests.conftest import TWICE_KERNEL, MakeOp
from tests.large import large

HEAD = """
#include <fcntl.h>
#include <time.h>
#include <unistd.h>
#include <cstdio>
static double now() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}
static void told(double begin) {
  char line[80];
  const int size = snprintf(line, sizeof line, "%d %d %.9f %.9f\\n", getpid(), getppid(), begin, now());
  const int file = open("FILE", O_WRONLY | O_CREAT | O_APPEND, 0600);
  if (write(file, line, size) != size) _exit(1);
  close(file);
}
"""
"""A call notes in a file who has made it, when it began and when it ended."""

NOTING = TWICE_KERNEL.replace("  for", "  const double begin = now();\n  usleep(4000);\n  for")
NOTING = HEAD + NOTING.replace(";\n}", ";\n  told(begin);\n}")

ANOTHER_MACHINE = """
import os, pathlib, platform
name = os.environ.get("TEST_MACHINE", "")
said = {"/proc/cpuinfo": f"model name : processor of {name}", "/proc/sys/kernel/random/boot_id": name}
real = pathlib.Path.read_text
if name:
    platform.node = lambda: name
    pathlib.Path.read_text = lambda self, *a, **k: said.get(str(self)) or real(self, *a, **k)
"""


class Span(NamedTuple):
    """From the first call to the last one that were made for a point."""

    begin: float
    end: float


class Place(NamedTuple):
    """A scheduler and what is measured over it."""

    folder: Path
    address: str
    op: Path
    calls: Path

    def workers(self, *names: str, **environment: str) -> ExitStack:
        """Some on this machine, until the block ends."""
        with ExitStack() as stack:
            for name in names:
                (home := self.folder / name).mkdir()
                words = [*worker(self.address, name), "--no-nanny"]
                named = {key: value.format(name) for key, value in environment.items()}
                stack.enter_context(dask(home, *words, **named))
            return stack.pop_all()

    def words(self, file: Path, *more: str) -> list[str | Path]:
        return [
            *("bench", "sweep", self.op, "--sizes", "4,8", "--threads", "1,2", "--only", "torch"),
            *("--seconds", "0.1", "--cluster", self.address, "--json", file, *more),
        ]

    def measured(self) -> list[Span]:
        """Of each point: a process makes its inputs, and one that it has started is timed."""
        lines = [line.split() for line in self.calls.read_text().splitlines()]
        of_timed = {parent for _, parent, _, _ in lines} & {pid for pid, _, _, _ in lines}
        found = []
        for job in of_timed:
            times = [(float(b), float(e)) for pid, parent, b, e in lines if job in (pid, parent)]
            found.append(Span(min(times)[0], max(end for _, end in times)))
        return sorted(found)


@pytest.fixture
def place(tmp_path: Path, make_op: MakeOp, monkeypatch: pytest.MonkeyPatch) -> Iterator[Place]:
    there = os.pathsep.join([str(tmp_path), str(ROOT), os.environ.get("PYTHONPATH", "")])
    monkeypatch.setenv("PYTHONPATH", there)
    (tmp_path / "sitecustomize.py").write_text(ANOTHER_MACHINE)
    calls = tmp_path / "calls"
    op = make_op(kernel=NOTING.replace("FILE", str(calls)))
    with scheduler_in(tmp_path) as address:
        yield Place(tmp_path, address, op, calls)


def points(file: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(file.read_text())["points"]
    return found


def timed(file: Path) -> list[tuple[str, int]]:
    return [(p["name"], t["threads"]) for p in points(file) for t in p["timed"]]


EACH = [("n = 4", 1), ("n = 4", 2), ("n = 8", 1), ("n = 8", 2)]


def overlap(spans: list[Span]) -> bool:
    return any(after.begin < before.end for before, after in pairwise(spans))


@large
def test_two_workers_of_one_machine_never_measure_at_the_same_time(place: Place, run: Run) -> None:
    file = place.folder / "times.json"
    with place.workers("one", "two"):
        done = run(*place.words(file), timeout=400)
    assert done.returncode == 0, done.stdout + done.stderr
    assert timed(file) == EACH
    assert [p["name"] for p in points(file)] == ["n = 4", "n = 8"]
    (machine,) = {tuple(p["machine"].values()) for p in points(file)}
    host, processor, cores = machine
    assert f"n = 8, 2 threads, on {host}: PyTorch, eager " in done.stdout
    assert f"measured on {host} ({processor}, {cores} core" in done.stdout
    assert "not alike" not in done.stdout
    assert len(place.measured()) == len(EACH)
    assert not overlap(place.measured())


@large
def test_two_machines_measure_beside_each_other_and_each_point_names_its_own(
    place: Place, run: Run
) -> None:
    file = place.folder / "times.json"
    with place.workers("north", "south", TEST_MACHINE="{}"):
        done = run(*place.words(file), timeout=400)
    assert done.returncode == 0, done.stdout + done.stderr
    assert sorted(timed(file)) == EACH
    found = points(file)
    assert {p["machine"]["host"] for p in found} == {"north", "south"}
    for point in found:
        host = point["machine"]["host"]
        assert point["machine"]["processor"] == f"processor of {host}"
        assert f"{point['name']}: x [{point['shapes']['x'][0]}, 3]; " in done.stdout
        assert f" elements; on {host}\n" in done.stdout
    # A machine's roofs are measured once for a number of threads.
    roofs = {
        (p["machine"]["host"], r["threads"], r["bandwidth"]) for p in found for r in p["roofs"]
    }
    assert len(roofs) == len({(host, threads) for host, threads, _ in roofs})
    assert "measured on machines that are not alike" in done.stdout
    assert overlap(place.measured())


def started(place: Place, file: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        command(*place.words(file)), cwd=ROOT / "docs", stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip


def measuring() -> list[psutil.Process]:
    """The workers below whose hosts something is timed."""
    workers = (p for p in below(os.getpid(), "dask worker") if below(p.pid, "timing.contender"))
    return list(workers)


def test_the_point_of_a_worker_that_is_killed_is_measured_by_another_one(place: Place) -> None:
    file = place.folder / "times.json"
    with place.workers("one", "two"), started(place, file) as process:
        until(measuring)
        measuring()[0].send_signal(signal.SIGKILL)
        assert process.stdout is not None
        said = process.stdout.read()
        assert process.wait(400) == 0, said
    assert timed(file) == EACH
    assert not overlap(place.measured())


@large
def test_when_all_workers_are_killed_what_was_measured_stays_and_why_is_told(place: Place) -> None:
    file = place.folder / "times.json"
    with place.workers("one"), started(place, file) as process:
        assert process.stdout is not None
        said = ""
        while ", on " not in said:
            said = process.stdout.readline()
            assert said
        until(measuring)
        measuring()[0].send_signal(signal.SIGKILL)
        said += process.stdout.read()
        assert process.wait(400) == 1, said
    assert "all workers are lost" in said
    assert timed(file)[0] == ("n = 4", 1)
    assert timed(file) != EACH


@large
def test_ctrl_c_ends_what_is_measured(place: Place) -> None:
    with place.workers("one"), started(place, place.folder / "times.json") as process:
        until(measuring)
        process.send_signal(signal.SIGINT)
        assert process.stdout is not None
        assert "Traceback" not in process.stdout.read()
        assert process.wait(30) == 130
        until(lambda: not measuring(), 30)


@large
def test_an_address_where_nobody_listens_is_told_as_by_a_check(make_op: MakeOp, run: Run) -> None:
    folder = make_op()
    for address in ("tcp://127.0.0.1:9", "nonsense"):
        done = run("bench", "sweep", folder, "--cluster", address)
        assert done.returncode == 1
        assert done.stderr == run("check", folder, "--cluster", address).stderr
        assert "scheduler" in done.stderr
    assert "compare" not in done.stdout  # nothing was built for it
