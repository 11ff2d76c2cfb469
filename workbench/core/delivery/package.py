"""What a package that is delivered is called."""

from __future__ import annotations

import keyword
import re
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from workbench.core.compile.roots import PROJECT_FILE
from workbench.core.declaration.names import usable_name
from workbench.core.errors import UserError

__all__ = ["DEFAULT_VERSION", "HELPERS", "Package", "package_for"]

DEFAULT_VERSION = "0.1.0"

HELPERS = (
    "add_functions",
    "custom_opsets",
    "custom_translation_table",
    "load_torch_ops",
    "ort_library_path",
    "ort_library_paths",
    "register_custom_ops",
    "register_onnx_schemas",
    "register_symbolics",
)
"""What the package of a wheel has beside its ops; no op is called so."""
_TAKEN = frozenset(
    "torch numpy onnx onnxruntime onnxscript onnx_ir torchvision pip setuptools wheel".split()
)
"""Packages that a delivered one is used with: one of the same name would hide them."""
_NAME = re.compile(r"[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?")
_VERSION = re.compile(
    r"\d+(\.\d+)*((a|b|rc)\d+)?(\.post\d+)?(\.dev\d+)?(\+[a-z0-9]+(\.[a-z0-9]+)*)?"
)


class Package(msgspec.Struct, frozen=True):
    """Its names and its version.

    Attributes:
        name: of the distribution: ``my-ops``.
        version: as PEP 440 writes it.
    """

    name: str
    version: str

    @property
    def module(self) -> str:
        """What is imported: ``my_ops``."""
        return re.sub(r"[-.]+", "_", self.name)


def package_for(name: str, version: str, ops: Sequence[str], folders: Sequence[Path]) -> Package:
    """The package of some ops.

    Args:
        name: as the user says it; empty for one that is made from the op or the project.
        version: the same; empty for the first one.
        ops: their names.
        folders: of the ops.

    Raises:
        UserError: kind ``deliver``; the name or the version cannot be, or one has to be given.
    """
    package = Package(name or _usual(ops, folders), version or DEFAULT_VERSION)
    problem, hint = _problem(package)
    if problem:
        raise UserError("deliver", problem, hint)
    helper = next((op for op in ops if op in HELPERS), "")
    if helper:
        what = f"the package has a function of its own that is called as the op '{helper}' is"
        raise UserError("deliver", what, "Rename the op.")
    return package


def _usual(ops: Sequence[str], folders: Sequence[Path]) -> str:
    """The op's name; of several the one of their project."""
    if len(ops) == 1:
        found = ops[0]
        return found if found not in _TAKEN | sys.stdlib_module_names else f"{found}_op"
    homes = {_project(folder) for folder in folders}
    home = homes.pop()
    if homes or home is None:
        hint = "Give one: --package NAME."
        raise UserError("deliver", "ops of several places have no name for one package", hint)
    return usable_name(home.name.lower(), "ops", "ops")


def _project(folder: Path) -> Path | None:
    above = folder.resolve().parent.parent
    return above if (above / PROJECT_FILE).is_file() else None


def _problem(package: Package) -> tuple[str, str]:
    """What is wrong with it, and what would be right."""
    shown = f"'{package.name}' is no name for a package"
    if not _NAME.fullmatch(package.name):
        return f"{shown}: letters, digits, '-', '.' and '_'", "Give another one: --package NAME."
    module = package.module
    if not module.isidentifier() or keyword.iskeyword(module):
        return f"{shown}: Python cannot import '{module}'", "Give another one: --package NAME."
    if module in _TAKEN or module in sys.stdlib_module_names:
        return f"{shown}: it would hide the module '{module}'", "Give another one: --package NAME."
    if not _VERSION.fullmatch(package.version):
        hint = "Write e.g. --package-version 1.2.0, or 1.2.0rc1."
        return f"'{package.version}' is no version of a Python package (PEP 440)", hint
    return "", ""
