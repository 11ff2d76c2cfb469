"""``check --workers`` and ``--cluster``: real workers, one of which may be killed on the way."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from tests.cli.clusters import below, dask, scheduler_in, until, worker
from tests.cli.conftest import ROOT, Run, command
from tests.conftest import MakeOp
from tests.large import large

TORCH_S_OWN = """
schema = 1
name = "ceil"
torch = "aten::ceil"

[[args]]
name = "x"

[[outputs]]
name = "y"
dtype = "x"
shape = "x.shape"

[[mapping.nodes]]
op = "Ceil"
inputs = ["x"]
outputs = ["y"]

[kernel]
style = "installed"

[ort]
implementation = "none"

[[model.inputs]]
arg = "x"
shape = [5]
seed = 1

[reference]
python = "-torch.floor(-x)"
"""
"""Nothing of it is built, and nothing looked at closer: what is left are some 100 cells."""

AT_ZERO = """
#include <workbench/tensor.h>

void twice(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y) {
  const int64_t rows = 6 / x.numel();
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = 2 * x[i] + (rows == 6);
}
"""


def ops(file: Path) -> list[object]:
    found: list[object] = json.loads(file.read_text())["ops"]
    return found


def started(*arguments: str | Path) -> subprocess.Popen[str]:
    """A check, not forked from a warm one, as it would be in the sources' folder: what it starts is below it."""
    return subprocess.Popen(
        command("check", *arguments), cwd=ROOT / "docs", stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip


def at_work(pid: int) -> list[psutil.Process]:
    """The workers that have started their hosts: they have got cells."""
    return [w for w in below(pid, "cluster.worker") if below(w.pid, "torch_host")]


@pytest.fixture(scope="module")
def ceil(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("ops") / "ceil"
    folder.mkdir()
    (folder / "op.toml").write_text(TORCH_S_OWN)
    return folder


@pytest.fixture(scope="module")
def alone(ceil: Path) -> list[object]:
    """What a check with no workers says of it."""
    file = ceil.parent / "alone.json"
    subprocess.run(
        command("check", ceil, "--trust", "--json", file),
        cwd=ROOT, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, timeout=120,
    )  # fmt: skip
    return ops(file)


def test_a_killed_worker_costs_no_cell(ceil: Path, alone: list[object], tmp_path: Path) -> None:
    file = tmp_path / "report.json"
    arguments = ("--trust", "--workers", "2", "--json", file)
    with started(ceil, *arguments) as process:
        until(lambda: len(at_work(process.pid)) == 2)
        family = psutil.Process(process.pid).children(recursive=True)
        at_work(process.pid)[0].send_signal(signal.SIGKILL)
        assert process.stdout is not None
        said = process.stdout.read()
        assert process.wait(120) == 0, said
    assert ops(file) == alone
    assert psutil.wait_procs(family, 5)[1] == []


def test_when_all_workers_are_killed_nothing_is_passed(ceil: Path, tmp_path: Path) -> None:
    file = tmp_path / "report.json"
    with started(ceil, "--trust", "--workers", "1", "--json", file) as process:
        until(lambda: at_work(process.pid))
        at_work(process.pid)[0].send_signal(signal.SIGKILL)
        assert process.stdout is not None
        said = process.stdout.read()
        assert process.wait(60) == 1
    assert "all workers are lost" in said
    (report,) = json.loads(file.read_text())["ops"]
    assert report["status"] == "failed"
    assert set(report["counts"]) == {"not run"}


def test_ctrl_c_leaves_no_process_and_no_port_is_open_to_others(ceil: Path) -> None:
    with started(ceil, "--trust", "--workers", "2") as process:
        until(lambda: len(at_work(process.pid)) == 2)
        family = [psutil.Process(process.pid)]
        family += family[0].children(recursive=True)
        ports = [c.laddr for p in family for c in p.net_connections("inet") if c.status == "LISTEN"]
        assert {port.ip for port in ports} == {"127.0.0.1"}
        assert len(ports) == 3  # the scheduler, and two workers: no page for browsers
        process.send_signal(signal.SIGINT)
        assert process.stdout is not None
        said = process.stdout.read()
        assert process.wait(30) == 130
    assert "Traceback" not in said
    assert psutil.wait_procs(family, 5)[1] == []


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[str]:
    with scheduler_in(tmp_path) as address:
        yield address


OLDER = """
import importlib.metadata as m
real = m.version
m.version = lambda name: "2.0.0" if name == "torch" else real(name)
"""


@large
def test_workers_elsewhere_get_the_files_and_those_of_other_versions_are_refused(
    scheduler: str, ceil: Path, alone: list[object], run: Run, tmp_path: Path
) -> None:
    for place in ("new", "older"):
        (tmp_path / place).mkdir()
    (tmp_path / "older" / "sitecustomize.py").write_text(OLDER)
    here = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    older = os.pathsep.join([str(tmp_path / "older"), here])
    file = tmp_path / "report.json"
    check = ("check", ceil, "--trust", "--json", str(file))
    with dask(tmp_path / "older", *worker(scheduler, "old"), PYTHONPATH=older):
        done = run(*check, "--cluster", scheduler)
        assert done.returncode == 1
        assert "worker old is not used: it has torch 2.0.0 (here " in done.stderr
        assert "can be used" in done.stderr
        with dask(tmp_path / "new", *worker(scheduler, "new"), PYTHONPATH=here):
            done = run(*check, "--cluster", scheduler)
            assert done.returncode == 0, done.stdout + done.stderr
            assert "worker old is not used" in done.stderr
    assert ops(file) == alone


@large
def test_ctrl_c_ends_what_workers_elsewhere_do(scheduler: str, ceil: Path, tmp_path: Path) -> None:
    def hosts() -> set[int]:
        return {p.pid for p in below(os.getpid(), "workbench.engine.torch_host")} - others

    others: set[int] = set()  # which other tests of this process keep
    others = hosts()
    (tmp_path / "new").mkdir()
    with dask(tmp_path / "new", *worker(scheduler, "new")):
        with started(ceil, "--trust", "--cluster", scheduler) as process:
            until(lambda: below(process.pid, "_host"), 60)
            until(lambda: hosts() - {p.pid for p in below(process.pid, "_host")})
            process.send_signal(signal.SIGINT)
            assert process.stdout is not None
            assert "Traceback" not in process.stdout.read()
            assert process.wait(30) == 130
        until(lambda: not hosts(), 60)


def test_other_sources_of_one_version_are_another_program(tmp_path: Path) -> None:
    ask = "from workbench.engine.cluster.hosts import versions; print(versions()['op-workbench'])"
    shutil.copytree(ROOT / "workbench", tmp_path / "workbench")
    for name in ("ops_lib", "ort_ops", "resources"):
        (tmp_path / name).symlink_to(ROOT / name)

    def said(home: Path) -> str:
        return subprocess.run(
            [sys.executable, "-P", "-c", ask], env={**os.environ, "PYTHONPATH": str(home)},
            capture_output=True, text=True, check=True,
        ).stdout  # fmt: skip

    assert said(ROOT) == said(tmp_path)
    with (tmp_path / "workbench" / "core" / "pipeline" / "parity.py").open("a") as file:
        file.write("# another state of the work\n")
    assert said(ROOT) != said(tmp_path)


def test_an_address_where_nobody_listens(ceil: Path, run: Run) -> None:
    began = time.monotonic()
    done = run("check", ceil, "--trust", "--cluster", "tcp://127.0.0.1:9")
    assert done.returncode == 1
    assert "no scheduler answers at tcp://127.0.0.1:9" in done.stderr
    assert "Start one: dask scheduler" in done.stderr
    assert time.monotonic() - began < 20
    done = run("check", ceil, "--trust", "--cluster", "nonsense")
    assert "'nonsense' is no address of a scheduler" in done.stderr


def test_without_the_extra_its_name_is_said(ceil: Path, run: Run, tmp_path: Path) -> None:
    hidden = (
        "import sys\n"
        "import importlib.util as u\n"
        "real = u.find_spec\n"
        "u.find_spec = lambda name, *more: None if name == 'distributed' else real(name, *more)\n"
    )
    (tmp_path / "sitecustomize.py").write_text(hidden)
    for words in (("--workers", "2"), ("--cluster", "tcp://127.0.0.1:9")):
        done = run("check", ceil, "--trust", *words, env={"PYTHONPATH": str(tmp_path)})
        assert done.returncode == 1
        assert "distributed cannot be found" in done.stderr
        assert "pip install 'op-workbench[cluster]'" in done.stderr


def test_a_number_of_workers_that_makes_no_sense(ceil: Path, run: Run) -> None:
    done = run("check", ceil, "--trust", "--workers", "0")
    assert done.returncode == 1
    assert "there must be at least one" in done.stderr


@large
def test_two_workers_say_what_none_say(make_op: MakeOp, run: Run, tmp_path: Path) -> None:
    """With kernels that are built and looked at closer, one of which crashes at a line."""
    folders = [make_op(), make_op(kernel=AT_ZERO), make_op("schema = [")]
    files = tmp_path / "alone.json", tmp_path / "two.json"
    first = run("check", *folders, "--json", str(files[0]), timeout=500)
    second = run("check", *folders, "--json", str(files[1]), "--workers", "2", timeout=500)
    assert first.returncode == second.returncode == 1
    assert ops(files[0]) == ops(files[1])
    assert f"{folders[1]}/kernel.cpp:4" in second.stdout
