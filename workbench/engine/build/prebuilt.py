"""An op library that somebody has built: a file of the op's folder, or in an installed package."""

from __future__ import annotations

import importlib.util
import mmap
from pathlib import Path

from workbench.core.declaration.op import Op
from workbench.core.errors import UserError
from workbench.engine.elf import op_library_hint, read_library

__all__ = ["ENTRY", "check_op_library", "package_op_library", "prebuilt_library"]

ENTRY = "RegisterCustomOps"
"""What ONNX Runtime calls of an op library."""
_HINT = "Give an op library for ONNX Runtime, a shared library (.so), or correct module in [ort]."
"""The next step where an op names a file that is none."""


def prebuilt_library(folder: Path, op: Op) -> str:
    """The path of the op library where the op has one that is built already; empty where it has none.

    Args:
        folder: the op's.
        op: its declaration, resolved.

    Raises:
        UserError: kind ``file``, ``library`` or ``package``; it is not there, no op library of this
            machine, or the package has several.
    """
    if not op.ort.side.is_prebuilt:
        return ""
    if not op.ort.package:
        path = (folder / op.ort.module).resolve()
        check_op_library(path, _HINT)
        return str(path)
    root, module = package_op_library(op.ort.package, op.ort.module, "ort.package")
    return str(root / module)


def package_op_library(package: str, module: str = "", key: str = "") -> tuple[Path, str]:
    """The folder of an installed package, which is not imported, and where in it its op library is.

    Args:
        package: its name.
        module: of several in it the one that is meant.
        key: of the declaration, where it names the package.

    Raises:
        UserError: kind ``package``; it is not installed, or has none, or several. Kinds ``file`` and
            ``library``: the one that is meant is none.
    """
    root, found = _package_op_libraries(package, key)
    if module:
        check_op_library(root / module, _HINT)
        return root, module
    if len(found) == 1:
        return root, str(found[0].relative_to(root))
    names = ", ".join(str(path.relative_to(root)) for path in found)
    raise UserError(
        "package",
        f"the package {package} has {len(found) or 'no'} op librar{'ies' if found else 'y'}",
        f"Name one as module in [ort]: {names}." if found else "Is it the right package?",
        key=key,
    )


def check_op_library(path: Path, hint: str = "") -> None:
    """Look at a file; nothing of it is run.

    Args:
        path: the file.
        hint: the next step where it is none; that for a file of nobody's declaration where empty.

    Raises:
        UserError: kind ``file`` or ``library``; it is no library of this machine, or none for ONNX
            Runtime.
    """
    hint = hint or op_library_hint(path)
    found = read_library(path, "the library", hint, "give the one that was built for it.")
    if ENTRY not in found.exported:
        what = f"it does not export {ENTRY}: it is no op library for ONNX Runtime"
        raise UserError("library", what, hint, file=path)


def _package_op_libraries(package: str, key: str) -> tuple[Path, list[Path]]:
    """The folder of an installed package, which is not imported, and the op libraries in it.

    Raises:
        UserError: kind ``package``; it is not installed.
    """
    try:
        spec = importlib.util.find_spec(package)
    except (ImportError, ValueError):
        spec = None
    if spec is None or not spec.submodule_search_locations:
        raise UserError(
            "package",
            f"the package {package} is not installed",
            "Install it, or correct package in [ort]."
            if key
            else "Install it, or give the library's file.",
            key=key,
        )
    root = Path(next(iter(spec.submodule_search_locations)))
    return root, sorted(path for path in root.rglob("*.so*") if _names_entry(path))


def _names_entry(path: Path) -> bool:
    """Whether a file has the name of what ONNX Runtime calls; read as far as that, not into memory."""
    try:
        with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
            return data.find(b"\0" + ENTRY.encode() + b"\0") >= 0
    except (OSError, ValueError):  # a broken link; an empty file, which no map has
        return False
