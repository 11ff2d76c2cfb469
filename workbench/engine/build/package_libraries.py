"""What of an installed package registers torch ops: its libraries, or Python itself.

ONNX Runtime's process has no Python package to import, so a bridge loads the package's
libraries itself. Which these are is seen by importing the package once, in a process apart. An op
whose kernel is a Python function has none: its package is imported.
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

__all__ = ["PackageParts", "beside_torch", "package_parts"]

_SCRIPT = """
import importlib, json, re, sys
import torch

def mapped():
    with open("/proc/self/maps") as file:
        paths = (line.split(None, 5)[-1].strip() for line in file)
        return dict.fromkeys(p for p in paths if p.startswith("/") and ".so" in p)

def is_python(name):
    # Torch says which file registered a kernel.
    table = torch._C._dispatch_dump_table(name).splitlines()
    return any(re.match(r"CPU: registered at .*[.]py:[0-9]+ ", line) for line in table)

before, known = mapped(), set(torch._C._dispatch_get_all_op_names())
importlib.import_module(sys.argv[1])
ops = [name for name in torch._C._dispatch_get_all_op_names() if name not in known]
libraries = [p for p in mapped() if p not in before]
print("\\n" + json.dumps({"libraries": libraries, "python_ops": list(filter(is_python, ops))}))
"""
_SECONDS = 120.0


class PackageParts(msgspec.Struct, frozen=True):
    """What the import of a package brings.

    Attributes:
        libraries: those that it loads and that use torch, in that order.
        python_ops: the ops whose kernel for CPU is a Python function, as torch names them.
    """

    libraries: tuple[str, ...]
    python_ops: tuple[str, ...] = ()

    def is_python(self, op: str) -> bool:
        """Whether an op, with any overload where the name has none, has a kernel in Python."""
        return any(op in (name, name.partition(".")[0]) for name in self.python_ops)


def package_parts(package: str, store: Store) -> PackageParts:
    """What ``import package`` brings; it is imported once, in a process apart.

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
    key = digest([package, str(origin), *_stamps(origin), toolchain.version_of("torch")])
    index = store.root / "packages" / f"{key}.json"
    if index.is_file():
        kept = msgspec.json.decode(index.read_bytes(), type=PackageParts)
        if all(Path(path).is_file() for path in kept.libraries):
            return kept
    loaded = _loaded(package)
    libraries = tuple(path for path in loaded.libraries if _uses_torch(Path(path)))
    found = PackageParts(libraries, loaded.python_ops)
    index.parent.mkdir(parents=True, exist_ok=True)
    write_text(index, msgspec.json.encode(found).decode())
    return found


def _stamps(origin: Path) -> list[str]:
    """When the files were written that an import may run; ``__pycache__`` it makes itself."""
    files = [origin]
    if origin.name == "__init__.py":
        files = sorted(p for end in ("py", "so") for p in origin.parent.rglob(f"*.{end}"))
    return [f"{path} {path.stat().st_mtime_ns}" for path in files if path.is_file()]


def _loaded(package: str) -> PackageParts:
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
    return msgspec.json.decode(lines[-1], type=PackageParts)


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
