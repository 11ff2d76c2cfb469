"""A session phones nobody and leaves no file outside the program's own folders."""

from __future__ import annotations

import ast
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import no_network
from tests.conftest import begin_cache
from workbench.core.pipeline.hosts import HOSTS, host_command, host_environment
from workbench.core.storage import project

pytestmark = pytest.mark.usefixtures("cold")

ROOT = Path(__file__).resolve().parent.parent
KILLED = -signal.SIGSYS
OURS = (
    ".cache/op-workbench", ".config/op-workbench", ".local/share/op-workbench",
    ".local/state/op-workbench",
)  # fmt: skip


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """The home of a user who has nothing yet."""
    folder = tmp_path / "home"
    (folder / "tmp").mkdir(parents=True)
    return folder


def of_user(home: Path) -> dict[str, str]:
    """That user's environment: without what tests, desktops and other users set."""
    drop = ("XDG_", "OP_WORKBENCH_", "ORT_", "HOME", "TMPDIR")
    kept = {k: v for k, v in os.environ.items() if not k.startswith(drop)}
    return {**kept, "HOME": str(home), "TMPDIR": str(home / "tmp"), "PYTHONDONTWRITEBYTECODE": "1"}


def without_network(
    *command: str | Path, home: Path, **more: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, no_network.__file__, *map(str, command)],
        env={**of_user(home), **more}, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True,
        text=True, timeout=300, check=False,
    )  # fmt: skip


def files(home: Path) -> list[str]:
    return sorted(str(p.relative_to(home)) for p in home.rglob("*") if not p.is_dir())


def foreign(home: Path) -> list[str]:
    return [name for name in files(home) if not name.startswith(tuple(f"{o}/" for o in OURS))]


@pytest.mark.parametrize(
    ("code", "sockets", "connections"),
    [
        ("s(AF_INET)", KILLED, KILLED),
        ("s(AF_INET6)", KILLED, KILLED),
        ("s(AF_UNIX)", 0, 0),
        ("s(AF_INET6, SOCK_DGRAM)", KILLED, 0),
        ("s(AF_INET, SOCK_DGRAM).connect(('127.0.0.1', 9))", KILLED, KILLED),
        ("s(AF_INET6, SOCK_DGRAM).connect(('::1', 9))", KILLED, KILLED),
        ("s(AF_INET, SOCK_DGRAM).sendto(b'x', ('127.0.0.1', 9))", KILLED, KILLED),
        ("s(AF_UNIX).connect_ex('/none/such')", 0, 0),
        ("getaddrinfo('example.com', 80)", KILLED, KILLED),
    ],
)
def test_the_filter_kills_who_turns_to_the_internet(home, code, sockets, connections) -> None:
    program = f"from socket import *; s = socket\ntry: {code}\nexcept gaierror: pass"
    for flags, status in (((), sockets), (("--connections",), connections)):
        done = without_network(*flags, sys.executable, "-c", program, home=home)
        assert done.returncode == status, done.stderr


def test_a_whole_session_without_network_or_files_elsewhere(home, tmp_path) -> None:
    op = shutil.copytree(project.gallery_folder() / "my_add_custom", tmp_path / "sent")
    before = sorted(op.iterdir())
    for exporter in ("torchscript", "torch.export"):
        done = without_network(
            *(sys.executable, "-m", "workbench", "verify", "--trust", "--json", "-", op),
            *("--exporter", exporter), home=home,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        assert json.loads(done.stdout)["ops"][0]["stages"]["compare"]["status"] == "ok"
        assert any(name.startswith(OURS[0]) for name in files(home))
        assert foreign(home) == []
        assert sorted(op.iterdir()) == before


@pytest.mark.parametrize("name", HOSTS)
def test_a_host_is_one_thread_without_files_when_it_may_be_forked(home, name) -> None:
    # NumPy's BLAS has a pool from its import on, which it ends itself before a fork.
    environment = {**of_user(home), "OPENBLAS_NUM_THREADS": "1"}
    environment["PYTHONPATH"] = host_environment()["PYTHONPATH"]
    with subprocess.Popen(
        host_command(name), env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as host:
        assert host.stdin is not None
        assert host.stdout is not None
        assert b"HostReady" in host.stdout.readline()
        threads = list(Path(f"/proc/{host.pid}/task").iterdir())
        host.stdin.close()
    assert len(threads) == 1
    assert foreign(home) == []


@pytest.fixture(scope="module", autouse=True)
def waiting(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[subprocess.Popen[bytes], float]]:
    """A host without work, and until when it has to be left alone; the other tests run meanwhile."""
    home = tmp_path_factory.mktemp("home")
    (home / "tmp").mkdir()
    environment = of_user(home) | {"PYTHONPATH": host_environment()["PYTHONPATH"]}
    with subprocess.Popen(
        [sys.executable, no_network.__file__, *host_command("ort")], env=environment,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    ) as host:  # fmt: skip
        assert host.stdin is not None
        assert host.stdout is not None
        assert b"HostReady" in host.stdout.readline()
        yield host, time.monotonic() + 15
        host.stdin.close()


def test_what_the_engine_starts_ort_with_is_reported_by_doctor(home) -> None:
    done = without_network(sys.executable, "-m", "workbench", "doctor", "--json", home=home)
    found = {f["name"]: f for f in json.loads(done.stdout)["findings"]}
    assert found["ORT telemetry"]["status"] == "ok"
    assert found["ORT telemetry"]["text"].startswith("off")


def test_every_script_that_runs_ort_has_the_program_imported_before() -> None:
    """The program's package turns telemetry off; tests have it from ``conftest.py``."""
    late = []
    for file in sorted((ROOT / "tools").glob("*.py")):
        names = [
            alias if isinstance(node, ast.ImportFrom) else alias.name
            for node in ast.parse(file.read_text(encoding="utf-8")).body
            if isinstance(node, ast.Import | ast.ImportFrom)
            for alias in (node.names if isinstance(node, ast.Import) else [node.module or ""])
        ]
        tops = [str(name).partition(".")[0] for name in names]
        for i, top in enumerate(tops):
            if top == "onnxruntime" and "workbench" not in tops[:i]:
                late.append(f"{file.name}: {top}")
    assert late == []


def test_a_whole_session_of_the_window_without_network_or_files_elsewhere(home) -> None:
    """From the gallery to 'agrees' and through broken kernels, with the editor and Netron."""
    job = "tests/end2end/test_main_job.py"
    begin_cache(home / OURS[0])  # the session of the command line makes all of it
    flags = ("-q", "-p", "no:cacheprovider", "--basetemp", home / "tmp" / "job", "-k", "gallery_to")
    done = without_network(
        *("--connections", sys.executable, "-m", "pytest", *flags, job), home=home,
        OP_WORKBENCH_CACHE=str(home / OURS[0]),  # the program's default, not the tests' own
        TEST_PROFILE="large",  # alone it is not run again for make test
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 passed" in done.stdout
    assert [name for name in foreign(home) if not name.startswith("tmp/job/")] == []


def test_a_host_that_waits_for_work_calls_nobody(waiting) -> None:
    """Nine seconds after the import is when telemetry that is on makes its first socket."""
    host, until = waiting
    with pytest.raises(subprocess.TimeoutExpired):
        host.wait(max(0.0, until - time.monotonic()))
    host.stdin.close()
    assert host.wait(15) == 0
