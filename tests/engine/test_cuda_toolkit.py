"""Which CUDA compiler is taken, and whether it fits."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from workbench.core.environments import READY
from workbench.core.toolkits import cuda as toolkit
from workbench.core.toolkits.cuda import TOOLKIT
from workbench.engine import cuda_toolkit
from workbench.engine.build import cuda


def fake(path: Path, release: str) -> Path:
    """A program that says of itself what nvcc says: real ones of several versions are gigabytes."""
    path.parent.mkdir(parents=True)
    path.write_text(f"#!/bin/sh\necho 'Cuda compilation tools, release {release}, V{release}.1'\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with nothing of CUDA."""
    for name in ("CUDA_HOME", "CUDA_PATH"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("OP_WORKBENCH_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(toolkit, "_USUAL", tmp_path / "usr")
    monkeypatch.setattr(toolkit.shutil, "which", lambda _: None)
    monkeypatch.setattr(cuda_toolkit, "torch_cuda", lambda: "")
    return tmp_path


def add(release: str) -> Path:
    place = TOOLKIT.folder / "python" / "lib" / "python3.11" / "site-packages" / "nvidia" / "cu13"
    program = fake(place / "bin" / "nvcc", release)
    (TOOLKIT.folder / READY).write_text("{}")
    return program


def taken() -> tuple[str, str]:
    found = cuda_toolkit.nvcc()
    assert found is not None
    return found.text, "added" if found.added else "installed"


def test_there_is_none(places: Path) -> None:
    assert cuda_toolkit.nvcc() is None
    assert cuda.why_not_linked() == "there is no CUDA compiler here"


def test_an_installed_one_is_preferred(places: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    add("13.5")
    assert taken() == ("nvcc 13.5", "added")
    fake(places / "usr" / "cuda-13.0" / "bin" / "nvcc", "13.0")
    assert taken() == ("nvcc 13.0", "installed")
    fake(places / "mine" / "bin" / "nvcc", "12.9")
    monkeypatch.setenv("CUDA_HOME", str(places / "mine"))
    assert taken() == ("nvcc 12.9", "installed")


def test_an_installed_one_that_does_not_fit_is_not(
    places: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add("13.5")
    fake(places / "usr" / "cuda" / "bin" / "nvcc", "11.8")
    assert taken() == ("nvcc 13.5", "added")
    monkeypatch.setattr(cuda_toolkit, "torch_cuda", lambda: "12.6")
    assert "torch was built for CUDA 12.6" in cuda.why_not_linked()


def test_a_toolkit_that_was_not_added_to_its_end_is_not_there(places: Path) -> None:
    add("13.5")
    (TOOLKIT.folder / READY).unlink()
    assert cuda_toolkit.nvcc() is None


@pytest.mark.parametrize(
    ("torch", "release", "driver", "why"),
    [
        ("", (13, 0), None, ""),
        ("13.0", (13, 5), (13, 0), ""),
        ("12.6", (13, 0), None, "torch was built for CUDA 12.6"),
        ("", (11, 8), None, "CUDA 12 or later"),
        ("", (13, 0), (12, 4), "the driver knows CUDA 12.4 only"),
    ],
)
def test_what_fits(
    places: Path,
    monkeypatch: pytest.MonkeyPatch,
    torch: str,
    release: tuple[int, int],
    driver: tuple[int, int] | None,
    why: str,
) -> None:
    monkeypatch.setattr(cuda_toolkit, "torch_cuda", lambda: torch)
    program = fake(places / "a" / "bin" / "nvcc", f"{release[0]}.{release[1]}")
    said = cuda_toolkit.misfit(cuda_toolkit.asked(str(program)), driver)
    assert said == "" if not why else why in said


def test_the_driver_is_asked(tmp_path: Path) -> None:
    (source := tmp_path / "driver.c").write_text(
        "int cuDriverGetVersion(int* v) { *v = 12040; return 0; }"
    )
    library = tmp_path / "libdriver.so"
    subprocess.run(["cc", "-shared", str(source), "-o", str(library)], check=True)
    assert cuda_toolkit.driver_cuda(str(library)) == (12, 4)
    assert cuda_toolkit.driver_cuda("libnot_there.so.1") is None
