"""A hostile or damaged archive ends in a sentence and leaves nothing behind."""

from __future__ import annotations

import io
import stat
import struct
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.files import contents
from tests.large import examples
from workbench.core.errors import UserError
from workbench.core.storage import archive, archive_rules, project

PROJECT = 'schema = 1\nname = "sent"\n'


def zipped(path: Path, members: dict[str, bytes | str] | list, **attributes) -> Path:
    """A zip file as any program might write it."""
    pairs = members.items() if isinstance(members, dict) else members
    with zipfile.ZipFile(path, "w") as file:
        for name, content in pairs:
            info = zipfile.ZipInfo("placeholder")
            info.filename = name  # as it is: the constructor would fix it
            for key, value in attributes.items():
                setattr(info, key, value)
            if name == "project.toml":
                info.external_attr = 0
            file.writestr(info, content)
    return path


def refused(path: Path, words: str) -> None:
    """Unpacking fails with these words and leaves the disk as it was."""
    around = path.parent
    before = sorted(around.rglob("*"))
    target = around / "new" / "deep" / "target"
    with pytest.raises(UserError, match=words) as caught:
        archive.unpack(path, target)
    assert caught.value.problem.file == str(path)
    assert sorted(around.rglob("*")) == before


@pytest.mark.parametrize(
    "name",
    [
        "../evil", "ops/../../evil", "/etc/evil", "C:/evil", "c:evil", "..\\evil", "\\\\host\\evil",
        "ops/./x", "ops//x", "..", "ops/x:stream", "con", "ops/NUL.txt", "ops/com1.h", "ops/aux ",
        "ops/dot.", "a" * 600, "ops/" + "b" * 250, "x/" * 300 + "x", "ops/\x07bell", "ops/\u202egpj.c",
        "ops/new\nline",
    ],
)  # fmt: skip
def test_names_that_lead_elsewhere_or_nowhere_are_refused(tmp_path, name) -> None:
    path = zipped(tmp_path / "x.zip", {"project.toml": PROJECT, name: "evil"})
    refused(path, "the name|too many|leads")


def test_a_name_with_a_nul_is_refused(tmp_path) -> None:
    path = zipped(tmp_path / "x.zip", {"project.toml": PROJECT, "ops/aXb.cpp": "evil"})
    path.write_bytes(path.read_bytes().replace(b"ops/aXb.cpp", b"ops/a\0b.cpp"))
    refused(path, "cannot be shown")


@pytest.mark.parametrize("kind", [stat.S_IFLNK, stat.S_IFCHR, stat.S_IFIFO, stat.S_IFSOCK])
def test_links_and_devices_are_refused(tmp_path, kind) -> None:
    path = zipped(
        tmp_path / "x.zip",
        {"project.toml": PROJECT, "ops/link": "/etc/passwd"},
        external_attr=(kind | 0o777) << 16,
        create_system=3,
    )
    refused(path, "not a file")


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (["ops/a", "ops/a"], "twice"),
        (["ops/a", "ops/A"], "one file on Windows"),
        (["ops/é", "ops/e\u0301"], "one file"),
        (["ops/a", "ops/a/b"], "cannot both|one file"),
        (["ops/a/b", "ops/a"], "one file|twice"),
        (["ops/a/b", "ops/A/c"], "cannot both"),
    ],
)
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_names_that_collide_are_refused(tmp_path, names, words) -> None:
    path = zipped(tmp_path / "x.zip", [("project.toml", PROJECT), *((n, "x") for n in names)])
    refused(path, words)


def test_a_bomb_is_stopped_by_what_comes_out_not_by_what_it_says(tmp_path) -> None:
    with zipfile.ZipFile(tmp_path / "x.zip", "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("project.toml", PROJECT)
        with file.open("ops/bomb", "w") as out:
            for _ in range(80):
                out.write(bytes(2**20))
    refused(tmp_path / "x.zip", "far more than a project")


def test_a_bomb_that_states_a_small_size_is_stopped_too(tmp_path) -> None:
    with zipfile.ZipFile(tmp_path / "x.zip", "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("project.toml", PROJECT)
        file.writestr("ops/bomb", bytes(80 * 2**20))
    data = (tmp_path / "x.zip").read_bytes()
    (tmp_path / "x.zip").write_bytes(data.replace(struct.pack("<I", 80 * 2**20), b"\5\0\0\0"))
    refused(tmp_path / "x.zip", "far more than a project|damaged")


def test_a_member_that_would_begin_before_the_file_is_damage(tmp_path) -> None:
    path = zipped(tmp_path / "x.zip", {"project.toml": PROJECT})
    data = bytearray(path.read_bytes())
    # The list is said to begin further behind than it does: zipfile takes the difference off.
    struct.pack_into("<I", data, len(data) - 22 + 16, len(data))
    path.write_bytes(data)
    refused(path, "the archive is damaged")
    with pytest.raises(UserError, match="the archive is damaged"):
        list(archive.checking(path))


def test_a_list_that_would_fill_the_memory_is_not_read(tmp_path) -> None:
    path = zipped(tmp_path / "x.zip", {"project.toml": PROJECT})
    data = bytearray(path.read_bytes())
    struct.pack_into("<I", data, len(data) - 22 + 12, 2**31)
    path.write_bytes(data)
    refused(path, "too many files")


def test_too_many_files_are_refused(tmp_path) -> None:
    names = {f"ops/{i}": "" for i in range(archive_rules.MAX_FILES + 1)}
    refused(zipped(tmp_path / "x.zip", {"project.toml": PROJECT, **names}), "more than 10,000")


def test_a_password_is_refused(tmp_path) -> None:
    path = zipped(tmp_path / "x.zip", {"project.toml": PROJECT})
    data = path.read_bytes()
    at = data.index(b"PK\1\2")
    path.write_bytes(data[: at + 8] + b"\1\0" + data[at + 10 :])
    refused(path, "password")


def test_another_compression_is_refused(tmp_path) -> None:
    with zipfile.ZipFile(tmp_path / "x.zip", "w", zipfile.ZIP_LZMA) as file:
        file.writestr("project.toml", PROJECT)
    refused(tmp_path / "x.zip", "not known here")


@pytest.mark.parametrize("content", [b"", b"hello", b"PK\5\6" + bytes(18), bytes(100_000)])
def test_what_is_no_archive_is_refused(tmp_path, content) -> None:
    (tmp_path / "x.zip").write_bytes(content)
    refused(tmp_path / "x.zip", "no zip file|no project|damaged")


def test_an_archive_that_is_gone_or_a_folder_is_refused(tmp_path) -> None:
    with pytest.raises(UserError, match="cannot be unpacked"):
        archive.unpack(tmp_path / "gone.zip", tmp_path / "out")
    with pytest.raises(UserError, match="cannot be unpacked"):
        archive.unpack(tmp_path, tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


def test_every_cut_of_an_archive_is_refused(tmp_path) -> None:
    files = archive.collect(project.gallery_folder() / "my_add_custom")[0]
    archive.pack({"project.toml": PROJECT.encode(), **files}, tmp_path / "sent.zip")
    data = (tmp_path / "sent.zip").read_bytes()
    for length in range(0, len(data) - 1, 61):
        (tmp_path / "sent.zip").write_bytes(data[:length])
        with pytest.raises(UserError):
            archive.unpack(tmp_path / "sent.zip", tmp_path / "out")
        assert not (tmp_path / "out").exists()


@examples(60)
@given(st.lists(st.tuples(st.integers(0, 10_000), st.integers(0, 255)), min_size=1, max_size=6))
def test_damaged_bytes_end_in_a_message_or_in_a_project(tmp_path_factory, changes) -> None:
    folder = tmp_path_factory.mktemp("damaged")
    archive.pack({"project.toml": PROJECT.encode(), "ops/é/k.cpp": b"x" * 99}, folder / "x.zip")
    data = bytearray((folder / "x.zip").read_bytes())
    for at, value in changes:
        data[at % len(data)] = value
    (folder / "x.zip").write_bytes(data)
    try:
        archive.unpack(folder / "x.zip", folder / "out")
    except UserError:
        assert [p.name for p in folder.iterdir()] == ["x.zip"]
    else:
        assert (folder / "out" / "project.toml").read_text(encoding="utf-8")


def test_no_project_inside_is_reported(tmp_path) -> None:
    refused(zipped(tmp_path / "x.zip", {"photo.jpg": "x", "b/c": "x"}), "no project")


def test_a_project_of_a_newer_version_is_refused_before_anything_is_there(tmp_path) -> None:
    refused(zipped(tmp_path / "x.zip", {"project.toml": "schema = 99\nname = 'x'\n"}), "newer")


def test_a_zip_of_the_folder_itself_is_accepted(tmp_path) -> None:
    members = {
        "edge/project.toml": PROJECT, "edge/ops/a/op.toml": "x", "edge/": "", "edge/ops/": "",
        "__MACOSX/edge/._x": "x", "edge/.DS_Store": "x",
    }  # fmt: skip
    out = archive.unpack(zipped(tmp_path / "x.zip", members), tmp_path / "out")
    assert sorted(contents(out)) == ["ops/a/op.toml", "project.toml"]


def test_a_foreign_git_folder_is_not_unpacked(tmp_path) -> None:
    members = {"project.toml": PROJECT, ".GIT/config": "[core]\nfsmonitor = evil\n"}
    out = archive.unpack(zipped(tmp_path / "x.zip", members), tmp_path / "out")
    assert sorted(contents(out)) == ["project.toml"]


def test_nothing_that_is_unpacked_is_executable(tmp_path) -> None:
    path = zipped(
        tmp_path / "x.zip", {"project.toml": PROJECT, "run.sh": "x"},
        external_attr=(stat.S_IFREG | 0o4777) << 16,
    )  # fmt: skip
    out = archive.unpack(path, tmp_path / "out")
    assert (out / "run.sh").stat().st_mode & 0o7111 == 0


def test_utf8_names_without_the_mark_are_read_and_others_refused(tmp_path) -> None:
    path = zipped(tmp_path / "x.zip", {"project.toml": PROJECT, "ops/XX.h": "x"})
    data = path.read_bytes()
    path.write_bytes(data.replace(b"ops/XX.h", "ops/é.h".encode()))
    assert "ops/é.h" in contents(archive.unpack(path, tmp_path / "out"))
    path.write_bytes(data.replace(b"ops/XX.h", b"ops/\xe9X.h"))
    with pytest.raises(UserError, match="not UTF-8"):
        archive.unpack(path, tmp_path / "other")


def test_a_stream_of_zeros_is_no_archive() -> None:
    with pytest.raises(UserError, match="no zip file"):
        archive_rules.check_directory(io.BytesIO(bytes(70_000)))
