"""Where a file of the user's looks for headers: for the build, the editor and the search for missing ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import MakeOp
from tests.engine.building import Recorder, kernel_with
from workbench.core.compile import providers
from workbench.core.compile.compile_commands import command_of
from workbench.core.compile.include_flags import include_flags
from workbench.core.compile.providers import system_folder
from workbench.core.storage import op_file
from workbench.engine.build import build as builder
from workbench.engine.store import Store
from workbench.importers.cpp.headers.missing import missing_words


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package of the system's with a folder of its own, as Debian has Eigen."""
    folder = tmp_path / "usr" / "include" / "tiny3"
    (folder / "Tiny").mkdir(parents=True)
    (folder / "Tiny" / "Dense").write_text('#include "more.h"\n')
    (folder / "Tiny" / "more.h").write_text("#pragma once\ninline float tiny() { return 2; }\n")
    row = providers._Provider(r"Tiny/.+", "Tiny", "Install tiny.", ("/nowhere", str(folder)))
    monkeypatch.setattr(providers, "_PROVIDERS", (row, *providers._PROVIDERS))
    return folder


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("#include <Tiny/Dense>", True),
        ('#include "Tiny/Dense"', True),
        ('#include "near.h"', True),  # what it includes counts
        ("#include <Tiny/Gone>", False),
        ("// #include <Tiny/Dense>", False),
        ("#include <vector>", False),
    ],
)
def test_a_folder_of_the_system_is_looked_into_where_a_header_of_it_is_included(
    tmp_path: Path, installed: Path, line: str, found: bool
) -> None:
    (tmp_path / "near.h").write_text("#include <Tiny/Dense>\n")
    (tmp_path / "a.cpp").write_text(f"{line}\n")
    far = ["-isystem", str(installed)] if found else []
    own = [f"-I{tmp_path}", f"-I{tmp_path / 'inner'}"]
    assert include_flags(tmp_path / "a.cpp", [tmp_path / "inner"]) == own + far


def test_the_build_and_the_editor_find_such_a_header(make_op: MakeOp, installed: Path) -> None:
    loop = "for (int64_t i = 0; i < y.numel(); ++i) y[i] = tiny() * x[i];"
    folder = make_op(kernel=f"#include <Tiny/Dense>\n{kernel_with(loop)}", fresh=True)
    op = op_file.load(folder)
    builder.build(folder, op, Store(), Recorder())
    assert str(installed) in command_of(folder, op, folder / op.kernel.source).arguments


def test_such_a_header_is_not_missing(installed: Path) -> None:
    assert missing_words({"a.cpp": '#include <Tiny/Dense>\n#include "Tiny/Dense"\n'}) == []
    (line,) = missing_words({"a.cpp": "#include <Tiny/Gone>\n"})
    assert "Tiny provides it. Install tiny." in line


def test_the_folder_of_an_installed_package_is_known() -> None:
    folder = Path("/usr/include/eigen3")
    there = folder if (folder / "Eigen" / "Dense").is_file() else None
    assert system_folder("Eigen/Dense") in (there, Path("/usr/local/include/eigen3"))
    assert system_folder("vector") is None
