"""Deliveries in older versions of ONNX Runtime, each in an environment of its own: ``make test-all``."""

from __future__ import annotations

import os
import subprocess
import zipfile
from pathlib import Path

import pytest

from tests.cli.conftest import ROOT, command
from tests.cli.other_pythons import other_python
from tests.conftest import TWICE_KERNEL, TWICE_TOML
from tests.large import large
from workbench import paths

VERSIONS = ("1.17.3", "1.20.1")
GALLERY = ("my_add_custom", "knn_query", "deform_conv2d", "concat_rows")


@pytest.fixture(scope="module", params=VERSIONS)
def python(request: pytest.FixtureRequest) -> Path:
    """A Python with this ONNX Runtime and numpy alone, kept between runs."""
    version = f"onnxruntime-{request.param}"
    return other_python(request.config, version, version.replace("-", "=="), "numpy<2")


@pytest.fixture(scope="module")
def delivered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a delivery of each op."""
    folder = tmp_path_factory.mktemp("delivered") / "to"
    ops = [paths.ops_lib() / "ops" / name for name in GALLERY]
    _deliver(*ops, "--to", folder)
    return folder


def _deliver(*words: object) -> None:
    done = subprocess.run(
        command("deliver", *words, "--trust"), capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def _alone(
    folder: Path, *words: str | Path, path: Path | None = None
) -> subprocess.CompletedProcess[str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    more = {"PYTHONPATH": str(path)} if path is not None else {}
    return subprocess.run(
        words, capture_output=True, text=True, cwd=folder, env={**kept, **more}, check=False
    )


@large
@pytest.mark.parametrize("name", GALLERY)
def test_a_delivery_runs(python: Path, delivered: Path, name: str) -> None:
    version = _alone(delivered, python, "-c", "import onnxruntime; print(onnxruntime.__version__)")
    told = _alone(delivered / name, python, "-I", "run.py")
    assert told.returncode == 0, told.stdout + told.stderr
    last = told.stdout.splitlines()[-1]
    assert last.startswith("agrees: ")
    assert f"onnxruntime {version.stdout.strip()}" in last
    host = _alone(delivered / name, "make", "-B", "run", f"PYTHON={python}")
    if not list(
        python.parent.parent.glob("lib/python*/site-packages/onnxruntime/capi/libonnxruntime.so*")
    ):
        assert "make ONNXRUNTIME=/path/to/libonnxruntime.so" in host.stderr
        return
    assert host.returncode == 0, host.stdout + host.stderr
    assert f"; ONNX Runtime {version.stdout.strip()}" in host.stdout.splitlines()[-1]


@large
def test_several_op_libraries_are_joined(python: Path, tmp_path: Path) -> None:
    for name, factor in (("twice", 2), ("thrice", 3)):
        folder = tmp_path / name
        folder.mkdir()
        kernel = TWICE_KERNEL.replace("2 * x[i]", f"{factor} * x[i]").replace("twice", name)
        toml = TWICE_TOML.replace("twice", name).replace("Twice", name.capitalize())
        (folder / "op.toml").write_text(toml.replace("2 * x", f"{factor} * x"))
        (folder / "kernel.cpp").write_text(kernel)
    words = ("--form", "wheel", "--package", "both", "--to", tmp_path / "to")
    _deliver(tmp_path / "twice", tmp_path / "thrice", *words)
    (wheel,) = (tmp_path / "to").glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "both")
        assert "both/libboth_ort.so" in archive.namelist()
    told = _alone(tmp_path, python, "-m", "both", "onnxruntime", path=tmp_path / "both")
    assert told.returncode == 0, told.stdout + told.stderr
    assert "ONNX Runtime with all ops 2 of 2" in told.stdout
