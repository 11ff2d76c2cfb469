"""The cache stays within its limit, and nothing that is needed goes."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from pathlib import Path

import pytest

from workbench.core.files.files import replacing
from workbench.core.files.leftovers import is_left, remove_left, scratch_folder
from workbench.core.storage import cache

HOUR = 3600.0


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "cache"


def entry(root: Path, name: str, size: int, hours: float, kind: str = "objects") -> Path:
    """An entry that was used so many hours ago."""
    path = root / kind / name
    path.mkdir(parents=True)
    (path / "unit.o").write_bytes(bytes(size))
    age(path, hours * HOUR)
    return path


def age(path: Path, seconds: float) -> None:
    then = time.time() - seconds
    os.utime(path, (then, then))


def names(root: Path) -> set[str]:
    return {p.name for kind in cache.KINDS for p in (root / kind).glob("*")}


def test_what_was_not_used_for_longest_goes_first_whatever_its_kind(root: Path) -> None:
    entry(root, "old", 100, 9)
    entry(root, "older", 100, 10, "models")
    entry(root, "header", 1000, 2, "headers")
    entry(root, "newer", 100, 3, "libraries")
    assert cache.usage(root)[:2] == (1300, 4)
    assert cache.trim(root, 1300) == 0
    assert cache.trim(root, 1150) == 200
    assert names(root) == {"header", "newer"}
    assert list((root / "scratch").iterdir()) == []


def test_use_is_recorded_by_any_file_of_an_entry(root: Path) -> None:
    used, unused = entry(root, "used", 100, 9), entry(root, "unused", 100, 8)
    cache.mark_used(
        [str(used / "unit.o"), "", "/", str(root), str(root / "objects"), f"{root}x/objects/a"],
        root,
    )
    cache.trim(root, 100)
    assert used.exists()
    assert not unused.exists()


def test_what_was_used_in_the_last_minutes_stays_even_beyond_the_limit(root: Path) -> None:
    entry(root, "now", 100, 0.01)
    assert cache.trim(root, 0) == 0
    assert names(root) == {"now"}


def test_what_is_used_while_others_are_removed_stays(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = entry(root, "first", 100, 9), entry(root, "second", 100, 8)
    remove = cache.shutil.rmtree

    def remove_and_use(path: Path, **more: bool) -> None:
        remove(path, **more)
        os.utime(second)

    monkeypatch.setattr(cache.shutil, "rmtree", remove_and_use)
    assert cache.trim(root, 0) == 100
    assert not first.exists()
    assert second.exists()


def test_what_nobody_used_for_long_goes_within_the_limit(root: Path) -> None:
    entry(root, "ancient", 100, 24 * 40)
    entry(root, "young", 100, 24)
    cache.trim(root, 10**9, max_age=30 * 24 * HOUR)
    assert names(root) == {"young"}


def test_files_count_as_entries_too(root: Path) -> None:
    (root / "packages").mkdir(parents=True)
    (root / "packages" / "x.json").write_bytes(bytes(50))
    age(root / "packages" / "x.json", HOUR)
    assert cache.usage(root).bytes == 50
    assert cache.clear(root) == 50


@pytest.mark.parametrize(
    ("text", "limit"),
    [("", 2e9), ("0.5", 5e8), ("0", 0), ("-1", 2e9), ("much", 2e9), ("nan", 2e9), ("inf", 2e9)],
)
def test_the_limit_is_the_users(monkeypatch: pytest.MonkeyPatch, text: str, limit: float) -> None:
    monkeypatch.setenv("OP_WORKBENCH_CACHE_LIMIT", text)
    assert cache.limit_bytes() == limit


# -- two processes


def _job(root: Path, started: multiprocessing.Queue, kill: bool) -> None:
    with cache.lease(root), scratch_folder(root / "scratch"):
        cache.mark_used([str(root / "objects" / "needed" / "unit.o")], root)
        started.put(os.getpid())
        if kill:
            os.kill(os.getpid(), signal.SIGKILL)
        signal.pause()


@pytest.fixture
def other(root: Path):
    """Another process that runs a job on the entry 'needed'; or was killed while it did."""
    context = multiprocessing.get_context("fork")
    made = []

    def start(kill: bool = False) -> int:
        (root / "scratch").mkdir(parents=True, exist_ok=True)
        started = context.Queue()
        process = context.Process(target=_job, args=(root, started, kill))
        process.start()
        made.append(process)
        if kill:
            process.join()
            return process.pid
        return started.get(timeout=30)

    yield start
    for process in made:
        process.kill()
        process.join()


def everything_is_older(root: Path) -> None:
    """As if the job ran for an hour already: what it used was used at its start."""
    for kind in ("leases", "scratch"):
        for path in (root / kind).iterdir():
            age(path, HOUR)
    age(root / "objects" / "needed", HOUR - 1)


def test_a_running_job_of_another_process_keeps_what_it_used(root: Path, other) -> None:
    entry(root, "needed", 100, 9)
    entry(root, "unneeded", 100, 9)
    pid = other()
    everything_is_older(root)
    assert cache.trim(root, 0) == 100
    assert names(root) == {"needed"}
    assert cache.clear(root) == 0
    assert len(list((root / "scratch").iterdir())) == 1
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    assert cache.clear(root) == 100
    assert list((root / "scratch").iterdir()) == []
    assert list((root / "leases").iterdir()) == []


def test_what_a_killed_job_left_goes_at_the_next_start(root: Path, other) -> None:
    entry(root, "needed", 100, 9)
    other(kill=True)
    everything_is_older(root)
    assert len(list((root / "scratch").iterdir())) == 1
    assert cache.trim(root, 0) == 100
    assert list((root / "scratch").iterdir()) == []


# -- beside the user's files


def _write(path: Path) -> None:
    with replacing(path) as file:
        file.write(b"half of it")
        file.flush()
        os.kill(os.getpid(), signal.SIGKILL)


def test_a_temporary_file_of_a_killed_process_goes_and_no_other(tmp_path: Path) -> None:
    (tmp_path / "op.toml").write_text("schema = 1\n")
    process = multiprocessing.get_context("fork").Process(
        target=_write, args=(tmp_path / "op.toml",)
    )
    process.start()
    process.join()
    (left,) = tmp_path.glob(".op.toml.????????")
    own = tmp_path / ".op.toml.original"
    own.write_text("the user's")
    own.chmod(0o644)
    link = tmp_path / ".op.toml.elsewher"
    link.symlink_to(own)
    remove_left(tmp_path)
    assert left.exists(), "it may be of a process that has not locked it yet"
    for path in (left, own):
        age(path, 60)
    remove_left(tmp_path)
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted([own.name, link.name, "op.toml"])


def test_a_temporary_file_that_is_being_written_stays(tmp_path: Path) -> None:
    with replacing(tmp_path / "op.toml") as file:
        (temporary,) = tmp_path.glob(".op.toml.*")
        age(temporary, 60)
        remove_left(tmp_path)
        assert temporary.exists()
        file.write(b"whole")
    assert (tmp_path / "op.toml").read_bytes() == b"whole"
    assert not is_left(tmp_path / "nowhere")


def test_a_scratch_folder_goes_with_its_block_and_stays_meanwhile(tmp_path: Path) -> None:
    with scratch_folder(tmp_path, ".name.") as own:
        age(own, 60)
        remove_left(tmp_path)
        assert own.is_dir()
    assert not own.exists()
