"""Which files of an installed package register torch ops.

ONNX Runtime's process has no Python package to import, so a bridge loads the package's
libraries itself. Which these are is seen by importing the package once, in a process apart.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import subprocess
import sys
from pathlib import Path

import msgspec

from workbench.core.errors import UserError
from workbench.core.files.files import write_text
from workbench.engine import toolchain
from workbench.engine.store import Store, digest

__all__ = ["beside_torch", "package_libraries"]

_SCRIPT = """
import importlib, json, sys
import torch

def mapped():
    with open("/proc/self/maps") as file:
        paths = (line.split(None, 5)[-1].strip() for line in file)
        return dict.fromkeys(p for p in paths if p.startswith("/") and ".so" in p)

before = mapped()
importlib.import_module(sys.argv[1])
print("\\n" + json.dumps([p for p in mapped() if p not in before]))
"""
_SECONDS = 120.0


def package_libraries(package: str, store: Store) -> tuple[str, ...]:
    """The libraries that ``import package`` loads and that use torch, in that order.

    Raises:
        UserError: kind ``package``; it is not installed, or its import fails.
    """
    try:
        spec = importlib.util.find_spec(package)
    except (ImportError, ValueError):
        spec = None
    if spec is None or not spec.origin:
        raise UserError(
            "package",
            f"the package {package} is not installed",
            "Install it, or correct kernel.package in op.toml.",
        )
    origin = Path(spec.origin)
    # Not the folder's time: the import itself makes a __pycache__ there.
    stamp = str(origin.stat().st_mtime_ns)
    key = digest([package, str(origin), stamp, toolchain.version_of("torch")])
    index = store.root / "packages" / f"{key}.json"
    if index.is_file():
        kept = msgspec.json.decode(index.read_bytes(), type=tuple[str, ...])
        if all(Path(path).is_file() for path in kept):
            return kept
    found = tuple(path for path in _loaded(package) if _uses_torch(Path(path)))
    index.parent.mkdir(parents=True, exist_ok=True)
    write_text(index, msgspec.json.encode(found).decode())
    return found


def _loaded(package: str) -> list[str]:
    try:
        done = subprocess.run(
            [sys.executable, "-c", _SCRIPT, package],
            capture_output=True,
            text=True,
            timeout=_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise UserError("package", f"import {package} gave no answer in {_SECONDS:g} s") from None
    lines = done.stdout.splitlines()
    if done.returncode != 0 or not lines:
        output = done.stderr.strip().splitlines() or [f"status {done.returncode}"]
        raise UserError(
            "package",
            f"the package {package} cannot be imported: {output[-1]}",
            "Is it built for the installed torch?",
        )
    return msgspec.json.decode(lines[-1], type=list[str])


def _uses_torch(path: Path) -> bool:
    data = path.read_bytes()
    return b"libc10.so" in data or b"libtorch" in data


def beside_torch(file: str) -> str:
    """A package's file as seen from where packages are: the same wherever it is installed."""
    packages = toolchain.torch_folder().parent
    return (
        str(Path(file).relative_to(packages))
        if file.startswith(f"{packages}/")
        else Path(file).name
    )
