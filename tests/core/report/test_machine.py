"""What names this machine does not stand in what is sent to somebody else."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench import paths
from workbench.core.report import Machine

SECRETS = {
    "MY_API_TOKEN": "hunter2-hunter2",
    "PLAIN_WORDS": "offscreen",
    "RANDOM": "a8f3kd92jfkla01mzq77",
    "KEY_FOLDER": "/keys/of/mine",
    "PASSWORD": "abc",
}


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine({tmp_path / "my op": "ops/mine", tmp_path: "project"}, SECRETS)


def test_folders_are_called_by_what_they_are(machine: Machine, tmp_path: Path) -> None:
    cache = paths.cache_dir()
    for text, plain in {
        f"{tmp_path}/my op/kernel.cpp:3:1: error": "ops/mine/kernel.cpp:3:1: error",
        f"in {tmp_path}/other/x.h": "in project/other/x.h",
        f"{cache}/models/ab/model.onnx": "<cache>/models/ab/model.onnx",
        f"'{Path.home()}'": "'~'",
        f"-I{Path.home()}/include -L/opt/me/lib": "-I~/include -L<folder>/lib",
        "cannot open /data/me/secret project.txt": "cannot open <folder>/secret project.txt",
    }.items():
        assert machine.without(text) == plain


def test_what_is_alike_everywhere_stays(machine: Machine) -> None:
    text = (
        "/usr/include/c++/12/vector:45: note, libc.so.6 at /lib/x86_64-linux-gnu, either a/b or c/d, "
        "1/2, https://example.org/a/b, // a comment, ../nptl/libc.h, <cache>/x/y, offscreen abc"
    )
    assert machine.without(text) == text


def test_secrets_of_the_environment_are_told_by_their_names_only(machine: Machine) -> None:
    text = "with hunter2-hunter2 and a8f3kd92jfkla01mzq77 at https://me:pw@host.org/x"
    plain = "with <MY_API_TOKEN> and <RANDOM> at https://<user>@host.org/x"
    assert machine.without(text) == plain
    assert machine.without_in({"a": [text, 3, None]}) == {"a": [plain, 3, None]}


def test_a_users_file_is_left_as_it_is_and_told_of(machine: Machine, tmp_path: Path) -> None:
    assert machine.is_named_in(b"x hunter2-hunter2 y")
    assert machine.is_named_in(f"-L{tmp_path}/lib".encode(), [tmp_path])
    assert not machine.is_named_in(b"-L/usr/lib // a plain kernel, offscreen", [tmp_path])
