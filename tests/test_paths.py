"""The folders are found in a source tree and in an installed wheel, and the user can move them."""

import importlib.util
import shutil
from pathlib import Path
from types import ModuleType

import pytest

from workbench import paths

SOURCE = Path(paths.__file__)
BUNDLED = ("ops_lib", "ort_ops", "resources")


def module_at(file: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("paths_elsewhere", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", BUNDLED)
def test_source_tree_holds_the_data_beside_the_package(name: str) -> None:
    assert getattr(paths, name)() == SOURCE.parent.parent / name


@pytest.mark.parametrize("name", BUNDLED)
def test_installed_package_holds_the_data_inside(name: str, tmp_path: Path) -> None:
    package = tmp_path / "site-packages" / "workbench"
    (package / "data" / name).mkdir(parents=True)
    shutil.copy(SOURCE, package / "paths.py")
    assert getattr(module_at(package / "paths.py"), name)() == package / "data" / name


@pytest.mark.parametrize(
    ("name", "variable"),
    [
        ("cache_dir", "OP_WORKBENCH_CACHE"),
        ("config_dir", "OP_WORKBENCH_CONFIG"),
        ("data_dir", "OP_WORKBENCH_DATA"),
    ],
)
def test_environment_moves_a_users_folder(
    name: str, variable: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, str(tmp_path / "moved"))
    assert getattr(paths, name)() == tmp_path / "moved"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(variable, "here")
    assert getattr(paths, name)() == tmp_path / "here"
    monkeypatch.setenv(variable, "")
    assert "op-workbench" in str(getattr(paths, name)())


def test_asking_for_a_users_folder_does_not_make_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OP_WORKBENCH_CACHE", str(tmp_path / "cache"))
    assert not paths.cache_dir().exists()
