"""A project as one file on the command line."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from workbench.core.storage import project


@pytest.fixture
def home(tmp_path) -> Path:
    """A project with one op that builds nothing."""
    folder = project.create_project(tmp_path / "edge").folder
    project.copy_op(project.gallery_folder() / "asinh", folder, "asinh")
    return folder


def test_a_project_becomes_a_file_and_is_not_overwritten(run, home, tmp_path) -> None:
    file = tmp_path / "edge.opwb.zip"
    done = run("archive", home, file)
    assert done.returncode == 0
    assert "2 files" in done.stdout
    assert "project.toml" in zipfile.ZipFile(file).namelist()
    again = run("archive", home, file)
    assert again.returncode == 1
    assert "--force" in again.stderr
    assert run("archive", home, file, "--force").returncode == 0


def test_what_is_no_project_or_no_zip_name_is_refused(run, home, tmp_path) -> None:
    assert "holds no project.toml" in run("archive", tmp_path, tmp_path / "x.zip").stderr
    assert "ends in .zip" in run("archive", home, tmp_path / "x.tar").stderr
    assert sorted(p.name for p in tmp_path.iterdir()) == ["edge"]


def test_a_link_that_leads_out_is_left_and_told(run, home, tmp_path) -> None:
    (home / "secret").symlink_to("/etc/hostname")
    done = run("archive", home, tmp_path / "x.zip")
    assert "left behind" in done.stderr
    assert "secret" in done.stderr
    assert "secret" not in zipfile.ZipFile(tmp_path / "x.zip").namelist()


def test_an_archive_takes_a_projects_place(home, tmp_path, monkeypatch, capsys) -> None:
    from workbench.cli import consent, main

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OP_WORKBENCH_CONFIG", str(tmp_path / "config"))
    assert main(["archive", str(home), "sent.zip"]) == 0
    (first,) = consent.op_folders([Path("sent.zip")], trusting=True)
    (second,) = consent.op_folders([Path("sent.zip")], trusting=True)
    assert first == tmp_path / "sent" / "ops" / "asinh"
    assert second == tmp_path / "sent-2" / "ops" / "asinh"
    output = capsys.readouterr().err
    assert f"unpacked sent.zip to {tmp_path / 'sent'}\n" in output


def test_a_hostile_archive_ends_in_one_sentence(run, tmp_path) -> None:
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as file:
        file.writestr("project.toml", 'schema = 1\nname = "x"\n')
        file.writestr("../evil", "x")
    done = run("verify", tmp_path / "x.zip")
    assert done.returncode == 1
    assert "leads out of the project" in done.stderr
    assert [p.name for p in tmp_path.iterdir()] == ["x.zip"]
