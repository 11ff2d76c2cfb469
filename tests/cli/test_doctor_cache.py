"""``doctor`` shows the cache and clears it."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.conftest import MakeOp
from workbench.core.storage import project


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    for name, size in (("a", 3_000_000), ("b", 2_000_000)):
        folder = tmp_path / "cache" / "objects" / name
        folder.mkdir(parents=True)
        (folder / "unit.o").write_bytes(bytes(size))
        os.utime(folder, (1e9, 1e9))
    return tmp_path / "cache"


def test_the_size_and_the_limit_are_shown_and_the_cache_is_cleared(run: Run, cache: Path) -> None:
    env = {"OP_WORKBENCH_CACHE": str(cache), "OP_WORKBENCH_CACHE_LIMIT": "1.5"}
    done = run("doctor", env=env)
    assert f"{cache}: 0.01 of 1.5 GB used by 2 entries" in done.stdout
    assert "--clear-cache" in done.stdout
    done = run("doctor", "--clear-cache", env=env)
    assert "5 MB of the cache were removed" in done.stdout
    assert "0.00 of 1.5 GB used by 0 entries" in done.stdout
    assert not list((cache / "objects").iterdir())


def test_json_stays_json_when_the_cache_is_cleared(run: Run, cache: Path) -> None:
    done = run("doctor", "--json", "--clear-cache", env={"OP_WORKBENCH_CACHE": str(cache)})
    assert any("cache" in f["name"] for f in json.loads(done.stdout)["findings"])
    assert "were removed" in done.stderr


def hours_old(*paths: Path) -> None:
    for path in paths:
        os.utime(path, (time.time() - 7200,) * 2)


def test_a_start_takes_away_what_is_too_much(run: Run, cache: Path, make_op: MakeOp) -> None:
    folder = make_op()
    hours_old(*(cache / "objects").iterdir())
    env = {"OP_WORKBENCH_CACHE": str(cache), "OP_WORKBENCH_CACHE_LIMIT": "0.000001"}
    for _ in range(2):  # what the first has made stays for the second
        done = run("verify", folder, env=env)
        assert done.returncode == 0, done.stdout + done.stderr
        assert not {"a", "b"} & {p.name for p in (cache / "objects").iterdir()}


def test_a_start_takes_away_what_killed_processes_left(
    run: Run, cache: Path, tmp_path: Path
) -> None:
    nothing_to_compile = project.gallery_folder() / "selu_script"
    folder = project.copy_op(
        nothing_to_compile, project.create_project(tmp_path / "p").folder, "op"
    )
    scratch, written = cache / "scratch" / "tmpabcd1234", folder / ".op.toml.abcd1234"
    scratch.mkdir(parents=True)
    written.write_bytes(b"half of it")
    written.chmod(0o600)  # as what the program writes before it is whole
    hours_old(scratch, written)
    assert run("build", folder, env={"OP_WORKBENCH_CACHE": str(cache)}).returncode == 0
    assert not written.exists()
    assert not scratch.exists()
