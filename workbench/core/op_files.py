"""The files that a declaration names, and what each is for."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from workbench.core.errors import UserError
from workbench.core.files import read_text
from workbench.core.op import Mapping, Node, Op, Ort
from workbench.core.stage_keys import source_files

__all__ = ["ROLES", "NamedFile", "found_files", "named_files", "source_texts"]

ROLES = {
    "kernel": "kernel",
    "source": "further source",
    "ort": "ONNX Runtime op",
    "mapping": "mapping",
    "script": "onnxscript function",
    "model": "sample model",
    "reference": "reference",
}
"""What a file is for, in words."""


class NamedFile(NamedTuple):
    """One file.

    Attributes:
        name: relative to the op's folder.
        role: a key of ``ROLES``.
        key: where ``op.toml`` names it.
        function: the function or class that is looked for in it; empty where there is none.
        node: the node whose function it holds (scripts only).
    """

    name: str
    role: str
    key: str
    function: str = ""
    node: Node | None = None


def named_files(op: Op) -> list[NamedFile]:
    """The files in the order in which one writes them; those outside the op's folder left out."""
    found = [f for f in _all(op) if _inside(f.name)]
    seen: set[tuple[str, str]] = set()
    return [f for f in found if not ((f.name, f.role) in seen or seen.add((f.name, f.role)))]  # type: ignore[func-returns-value]


def _all(op: Op) -> Iterator[NamedFile]:
    kernel = op.kernel
    if kernel.kind.file:
        yield NamedFile(kernel.source, "kernel", "kernel.source", kernel.function or op.torch_name)
        for i, name in enumerate(kernel.sources):
            yield NamedFile(name, "source", f"kernel.sources[{i}]")
    yield from _of_mapping(op.mapping, op.ort, "")
    for variant, parts in op.variants.items():
        yield from _of_mapping(parts.mapping, parts.ort, f"variants.{variant}.")
    if op.model.source:
        yield NamedFile(op.model.source, "model", "model.source", op.model.function)
    if op.reference.source:
        function = op.reference.function or op.name
        yield NamedFile(op.reference.source, "reference", "reference.source", function)


def _of_mapping(mapping: Mapping, ort: Ort, prefix: str) -> Iterator[NamedFile]:
    if mapping.source:
        key = f"{prefix}mapping.source"
        yield NamedFile(mapping.source, "mapping", key, mapping.function)
    for i, node in enumerate(mapping.nodes):
        if node.script:
            key = f"{prefix}mapping.nodes[{i}].script"
            yield NamedFile(node.script, "script", key, node.op_type, node)
    if ort.side.has_source and ort.source:
        yield NamedFile(ort.source, "ort", f"{prefix}ort.source")


def _inside(name: str) -> bool:
    path = PurePosixPath(name)
    return bool(name) and "\0" not in name and not path.is_absolute() and ".." not in path.parts


def found_files(folder: Path) -> list[Path]:
    """The C++ and Python files in an op's folder, named or not."""
    try:
        cpp = source_files(folder)
        python = [p for p in folder.rglob("*.py") if "__pycache__" not in p.parts and p.is_file()]
    except OSError:
        return []
    return sorted({*cpp, *python})


def source_texts(folder: Path, op: Op) -> dict[Path, str]:
    """The texts of an op's sources, named or found; what cannot be read as text is left out."""
    named = (folder / file.name for file in named_files(op))
    texts = {}
    for path in dict.fromkeys([*named, *found_files(folder)]):
        with contextlib.suppress(UserError):
            texts[path] = read_text(path)
    return texts
