"""An archive comes out as it went in, and a hostile one leaves nothing behind."""

from __future__ import annotations

import os
import resource
import zipfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.files import contents
from tests.large import examples
from workbench.core.errors import UserError
from workbench.core.storage import archive, archive_rules, project, trust

PROJECT = 'schema = 1\nname = "sent"\n'


@pytest.fixture
def home(tmp_path) -> Path:
    """A project with one op."""
    folder = project.create_project(tmp_path / "edge-ops").folder
    project.copy_op(project.gallery_folder() / "my_add_custom", folder, "mine")
    return folder


# -- packing


def test_a_project_comes_out_as_it_went_in(home, tmp_path) -> None:
    members, left = archive.collect(home)
    archive.pack(members, tmp_path / "sent.zip")
    out = archive.unpack(tmp_path / "sent.zip", tmp_path / "far" / "away")
    assert contents(out) == contents(home)
    assert left == []
    assert not trust.is_trusted(out / "ops" / "mine")


def test_the_same_project_gives_the_same_bytes(home, tmp_path) -> None:
    archive.pack(archive.collect(home)[0], tmp_path / "a.zip")
    os.utime(home / "project.toml", (1, 1))
    (home / "project.toml").chmod(0o600)
    archive.pack(archive.collect(home)[0], tmp_path / "b.zip")
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()


def test_caches_and_version_control_stay_behind(home) -> None:
    for name in (
        ".git/config", "ops/mine/__pycache__/x.pyc", "ops/mine/k.o", "ops/mine/op.toml.theirs",
        "ops/mine/op.toml.v1.bak", ".DS_Store", "ops/mine/.op.toml.k2j3h4_g",
        "ops/.other.k2j3h4_g/copy/op.toml",
    ):  # fmt: skip
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text("x", encoding="utf-8")
    (home / ".gitignore").write_text("x", encoding="utf-8")
    assert sorted(archive.collect(home)[0]) == [
        ".gitignore", "ops/mine/kernel.cpp", "ops/mine/op.toml", "project.toml",
    ]  # fmt: skip


def test_no_link_brings_in_a_file_from_outside(home, tmp_path) -> None:
    (tmp_path / "secret").write_text("key", encoding="utf-8")
    (home / "ops" / "mine" / "notes.txt").symlink_to(tmp_path / "secret")
    (home / "ops" / "mine" / "all").symlink_to(tmp_path)
    (home / "ops" / "mine" / "loop").symlink_to("loop")
    (home / "ops" / "mine" / "own.cpp").symlink_to("kernel.cpp")
    os.mkfifo(home / "pipe")
    members, left = archive.collect(home)
    assert left == ["ops/mine/all", "ops/mine/loop", "ops/mine/notes.txt", "pipe"]
    assert "ops/mine/own.cpp" in members


def test_a_name_that_is_no_text_is_left_and_told(home) -> None:
    Path(f"{home}/caf\udce9.txt").write_text("x", encoding="utf-8")
    members, left = archive.collect(home)
    assert left == ["caf\\xe9.txt"]
    assert len(members) == 3


def test_what_is_not_saved_yet_takes_the_files_place(home, tmp_path) -> None:
    members = {**archive.collect(home)[0], "ops/mine/kernel.cpp": b"// edited\n"}
    archive.pack(members, tmp_path / "sent.zip")
    out = archive.unpack(tmp_path / "sent.zip", tmp_path / "out")
    assert (out / "ops/mine/kernel.cpp").read_bytes() == b"// edited\n"


@pytest.mark.parametrize("name", ["ops/mine/aux.cpp", "ops/mine/KERNEL.cpp", "ops/a:b.h"])
def test_what_another_system_cannot_hold_is_refused_before_writing(home, tmp_path, name) -> None:
    (home / name).write_text("x", encoding="utf-8")
    with pytest.raises(UserError, match="Windows"):
        archive.pack(archive.collect(home)[0], tmp_path / "sent.zip")
    assert not (tmp_path / "sent.zip").exists()


def test_an_archive_in_the_project_does_not_hold_the_one_before(home) -> None:
    for _ in range(2):
        assert archive.pack(archive.collect(home)[0], home / "sent.zip") == 3
    with zipfile.ZipFile(home / "sent.zip") as file:
        assert file.namelist() == ["ops/mine/kernel.cpp", "ops/mine/op.toml", "project.toml"]


def test_a_failure_keeps_the_archive_that_was_there(home, tmp_path) -> None:
    (tmp_path / "sent.zip").write_text("before", encoding="utf-8")
    members = {**archive.collect(home)[0], "ops/gone.h": home / "gone.h"}
    with pytest.raises(UserError, match="cannot be read"):
        archive.pack(members, tmp_path / "sent.zip")
    assert (tmp_path / "sent.zip").read_text(encoding="utf-8") == "before"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["edge-ops", "sent.zip"]


def test_stopping_halfway_leaves_nothing(home, tmp_path) -> None:
    steps = archive.packing(archive.collect(home)[0], tmp_path / "sent.zip")
    next(steps)
    steps.close()
    assert [p.name for p in tmp_path.iterdir()] == ["edge-ops"]
    archive.pack(archive.collect(home)[0], tmp_path / "sent.zip")
    steps = archive.unpacking(tmp_path / "sent.zip", tmp_path / "a" / "b")
    next(steps)
    steps.close()
    assert sorted(p.name for p in tmp_path.iterdir()) == ["edge-ops", "sent.zip"]


def test_data_that_shrinks_like_a_bomb_still_comes_out(home, tmp_path) -> None:
    (home / "zeros.bin").write_bytes(bytes(48 * 2**20))
    archive.pack(archive.collect(home)[0], tmp_path / "sent.zip")
    out = archive.unpack(tmp_path / "sent.zip", tmp_path / "out")
    assert (out / "zeros.bin").stat().st_size == 48 * 2**20


def test_too_much_is_refused(home, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(archive_rules, "MAX_TOTAL", 1000)
    with pytest.raises(UserError, match="larger than"):
        archive.pack(archive.collect(home)[0], tmp_path / "sent.zip")
    assert [p.name for p in tmp_path.iterdir()] == ["edge-ops"]


_PARTS = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cc", "Cf", "Cs", "Co", "Zl", "Zp")),
    min_size=1,
    max_size=12,
)
_PATHS = st.lists(_PARTS, min_size=1, max_size=4).map("/".join)


@settings(examples(30), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.dictionaries(_PATHS, st.binary(max_size=200), max_size=8))
def test_whatever_can_be_packed_comes_out_the_same(tmp_path_factory, files) -> None:
    members = {**files, "project.toml": PROJECT.encode()}
    folder = tmp_path_factory.mktemp("round")
    try:
        archive.pack(members, folder / "x.zip")
    except UserError:
        assert not (folder / "x.zip").exists()
        return
    kept = {n: c for n, c in members.items() if not archive_rules.is_left_behind(n)}
    assert contents(archive.unpack(folder / "x.zip", folder / "out")) == kept


# -- unpacking


def test_a_taken_folder_is_never_touched(home, tmp_path) -> None:
    archive.pack(archive.collect(home)[0], tmp_path / "sent.zip")
    before = contents(home)
    with pytest.raises(UserError, match="not empty"):
        archive.unpack(tmp_path / "sent.zip", home)
    assert contents(home) == before
    (tmp_path / "empty").mkdir()
    archive.unpack(tmp_path / "sent.zip", tmp_path / "empty")


def test_a_full_disk_leaves_nothing(home, tmp_path) -> None:
    (home / "big.bin").write_bytes(os.urandom(300_000))
    archive.pack(archive.collect(home)[0], tmp_path / "sent.zip")
    before = sorted(tmp_path.rglob("*")), (tmp_path / "sent.zip").read_bytes()
    old = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, old[1]))  # Python ignores the signal
    try:
        with pytest.raises(UserError, match="cannot be unpacked: File too large"):
            archive.unpack(tmp_path / "sent.zip", tmp_path / "new" / "deep")
        with pytest.raises(UserError, match="cannot be written: File too large"):
            archive.pack(archive.collect(home)[0], tmp_path / "sent.zip")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, old)
    assert (sorted(tmp_path.rglob("*")), (tmp_path / "sent.zip").read_bytes()) == before


@pytest.mark.parametrize(
    ("name", "expected"),
    [("edge-ops.opwb.zip", "edge-ops"), ("a.b.ZIP", "a.b"), (".opwb.zip", "project")],
)
def test_the_projects_name_in_the_archives(name, expected) -> None:
    assert archive.stem(Path(name)) == expected


def test_an_archive_is_known_by_its_name(tmp_path) -> None:
    (tmp_path / "folder.zip").mkdir()
    assert archive.is_archive(tmp_path / "x.ZIP")
    assert not archive.is_archive(tmp_path / "folder.zip")
    assert not archive.is_archive(tmp_path / "x.toml")
