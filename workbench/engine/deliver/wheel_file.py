"""Writes a wheel: a package's files with their metadata, as one archive.

The format is a zip with three texts beside the package, and the standard library has all that they
need; a library for it would be a dependency for these lines.
"""

from __future__ import annotations

import base64
import hashlib
import os
import zipfile
from collections.abc import Iterator
from pathlib import Path

import msgspec

import workbench

__all__ = ["Metadata", "write_wheel"]

_EPOCH = (1980, 1, 1, 0, 0, 0)
"""Of every file: the same content makes the same archive."""


class Metadata(msgspec.Struct, frozen=True):
    """What is said of a package.

    Attributes:
        name: of the distribution.
        version: as PEP 440 writes it.
        tag: ``py3-none-manylinux_2_24_x86_64``.
        python: which Python it needs, ``>=3.10``.
        requires: what it needs, by the extra that asks for it.
        summary: one line.
    """

    name: str
    version: str
    tag: str
    python: str
    requires: dict[str, tuple[str, ...]]
    summary: str

    @property
    def stem(self) -> str:
        """``my_ops-1.0``, as the names of the archive and of its folder begin."""
        return f"{self.name.replace('-', '_')}-{self.version}"

    @property
    def file(self) -> str:
        """The archive's name."""
        return f"{self.stem}-{self.tag}.whl"

    def text(self, readme: str) -> str:
        """The METADATA, with the README as the long description."""
        lines = [
            "Metadata-Version: 2.1",
            f"Name: {self.name}",
            f"Version: {self.version}",
            f"Summary: {' '.join(self.summary.split())}",
            f"Requires-Python: {self.python}",
        ]
        for extra, requirements in self.requires.items():
            lines.append(f"Provides-Extra: {extra}")
            lines += [f'Requires-Dist: {needed}; extra == "{extra}"' for needed in requirements]
        lines += ["Description-Content-Type: text/markdown", "", readme]
        return "\n".join(lines)


def write_wheel(package: Path, metadata: Metadata, readme: str, folder: Path) -> Path:
    """Write the archive; one that is there is replaced.

    Args:
        package: the folder of the package; its name is what is imported.
        metadata: of the distribution.
        readme: in Markdown.
        folder: where the archive is written.

    Returns:
        The archive.
    """
    info = f"{metadata.stem}.dist-info"
    wheel = (
        "Wheel-Version: 1.0\n"
        f"Generator: op-workbench {workbench.__version__}\n"
        f"Root-Is-Purelib: {'true' if metadata.tag.endswith('-any') else 'false'}\n"
        f"Tag: {metadata.tag}\n"
    )
    target = folder / metadata.file
    records = []
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data, mode in _files(package):
            _add(archive, name, data, mode)
            records.append(_record(name, data))
        texts = {"METADATA": metadata.text(readme), "WHEEL": wheel}
        for name, text in texts.items():
            data = text.encode()
            _add(archive, f"{info}/{name}", data, 0o644)
            records.append(_record(f"{info}/{name}", data))
        listed = "".join(f"{line}\n" for line in [*records, f"{info}/RECORD,,"])
        _add(archive, f"{info}/RECORD", listed.encode(), 0o644)
    return target


def _files(package: Path) -> Iterator[tuple[str, bytes, int]]:
    for path in sorted(p for p in package.rglob("*") if p.is_file()):
        mode = 0o755 if os.access(path, os.X_OK) else 0o644
        yield path.relative_to(package.parent).as_posix(), path.read_bytes(), mode


def _add(archive: zipfile.ZipFile, name: str, data: bytes, mode: int) -> None:
    entry = zipfile.ZipInfo(name, _EPOCH)
    entry.external_attr = (0o100000 | mode) << 16
    entry.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(entry, data)


def _record(name: str, data: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    quoted = f'"{name}"' if "," in name else name
    return f"{quoted},sha256={digest},{len(data)}"
