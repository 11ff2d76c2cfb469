"""The list of torch's registered ops on disk, so that the window has it without torch.

One file per version of torch, and per package whose import adds ops; the torch host writes it.
A line is ``name TAB overload TAB argument names TAB schema as JSON``: what a search needs is
read at once (a few milliseconds for torch's 4,000), a schema is decoded when it is looked at.
"""

from __future__ import annotations

import importlib.metadata
import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import msgspec

from workbench import paths
from workbench.core.errors import UserError
from workbench.core.files.files import write_text
from workbench.core.jobs import TorchSchema
from workbench.core.storage.cache import unusable

__all__ = ["ListedOp", "cache_file", "read", "torch_version", "write"]

_HEAD = "op-workbench schemas 1"


class ListedOp(NamedTuple):
    """One overload in the list.

    Attributes:
        name: ``namespace::op``.
        overload: empty for the main one.
        args: the arguments' names, separated by spaces.
        json: its ``TorchSchema``, encoded.
        package: the module whose import registers it; empty for torch's own.
    """

    name: str
    overload: str
    args: str
    json: str
    package: str = ""

    @property
    def full(self) -> str:
        """``namespace::op.overload``."""
        return f"{self.name}.{self.overload}" if self.overload else self.name

    def schema(self) -> TorchSchema:
        """The whole schema.

        Raises:
            UserError: kind ``schema``; the list is damaged here.
        """
        try:
            return msgspec.json.decode(self.json, type=TorchSchema)
        except (msgspec.DecodeError, RecursionError):
            hint = f"Remove {cache_file(torch_version(), self.package)}; it is made anew."
            raise UserError("schema", f"the list is damaged at {self.full}", hint) from None


def torch_version() -> str:
    """The installed torch's version, without importing it; empty where there is none."""
    try:
        return importlib.metadata.version("torch")
    except importlib.metadata.PackageNotFoundError:
        return ""


def cache_file(version: str, package: str = "") -> Path:
    """Where the list of a version of torch is."""
    name = re.sub(r"[^\w.+-]", "_", f"torch-{version}" + (f"-{package}" if package else ""))
    return paths.cache_dir() / "schemas" / f"{name[:200]}.tsv"


def write(schemas: Iterable[TorchSchema], version: str, package: str = "") -> Path:
    """Write a list; whoever reads meanwhile sees the old one or the new one, whole.

    Raises:
        UserError: the cache folder cannot be written.
    """
    lines = [
        f"{s.name}\t{s.overload}\t{' '.join(a.name for a in s.args)}"
        f"\t{msgspec.json.encode(s).decode()}"
        for s in schemas
    ]
    path = cache_file(version, package)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unusable(path.parent, error) from None
    write_text(path, "\n".join([f"{_HEAD} {version} {len(lines)}", *lines]) + "\n")
    return path


def read(version: str, package: str = "") -> list[ListedOp] | None:
    """The list, in order of the names; None where there is none or it is damaged."""
    path = cache_file(version, package)
    try:
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
    except (OSError, UnicodeDecodeError):
        return None
    head, *lines = text.split("\n")
    if not text.endswith("\n") or head != f"{_HEAD} {version} {len(lines) - 1}":
        return None
    fields = [line.split("\t", 3) for line in lines[:-1]]
    if not all(len(f) == 4 for f in fields):
        return None
    return [ListedOp(f[0], f[1], f[2], f[3], package) for f in fields]
