"""What results depend on beside an op's own files: the program, its packages and the machine."""

from __future__ import annotations

import functools
import hashlib
import os
import platform
import sysconfig
from collections.abc import Iterable
from pathlib import Path

import workbench
from workbench import __version__, paths

__all__ = ["made_by", "sources_digest", "versions"]

PACKAGES = ("torch", "onnx", "onnxruntime", "onnxscript", "numpy")


def _folders() -> list[Path]:
    package = Path(workbench.__file__).parent
    code = [package / name for name in ("core", "engine", "importers", "problems")]
    return [*code, paths.ops_lib() / "include", paths.ort_ops(), paths.resources() / "templates"]


@functools.cache
def sources_digest() -> str:
    """A digest of what computes: two programs of one version may be two states of the work."""
    files = (path for folder in _folders() for path in folder.rglob("*") if path.is_file())
    total = hashlib.sha256()
    for path in sorted(path for path in files if path.suffix != ".pyc"):
        for part in (path.name.encode(), path.read_bytes()):
            total.update(len(part).to_bytes(8, "little"))
            total.update(part)
    return total.hexdigest()[:40]


@functools.cache
def versions() -> dict[str, str]:
    """Of the program and its packages, and the processor's kind."""
    import importlib.metadata  # takes a while, and the first window needs none of it

    found = {"op-workbench": f"{__version__} of {sources_digest()[:10]}"}
    found["python"] = ".".join(platform.python_version_tuple()[:2])
    for name in PACKAGES:
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            found[name] = "none"
    return {**found, "processor": platform.machine()}


@functools.cache
def made_by() -> str:
    """What results that are kept on this machine depend on, as one text.

    Read off names and times of files, since the window asks while it opens a project: a program that is
    installed anew counts as another one. All packages count, since kernels and references import what
    they like.
    """
    packages = _installed()
    named = {
        "op-workbench": f"{__version__} of {_changed()}",
        "python": platform.python_version(),
        **{name: packages.get(name, "none") for name in PACKAGES},
        "packages": _digest(f"{name} {version}" for name, version in sorted(packages.items())),
        "processor": platform.machine(),
        "CXX": os.environ.get("CXX", ""),
    }
    return ", ".join(f"{name} {value}" for name, value in named.items() if value)


def _installed() -> dict[str, str]:
    """Every installed package's version, by the names of the folders that say so."""
    found = {}
    for folder in {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}:
        for entry in os.listdir(folder) if os.path.isdir(folder) else ():  # noqa: PTH112, PTH208
            if entry.endswith(_TOLD):
                name, _, version = entry.removesuffix(_TOLD).partition("-")
                found[name.lower()] = version
    return found


_TOLD = ".dist-info"


def _changed() -> str:
    """A digest of when each file that computes was written, and how large it is."""
    lines = []
    for top in _folders():
        for folder, _, names in os.walk(top):
            for name in names:
                if not name.endswith(".pyc"):
                    stat = os.stat(f"{folder}/{name}")  # noqa: PTH116 - there are hundreds
                    lines.append(f"{folder}/{name} {stat.st_size} {stat.st_mtime_ns}")
    return _digest(sorted(lines))


def _digest(lines: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode("utf-8", "surrogateescape")).hexdigest()[:10]
