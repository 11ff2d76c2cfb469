"""What results depend on beside an op's own files: the program, its packages and the machine."""

from __future__ import annotations

import functools
import hashlib
import os
import platform
from pathlib import Path

import workbench
from workbench import __version__, paths

__all__ = ["PACKAGES", "made_by", "sources_digest", "versions"]

PACKAGES = ("torch", "onnx", "onnxruntime", "onnxscript", "numpy")


@functools.cache
def sources_digest() -> str:
    """A digest of what computes: two programs of one version may be two states of the work."""
    package = Path(workbench.__file__).parent
    code = [package / name for name in ("core", "engine", "importers", "problems")]
    files = [path for folder in code for path in folder.rglob("*.py")]
    data = (paths.ops_lib() / "include", paths.ort_ops(), paths.resources() / "templates")
    files += [path for folder in data for path in folder.rglob("*") if path.is_file()]
    total = hashlib.sha256()
    for path in sorted(files):
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


def made_by() -> str:
    """All of it as one text, with the compiler that the user asks for."""
    named = {**versions(), "CXX": os.environ.get("CXX", "")}
    return ", ".join(f"{name} {value}" for name, value in named.items() if value)
