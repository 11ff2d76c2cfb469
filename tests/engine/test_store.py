"""The private cache: an entry is whole or not there, and nothing blocks anybody."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest

from workbench.core.compile.torch_headers import HeaderSet
from workbench.core.errors import UserError
from workbench.engine.build import precompiled
from workbench.engine.compilers import compiler
from workbench.engine.store import Store, digest


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "cache")


def entry(store: Store, text: str = "content") -> Path:
    with store.scratch() as scratch:
        folder = scratch / "made"
        folder.mkdir()
        (folder / "file").write_text(text)
        return store.add("objects", "key", folder)


def test_boundaries_of_parts_count() -> None:
    assert digest(["ab", "c"]) != digest(["a", "bc"])
    assert digest(["a", ""]) != digest(["a"])
    assert digest(["a"]) == digest([b"a"])


def test_an_entry_is_found(store: Store) -> None:
    assert not store.has("objects", "key", "file")
    path = entry(store)
    assert store.has("objects", "key", "file")
    assert path == store.path("objects", "key")
    assert store.path("objects", "key", "file").read_text() == "content"


def test_an_entry_that_is_there_stays(store: Store) -> None:
    entry(store, "first")
    entry(store, "second")
    assert store.path("objects", "key", "file").read_text() == "first"


def test_the_scratch_folder_is_gone_after_an_error(store: Store) -> None:
    with pytest.raises(ZeroDivisionError), store.scratch() as scratch:
        (scratch / "file").write_text(str(1 // 0))
    assert list((store.root / "scratch").iterdir()) == []


def test_scratch_folders_are_distinct(store: Store) -> None:
    with store.scratch() as one, store.scratch() as two:
        assert one != two


def test_asking_makes_no_folder(store: Store) -> None:
    store.has("objects", "key", "file")
    store.prune()
    assert not store.root.exists()


def test_a_cache_below_a_file_is_unusable(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError) as caught, Store(tmp_path / "file").scratch():
        pass
    assert caught.value.problem.kind == "disk"
    assert "OP_WORKBENCH_CACHE" in caught.value.problem.hint


def test_an_error_while_writing_names_the_cache(store: Store) -> None:
    with pytest.raises(UserError) as caught, store.scratch():
        raise OSError(28, "No space left on device")
    assert "No space left" in caught.value.problem.message
    assert caught.value.problem.file == str(store.root)


def old(path: Path, days: float) -> None:
    stamp = time.time() - days * 86400
    os.utime(path, (stamp, stamp))


def test_pruning_removes_what_nobody_used(store: Store) -> None:
    path = entry(store)
    old(path, 31)
    store.prune()
    assert not path.exists()


def test_asking_for_an_entry_keeps_it(store: Store) -> None:
    path = entry(store)
    old(path, 31)
    assert store.has("objects", "key", "file")
    store.prune()
    assert path.exists()


def test_pruning_removes_what_killed_builds_left(store: Store) -> None:
    left = store.root / "scratch" / "left"
    (left / "deep").mkdir(parents=True)
    old(left, 1.5)
    young = store.root / "scratch" / "young"
    young.mkdir()
    store.prune()
    assert not left.exists()
    assert young.exists()


def test_pruning_leaves_other_things_alone(store: Store) -> None:
    headers = store.root / "onnxruntime-headers"
    headers.mkdir(parents=True)
    old(headers, 100)
    store.prune()
    assert headers.exists()


def test_a_host_looks_through_the_cache_where_no_other_has_just_done_so(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It walks through thousands of files, which took half of a host's own time to begin."""
    monkeypatch.setenv("OP_WORKBENCH_CACHE", str(store.root))

    def start() -> None:
        host = [sys.executable, "-m", "workbench.engine.torch_host"]
        with subprocess.Popen(host, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            assert b"HostReady" in process.stdout.readline()

    for remains in (False, True):
        path = entry(store)
        old(path, 31)
        start()
        assert path.exists() == remains


ALONE = """
import sys
from pathlib import Path
from workbench.engine.compilers import compiler
from workbench.engine.store import Store
with Store(Path(sys.argv[1])).alone("headers", "key"):
    print("inside", flush=True)
    sys.stdin.read()
"""


@pytest.mark.parametrize("end", ["done", "killed"])
def test_what_takes_long_is_made_by_one_process_and_then_by_the_next(
    store: Store, end: str
) -> None:
    def start() -> subprocess.Popen[str]:
        command = [sys.executable, "-c", ALONE, str(store.root)]
        return subprocess.Popen(command, stdin=-1, stdout=-1, text=True)

    with start() as first:
        assert first.stdout is not None
        assert first.stdin is not None
        assert first.stdout.readline() == "inside\n"
        with start() as second:
            assert second.stdout is not None
            waits, _, _ = select.select([second.stdout], [], [], 1.0)
            assert not waits
            first.kill() if end == "killed" else first.stdin.close()
            assert second.stdout.readline() == "inside\n"
            second.communicate()
        assert second.returncode == 0
    assert list((store.root / "scratch").iterdir()) == []


def test_who_waits_for_anothers_precompiled_headers_is_told(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both are told before one of them waits."""
    told: list[tuple[str, float]] = []
    header = tmp_path / "light.h"
    header.write_text("int one;")

    def wait(_kind: str, _key: str) -> None:
        text, seconds = told[0]
        assert text == "Precompiling torch's headers (light, once)"
        assert seconds > 0, "what it usually takes is told before it was ever done here"
        raise TimeoutError

    monkeypatch.setattr(store, "alone", wait)
    with pytest.raises(TimeoutError):
        precompiled.torch_headers(
            HeaderSet("light", header), (), (), compiler(), store, lambda *what: told.append(what)
        )
