"""Environments of runtimes that are added twice at once, killed, removed under a run, or find no room.

pip fetches small wheels of the packages' names from a folder: the real ones are behind the network. Their
import waits for a file, so that what happens meanwhile happens meanwhile.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli.conftest import ROOT, Run, command
from tests.conftest import MakeOp
from tests.engine.conftest import wait_until
from tests.large import some
from workbench.engine.runtimes.runners.tvm_ffi import PACKAGES

NAME = "tvm-ffi"
WAITS = """
import os, pathlib, time
__version__ = "9"
here = pathlib.Path({folder!r})
(here / "started").write_text(str(os.getpid()))
while not (here / "go").exists():
    time.sleep(0.01)
"""

Env = dict[str, str | None]


def wheel(folder: Path, pinned: str, code: str, more: int = 0) -> None:
    """A wheel of one module; ``more`` bytes beside it, which do not become less."""
    distribution, version = pinned.replace("-", "_").split("==")
    module = distribution.removeprefix("apache_")
    info = f"{distribution}-{version}.dist-info"
    with zipfile.ZipFile(folder / f"{distribution}-{version}-py3-none-any.whl", "w") as archive:
        archive.writestr(f"{module}.py", code)
        archive.writestr(f"{module}_data.bin", os.urandom(more))
        archive.writestr(
            f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {distribution}\nVersion: {version}\n"
        )
        archive.writestr(
            f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        archive.writestr(f"{info}/RECORD", "")  # fmt: skip


@pytest.fixture
def env(tmp_path: Path) -> Env:
    """Where pip finds these wheels and nothing else."""
    (folder := tmp_path / "wheels").mkdir()
    for pinned in PACKAGES:
        wheel(
            folder,
            pinned,
            WAITS.format(folder=str(tmp_path)) if "tvm" in pinned else "__version__ = '9'\n",
        )
    return {
        "OP_WORKBENCH_DATA": str(tmp_path / "data"),
        "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(folder), "PIP_CONFIG_FILE": os.devnull,
    }  # fmt: skip


@pytest.fixture
def start(env: Env) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Start the command, and go on."""
    started = []

    def call(*words: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            command(*words), env={**os.environ, **{k: v for k, v in env.items() if v}}, cwd=ROOT,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        started.append(process)
        return process

    yield call
    for process in started:
        process.kill()
        process.communicate()


def test_two_that_add_the_same_make_it_once(
    start: Callable[..., subprocess.Popen[str]], run: Run, env: Env, tmp_path: Path
) -> None:
    first = start("runtime", "add", NAME)
    assert wait_until((tmp_path / "started").exists, 60), "the first comes as far as to its check"
    second, third = start("runtime", "add", NAME), start("runtime", "remove", NAME)
    for other in (second, third):
        assert other.stdout is not None
        assert any("another op-workbench is adding it" in line for line in other.stdout)
    third.send_signal(signal.SIGINT)
    assert third.wait(60) == 130, "what waits can be given up"
    (tmp_path / "started").unlink()
    (tmp_path / "go").touch()
    done, other_done = first.communicate(timeout=60), second.communicate(timeout=60)
    assert (first.returncode, second.returncode) == (0, 0), (done, other_done)
    assert "made by the other op-workbench" in other_done[0]
    assert not (tmp_path / "started").exists(), "the second did not make it anew"
    (listed,) = (one for one in json.loads(run("runtime", "list", "--json", "-", env=env).stdout)
                 if one["added"])  # fmt: skip
    assert (listed["name"], listed["versions"]) == (NAME, "tvm-ffi 9, NumPy 9")
    assert [path.name for path in (tmp_path / "data" / "runtimes").iterdir()] == [NAME]


def test_what_was_killed_half_way_is_not_there_and_is_made_anew(
    start: Callable[..., subprocess.Popen[str]], run: Run, env: Env, make_op: MakeOp, tmp_path: Path
) -> None:
    first = start("runtime", "add", NAME)
    started = tmp_path / "started"
    # The file is there a moment before its text is.
    written = wait_until(lambda: started.exists() and bool(started.read_text()), 60)
    assert written, "it comes as far as to its check"
    pid = int(started.read_text())
    first.kill()
    first.wait()
    assert wait_until(lambda: not Path(f"/proc/{pid}").exists(), 60), (
        "what it had started ends with it"
    )
    half = tmp_path / "data" / "runtimes" / NAME
    (half / "mark").touch()
    assert (
        f"or not to its end: op-workbench runtime add {NAME}"
        in run("runtime", "list", env=env).stdout
    )
    done = run("verify", make_op(), "--runtime", NAME, env=env)
    assert done.returncode == 1
    assert f"Add it: op-workbench runtime add {NAME}" in done.stderr
    (tmp_path / "go").touch()
    done = run("runtime", "add", NAME, env=env)
    assert done.returncode == 0, done.stderr
    assert "another op-workbench" not in done.stdout
    assert not (half / "mark").exists()
    assert [path.name for path in half.parent.iterdir()] == [NAME]


def test_a_data_folder_that_is_a_file_is_named(run: Run, env: Env, tmp_path: Path) -> None:
    (tmp_path / "data").touch()
    done = run("runtime", "add", NAME, env=env)
    assert done.returncode == 1
    there = tmp_path / "data" / "runtimes" / NAME
    assert f"{there}: its environment cannot be written" in done.stderr
    assert "OP_WORKBENCH_DATA moves it" in done.stderr
    assert "was not there" in run("runtime", "remove", NAME, env=env).stdout


@contextmanager
def mounted(folder: Path, size: str) -> Iterator[None]:
    """A disk of its own at the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    words = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
    if subprocess.run(words, check=False, stderr=subprocess.DEVNULL).returncode != 0:
        pytest.skip("no file system may be mounted here")
    try:
        yield
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def test_a_disk_that_is_full_before_it_is_all_there(run: Run, env: Env, tmp_path: Path) -> None:
    wheel(tmp_path / "wheels", PACKAGES[0], "__version__ = '9'\n", 3_000_000)
    data = tmp_path / "data"
    with mounted(data, "2m"):
        done = run("runtime", "add", NAME, env=env)
        assert done.returncode == 1
        assert "No space left on device" in done.stderr
        assert f"Free some space in {data} and " in done.stderr
        assert "Look at the network" not in done.stderr
        assert list(data.glob("runtimes/*")) == []


def test_a_disk_that_cannot_be_written(run: Run, env: Env, tmp_path: Path) -> None:
    (there := tmp_path / "data" / "runtimes" / NAME).mkdir(parents=True)
    with mounted(tmp_path / "data", "1m"):
        there.mkdir(parents=True)
        (there / "ready.json").write_text('{"versions": "9"}')
        subprocess.run(["mount", "-o", "remount,ro", str(tmp_path / "data")], check=True)
        for word in ("add", "remove"):
            done = run("runtime", word, NAME, env=env)
            assert done.returncode == 1
            assert (
                f"{there}: its environment cannot be written: Read-only file system" in done.stderr
            )


GOES = "#!/bin/sh\nrm -r {folder}\nexit 1\n"
"""In the place of the environment's Python: the environment goes away under a run."""


@pytest.mark.parametrize("going", some(["verify", "deliver"], ["verify"]))
def test_an_environment_that_is_damaged_or_goes_away_under_a_run_is_named(
    make_op: MakeOp, run: Run, env: Env, tmp_path: Path, going: str
) -> None:
    op, folder = make_op(), tmp_path / "data" / "runtimes" / NAME
    verify = ("verify", op, "--runtime", NAME)
    deliver = ("deliver", op, "--form", NAME, "--to", tmp_path / "to")
    python = folder / "python" / "bin" / "python"

    def told(*words: str | Path, content: str = "") -> str:
        python.parent.mkdir(parents=True, exist_ok=True)
        (folder / "ready.json").write_text('{"versions": "9"}')
        if content:
            python.write_text(content)
            python.chmod(0o755)
        done = run(*words, env=env)
        assert done.returncode == 1
        assert f"op-workbench runtime add {NAME}" in done.stdout + done.stderr
        return done.stdout + done.stderr

    damaged = f"{python}: the environment of {NAME} is damaged: No such file or directory"
    assert damaged in told(*verify)
    gone = f"{folder}: the environment of {NAME} went away while it was used"
    words = verify if going == "verify" else deliver
    assert gone in told(*words, content=GOES.format(folder=folder))
    assert not (tmp_path / "to").exists()


def test_without_a_network_the_reason_is_what_broke(env: Env, run: Run) -> None:
    """pip's last words are only that it knows no version."""
    closed = "http://127.0.0.1:9/simple"
    lost = {"PIP_NO_INDEX": None, "PIP_FIND_LINKS": None, "PIP_INDEX_URL": closed}
    told = run("runtime", "add", NAME, env={**env, **lost, "PIP_RETRIES": "1"})
    assert told.returncode == 1
    assert f"The command: {ROOT}" in told.stderr
    assert "Its reason: " in told.stderr
    assert "Connection refused" in told.stderr
    assert "Look at the network" in told.stderr
