"""What a window that is gone has left is found; what an open one has is not."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from workbench import paths
from workbench.core.errors import UserError
from workbench.core.storage import journal
from workbench.core.storage.journal import Entry, FileEdit, Journal, UnfinishedText

KILLED = """
import os, signal, sys
from pathlib import Path
from workbench.core.storage.journal import Entry, FileEdit, Journal

journal = Journal(Path(sys.argv[1]))
for number in range(int(sys.argv[2])):
    for op in ("ops/a", "ops/b"):
        journal.write(Entry(1, op, op[-1], number, {"kernel.cpp": FileEdit(f"// {number}", "")}))
if sys.argv[3] == "kill":
    os.kill(os.getpid(), signal.SIGKILL)
print("ready", flush=True)
sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def _own_data(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("OP_WORKBENCH_DATA", str(tmp_path / "data"))


def entry(op: str = "ops/a", text: str = "// edited", when: float = 1.0) -> Entry:
    unfinished = {"args[0].default": UnfinishedText("1..2", "no number")}
    return Entry(1, op, "a", when, {"kernel.cpp": FileEdit(text, "base")}, unfinished)


def kill(project: Path, writes: int = 1) -> None:
    """A window writes edits of two ops, and is killed."""
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(project), str(writes), "kill"], check=False
    )
    assert done.returncode == -signal.SIGKILL


def leftovers() -> list[Path]:
    return [p for p in (paths.data_dir() / "journal").rglob("*") if p.is_file()]


def test_looking_at_a_project_writes_nothing(tmp_path) -> None:
    found = Journal(tmp_path)
    found.drop("ops/a")
    found.close()
    assert not paths.data_dir().exists()


def test_edits_of_a_killed_window_are_found_with_all_they_had(tmp_path) -> None:
    kill(tmp_path, writes=20)
    (left,) = journal.find_left(tmp_path)
    assert left.project == tmp_path
    assert {(e.op, e.files["kernel.cpp"].text) for e in left.entries} == {
        ("ops/a", "// 19"), ("ops/b", "// 19"),
    }  # fmt: skip
    left.settle()
    assert journal.find_left(tmp_path) == []
    assert leftovers() == []


def test_what_is_decided_later_is_found_again(tmp_path) -> None:
    kill(tmp_path)
    (left,) = journal.find_left(tmp_path)
    left.keep()
    (left,) = journal.find_left(tmp_path)
    left.settle()


def test_edits_of_an_open_window_are_not_offered_to_another(tmp_path) -> None:
    arguments = [sys.executable, "-c", KILLED, str(tmp_path), "1", "wait"]
    with subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as window:
        assert window.stdout is not None
        assert window.stdout.readline() == b"ready\n"
        assert journal.find_left(tmp_path) == []
        assert journal.find_left() == []
        window.kill()
        window.wait()
        (left,) = journal.find_left(tmp_path)
        left.settle()


def test_two_windows_on_one_project_and_a_third_that_died(tmp_path) -> None:
    kill(tmp_path)
    first, second = Journal(tmp_path), Journal(tmp_path)
    first.write(entry())
    second.write(entry())
    (left,) = journal.find_left(tmp_path)
    assert journal.find_left(tmp_path) == []  # while one window asks, another does not
    left.settle()
    first.close()
    second.close()
    assert leftovers() == []


def test_the_last_one_comes_first_and_other_projects_apart(tmp_path) -> None:
    for name, writes in (("a", 3), ("b", 9), ("c", 6)):
        kill(tmp_path / name, writes)
    found = journal.find_left()
    assert [left.project.name for left in found] == ["b", "c", "a"]
    for left in found:
        left.keep()
    (left,) = journal.find_left(tmp_path / "a")
    assert left.project.name == "a"
    left.settle()


def test_saved_ops_are_dropped_and_a_closed_journal_is_gone(tmp_path) -> None:
    own = Journal(tmp_path)
    own.write(entry("ops/a"))
    own.write(entry("ops/b"))
    own.drop("ops/a")
    assert len([p for p in leftovers() if len(p.stem) == 24]) == 1
    own.close()
    assert leftovers() == []


def test_a_folder_that_was_cleaned_up_behind_us_is_made_again(tmp_path) -> None:
    own = Journal(tmp_path)
    own.write(entry())
    shutil.rmtree(paths.data_dir())
    own.write(entry(text="// again"))
    assert leftovers()
    own.close()


DEEP = b'{"more":' + b"[" * 100_000
OUTSIDE = b'{"version": 1, "op": ".", "name": "a", "when": 1.0, "files": {"%b": {"text": "x", "base": ""}}}'


@pytest.mark.parametrize(
    "damage",
    [
        *(b"", b"{", b"\0" * 50, b"[]", b'{"version": 99}', b"\xff\xfe", DEEP),
        *(OUTSIDE % name for name in (b"../evil", b"/etc/evil", b"a\\u0000b")),
    ],
)
def test_a_damaged_file_does_not_hide_the_others_and_is_kept(tmp_path, damage) -> None:
    kill(tmp_path)
    files = [p for p in leftovers() if len(p.stem) == 24]
    files[0].write_bytes(damage)
    (left,) = journal.find_left(tmp_path)
    assert len(left.entries) == 1
    assert left.damaged == 1
    kept = left.settle()
    assert kept is not None
    assert (kept / files[0].name).read_bytes() == damage
    assert journal.find_left(tmp_path) == []


@pytest.mark.parametrize("name", ["owner.json", "lock"])
def test_a_journal_without_its_head_never_blocks(tmp_path, name) -> None:
    kill(tmp_path)
    next(p for p in leftovers() if p.name == name).unlink()
    for left in journal.find_left(tmp_path):
        left.settle()
    assert journal.find_left(tmp_path) == []


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'{"project": "\xff", "pid": 1}', DEEP])
def test_a_journal_with_a_damaged_head_is_found_by_its_project(tmp_path, damage) -> None:
    kill(tmp_path)
    next(p for p in leftovers() if p.name == "owner.json").write_bytes(damage)
    assert journal.find_left() == []
    (left,) = journal.find_left(tmp_path)
    assert len(left.entries) == 2
    left.settle()
    assert journal.find_left(tmp_path) == []


def test_strange_things_in_the_folder_never_block(tmp_path) -> None:
    home = paths.data_dir() / "journal"
    (home / "x" / "y").mkdir(parents=True)
    (home / "file").write_text("", encoding="utf-8")
    (home / "x" / "y" / "lock").mkdir()
    assert journal.find_left() == []


def test_where_nothing_can_be_written_the_writer_is_told(tmp_path, monkeypatch) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("OP_WORKBENCH_DATA", str(tmp_path / "file"))
    with pytest.raises(OSError, match="Not a directory"):
        Journal(tmp_path).write(entry())
    assert journal.find_left(tmp_path) == []


def test_edits_that_were_saved_since_are_no_edits(tmp_path) -> None:
    (tmp_path / "kernel.cpp").write_text("// edited", encoding="utf-8")
    assert journal.changed_files(entry(), tmp_path) == {}
    assert list(journal.changed_files(entry(text="// other"), tmp_path)) == ["kernel.cpp"]
    gone = Entry(1, ".", "a", 1.0, {"gone.h": FileEdit(None, "x")})
    assert journal.changed_files(gone, tmp_path) == {}


def test_edits_without_an_op_are_written_beside_and_nowhere_else(tmp_path) -> None:
    files = {"kernel.cpp": FileEdit("// a", ""), "../../evil": FileEdit("x", "")}
    folder = journal.rescue([Entry(1, "ops/a", "a", 1.0, files)], "edge")
    again = journal.rescue([entry()], "edge")
    assert folder != again
    assert (folder / "a" / "kernel.cpp").read_text(encoding="utf-8") == "// a"
    assert folder.is_relative_to(paths.data_dir() / "recovered")
    assert [p.name for p in (paths.data_dir() / "recovered").rglob("evil")] == []


def test_a_rescue_that_cannot_be_written_says_so(tmp_path, monkeypatch) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("OP_WORKBENCH_DATA", str(tmp_path / "file"))
    with pytest.raises(UserError):
        journal.rescue([entry()], "edge")


def test_a_text_that_no_file_can_hold_is_kept_too(tmp_path) -> None:
    own = Journal(tmp_path)
    own.write(entry(text="half \udc80"))
    (file,) = [p for p in leftovers() if len(p.stem) == 24]
    assert "half ?" in file.read_text(encoding="utf-8")
    own.close()


def test_others_may_not_read_it(tmp_path) -> None:
    own = Journal(tmp_path)
    own.write(entry())
    (home,) = (paths.data_dir() / "journal").iterdir()
    assert home.stat().st_mode & 0o077 == 0 or os.name == "nt"
    own.close()
