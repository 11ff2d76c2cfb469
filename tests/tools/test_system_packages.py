"""What ldd reports becomes the names of packages, and a command that installs them."""

import shutil
from pathlib import Path

import pytest

from tools import system_packages as system

LDD = """\
\tlinux-vdso.so.1 (0x00007ffd7a5f2000)
\tlibnss3.so => not found
\tlibxcb.so.1 => /lib/x86_64-linux-gnu/libxcb.so.1 (0x00007f1a2c000000)
\tlibsmime3.so => not found
\tlibasound.so.2 => not found
\tlibQt6Core.so.6 => /x/PySide6/Qt/lib/libQt6Core.so.6 (0x00007f1a2b000000)
\tlibstrange.so.7 => not found
"""


def only(*programs: str) -> object:
    return lambda name: f"/usr/bin/{name}" if name in programs else None


def test_missing_libraries_are_read_from_ldd() -> None:
    assert system.not_found(LDD) == [
        "libnss3.so",
        "libsmime3.so",
        "libasound.so.2",
        "libstrange.so.7",
    ]


def test_each_package_is_wished_for_once() -> None:
    assert system.wishes(system.not_found(LDD)) == [("libnss3",), ("libasound2t64", "libasound2")]


@pytest.mark.parametrize("release", ["libasound2", "libasound2t64"])
def test_package_is_named_as_the_release_names_it(release: str) -> None:
    assert system.chosen([("libasound2t64", "libasound2")], lambda name: name == release) == [
        release
    ]


def test_advice_for_apt_names_packages_and_what_is_unknown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(shutil, "which", only("apt-get"))
    advice = system.advice(system.not_found(LDD))
    assert "sudo apt-get install libnss3 libasound2" in advice
    assert "libstrange.so.7" in advice


def test_advice_for_dnf_names_the_libraries_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", only("dnf"))
    assert system.advice(["libnss3.so"]) == "  sudo dnf install 'libnss3.so()(64bit)'"


def test_advice_elsewhere_gives_debians_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", only())
    assert "libnss3" in system.advice(["libnss3.so"])


def test_what_cannot_be_installed_is_complained_about(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(system.sys, "platform", "linux")
    monkeypatch.setattr(system, "missing_libraries", lambda venv: ["libnss3.so"])
    monkeypatch.setattr(system, "install", lambda wanted: False)
    monkeypatch.setattr(system, "has_font", lambda: False)
    monkeypatch.setattr(system, "compiler", lambda: None)
    compiler, libraries, font = system.provide(tmp_path)
    assert "g++" in compiler
    assert "libnss3" in libraries
    assert system.FONT in font


def test_what_was_installed_is_no_complaint(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    missing = ["libnss3.so"]
    wanted: list[tuple[str, ...]] = []

    def install(packages: list[tuple[str, ...]]) -> bool:
        wanted.extend(packages)
        missing.clear()
        return True

    monkeypatch.setattr(system.sys, "platform", "linux")
    monkeypatch.setattr(system, "missing_libraries", lambda venv: list(missing))
    monkeypatch.setattr(system, "install", install)
    monkeypatch.setattr(system, "has_font", lambda: True)
    monkeypatch.setattr(system, "compiler", lambda: "/usr/bin/c++")
    monkeypatch.setattr(system, "debugger", lambda: "/usr/bin/gdb")
    assert system.provide(tmp_path) == []
    assert wanted == [("libnss3",)]


def test_gdb_is_installed_with_the_rest_and_its_lack_is_no_complaint(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    wanted: list[tuple[str, ...]] = []
    monkeypatch.setattr(system.sys, "platform", "linux")
    monkeypatch.setattr(system, "missing_libraries", lambda venv: [])
    monkeypatch.setattr(system, "install", lambda packages: bool(wanted.extend(packages)))
    monkeypatch.setattr(system, "has_font", lambda: True)
    monkeypatch.setattr(system, "compiler", lambda: "/usr/bin/c++")
    monkeypatch.setattr(system, "debugger", lambda: None)
    assert system.provide(tmp_path) == []
    assert wanted == [("gdb",)]


def test_without_root_or_sudo_nothing_is_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system.os, "geteuid", lambda: 1000)
    monkeypatch.setattr(shutil, "which", only("apt-get"))
    monkeypatch.setattr(system.subprocess, "run", lambda *a, **k: pytest.fail("ran a command"))
    assert not system.install([("libnss3",)])


def test_font_is_found_in_a_subfolder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(system, "FONT_FOLDERS", (str(tmp_path),))
    assert not system.has_font()
    (tmp_path / "truetype" / "dejavu").mkdir(parents=True)
    (tmp_path / "truetype" / "dejavu" / "DejaVuSans.ttf").touch()
    assert system.has_font()
