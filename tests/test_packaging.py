"""The wheel is whole: it carries the data folders and finds them without the source tree."""

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import platformdirs
import pytest

ROOT = Path(__file__).resolve().parent.parent
BUNDLED = ("ops_lib", "ort_ops", "resources")
SKIPPED = {"screenshots", "__pycache__", "build", "dist"}  # as .gitignore has them


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel as pip builds it, with the build tools of this environment (no network)."""
    pytest.importorskip("hatchling")
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check"]
    subprocess.run(
        [*pip, "--no-deps", "--no-index", "--no-build-isolation", "--wheel-dir", folder, ROOT],
        check=True,
    )
    (built,) = folder.glob("*.whl")
    return built


def test_wheel_carries_every_file_of_the_data_folders(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for folder in BUNDLED:
        for file in (ROOT / folder).rglob("*"):
            if file.is_file() and not SKIPPED.intersection(file.parts) and file.suffix != ".pyc":
                assert f"workbench/data/{file.relative_to(ROOT).as_posix()}" in names


def test_wheel_carries_nothing_else(wheel: Path) -> None:
    tops = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"workbench"}
    assert not [name for name in zipfile.ZipFile(wheel).namelist() if "__pycache__" in name]


def test_installed_package_finds_its_data_without_the_source_tree(
    wheel: Path, tmp_path: Path
) -> None:
    zipfile.ZipFile(wheel).extractall(tmp_path)
    code = (
        "import sys, json; sys.path[:0] = sys.argv[1:];"
        "from workbench import paths;"
        f"print(json.dumps({{n: str(getattr(paths, n)()) for n in {BUNDLED}}}))"
    )
    paths = [str(tmp_path), str(Path(platformdirs.__file__).parent.parent)]
    run = subprocess.run(  # -I and -S: neither the folder, nor the environment, nor .pth files
        [sys.executable, "-I", "-S", "-c", code, *paths],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
    )
    assert json.loads(run.stdout) == {
        name: str(tmp_path / "workbench" / "data" / name) for name in BUNDLED
    }


def test_wheel_has_the_command_and_the_licence(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    info = next(name.split("/")[0] for name in archive.namelist() if ".dist-info/" in name)
    assert "op-workbench = workbench.cli:main" in archive.read(f"{info}/entry_points.txt").decode()
    assert f"{info}/licenses/LICENSE" in archive.namelist()
