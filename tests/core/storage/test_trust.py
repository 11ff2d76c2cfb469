"""What is made here may run; what came from elsewhere, or took its place, is asked about."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from workbench import paths
from workbench.core.storage import project, trust
from workbench.core.storage.op_file import load, save
from workbench.core.storage.what_runs import what_runs
from workbench.importers.drafts.draft import Draft, write_draft


@pytest.fixture(autouse=True)
def _own_store(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("OP_WORKBENCH_CONFIG", str(tmp_path / "config"))


@pytest.fixture
def made(tmp_path) -> Path:
    """A project made here with one op of the gallery: the op's folder."""
    folder = project.create_project(tmp_path / "made").folder
    return project.copy_op(project.gallery_folder() / "my_add_custom", folder, "mine")


@pytest.fixture
def foreign(tmp_path, made) -> Path:
    """The same from somewhere else."""
    shutil.copytree(made.parent.parent, tmp_path / "foreign")
    return tmp_path / "foreign" / "ops" / "mine"


def test_the_gallery_itself_is_trusted() -> None:
    assert trust.untrusted([f for f, _ in project.gallery()]) == []


def test_a_copy_of_a_gallery_op_is_trusted(made) -> None:
    assert trust.is_trusted(made)


def test_a_folder_from_elsewhere_is_not_trusted_until_the_user_does(foreign) -> None:
    assert not trust.is_trusted(foreign)
    assert trust.trust([foreign])
    assert trust.is_trusted(foreign)


def test_a_copy_is_trusted_only_where_its_source_is(made, foreign) -> None:
    home = made.parent.parent
    assert not trust.is_trusted(project.copy_op(foreign, home, "pasted"))
    assert trust.is_trusted(project.copy_op(made, home, "again"))


def test_saving_as_keeps_what_each_op_had(made, tmp_path) -> None:
    home = made.parent.parent
    shutil.copytree(made, home / "ops" / "other")
    copy = project.save_project_as(home, tmp_path / "copy")
    assert [f.name for f in trust.untrusted(copy.op_folders)] == ["other"]


def test_a_draft_of_the_users_own_is_trusted_and_one_of_a_foreign_op_is_not(made, foreign) -> None:
    home = made.parent.parent
    op = load(made)
    assert trust.is_trusted(write_draft(Draft(op, {"kernel.cpp": "// mine\n"}), home, "own"))
    taken = Draft(op, {"kernel.cpp": "// theirs\n"}, base=foreign)
    assert not trust.is_trusted(write_draft(taken, home, "theirs"))


def test_a_folder_that_took_the_place_of_a_trusted_one_is_not_trusted(made) -> None:
    copy = made.with_name("copy")
    shutil.copytree(made, copy)
    shutil.rmtree(made)
    copy.rename(made)
    assert not trust.is_trusted(made)


def test_even_with_the_same_number_a_replaced_folder_is_another(made) -> None:
    number = made.stat().st_ino
    for _ in range(50):  # ext4 gives the number of a deleted folder to the next one
        shutil.rmtree(made)
        made.mkdir()
        assert not trust.is_trusted(made)
        if made.stat().st_ino == number:
            return


def test_edits_and_a_new_name_keep_trust(made) -> None:
    (made / "kernel.cpp").write_text("// edited elsewhere\n", encoding="utf-8")
    renamed = made.rename(made.with_name("renamed"))
    assert trust.is_trusted(renamed)


def test_an_op_put_into_a_trusted_project_by_other_means_is_new(made) -> None:
    shutil.copytree(made, made.with_name("dropped"))
    assert not trust.is_trusted(made.with_name("dropped"))
    assert trust.is_trusted(made)


def test_another_way_to_write_the_path_is_the_same_folder(made, tmp_path) -> None:
    (tmp_path / "link").symlink_to(made.parent.parent)
    assert trust.is_trusted(tmp_path / "link" / "ops" / "mine")
    assert trust.is_trusted(made / ".." / "mine")


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", '{"folder": "/elsewhere", "ops": {}}', "\0", '{"more":' + "[" * 100_000],
)
def test_a_damaged_store_trusts_nothing_and_can_be_written_again(made, text) -> None:
    (file,) = (paths.config_dir() / "trusted").iterdir()
    file.write_text(text, encoding="utf-8")
    assert not trust.is_trusted(made)
    assert trust.trust([made])
    assert trust.is_trusted(made)


def test_a_store_that_cannot_be_written_says_so(made, foreign, tmp_path, monkeypatch) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("OP_WORKBENCH_CONFIG", str(tmp_path / "file"))
    assert not trust.trust([foreign])
    assert not trust.is_trusted(foreign)


def test_a_link_that_leads_in_a_circle_is_not_trusted(tmp_path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    assert not trust.is_trusted(tmp_path / "loop")
    assert trust.trust([tmp_path / "loop"])
    assert not trust.is_trusted(tmp_path / "loop")


def test_what_is_gone_or_no_folder_is_not_trusted(tmp_path) -> None:
    assert not trust.is_trusted(tmp_path / "gone")
    assert trust.trust([tmp_path / "gone"])
    (tmp_path / "gone").mkdir()
    assert not trust.is_trusted(tmp_path / "gone")


def test_a_folder_in_a_bad_encoding_can_be_trusted(tmp_path) -> None:
    folder = Path(f"{tmp_path}/caf\udce9")
    folder.mkdir()
    assert not trust.is_trusted(folder)
    assert trust.trust([folder])
    assert trust.is_trusted(folder)


def test_what_would_run_is_listed(foreign) -> None:
    op = load(foreign)
    kernel = replace(op.kernel, compile_flags=("-fplugin=x.so",), link_flags=("-lm",))
    save(foreign, replace(op, kernel=kernel))
    (foreign / "helper.py").write_text("", encoding="utf-8")
    (foreign / "more.h").write_text("", encoding="utf-8")
    found = what_runs(foreign)
    assert found is not None
    assert found.compiled == ("kernel.cpp", "more.h")
    assert found.flags == ("-fplugin=x.so", "-lm")
    assert found.python == ("helper.py",)
    assert found.expressions == ("2 * a + b", "2 * grad", "grad")


def test_every_file_that_a_gallery_op_names_is_listed() -> None:
    for folder, op in project.gallery():
        found = what_runs(folder)
        assert found is not None
        listed = {*found.compiled, *found.python}
        sources = {p.name for p in folder.iterdir() if p.suffix in (".cpp", ".h", ".py")}
        assert sources <= listed, op.name


def test_an_op_that_cannot_be_read_runs_nothing(tmp_path) -> None:
    (tmp_path / "op.toml").write_text("schema = ", encoding="utf-8")
    assert what_runs(tmp_path) is None
