"""What each stage of an op depends on, so that only what is stale is done again."""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Collection, Iterable
from pathlib import Path

import msgspec

from workbench.core.compile.outside import found_outside
from workbench.core.declaration.declared import Stage
from workbench.core.declaration.op import Op
from workbench.core.errors import UserError
from workbench.core.examples.example_files import example_files
from workbench.core.files.file_roles import CUDA, SOURCES
from workbench.core.files.files import MAX_TEXT_BYTES, is_inside
from workbench.core.jobs import STAGES
from workbench.core.op_toml.keys import uses
from workbench.core.toolkits.cuda import TOOLKIT

__all__ = ["CONTENT", "content_keys", "source_files", "stage_keys", "stage_parts"]

CONTENT = "content"
"""The key of what an op is, and not of what there is to compile it: the same on each machine."""


def source_files(folder: Path) -> list[Path]:
    """The C++ sources and headers of an op's folder, sorted."""
    return _files(folder, SOURCES)


def _files(folder: Path, suffixes: Collection[str]) -> list[Path]:
    """The files with these endings, sorted; what goes away meanwhile is passed over."""
    found = [Path(parent, name) for parent, _, names in os.walk(folder) for name in names]
    return sorted(p for p in found if p.suffix in suffixes and os.path.isfile(p))  # noqa: PTH113


def _content(folder: Path, name: str) -> bytes:
    """The digest of a file inside an op's folder; nothing outside of it is ever read."""
    if not is_inside(name):
        return b"outside"
    try:
        path = folder / name
        if not path.is_file() or path.stat().st_size > MAX_TEXT_BYTES:
            return b"no source"
        return hashlib.sha256(path.read_bytes()).digest()
    except OSError:
        return b"unreadable"


def _stamp(folder: Path, name: str) -> str:
    """Says when a file changes; models are too large to be read at every look."""
    try:
        found = (folder / name).stat()
    except (OSError, ValueError):
        return "no file"
    return f"{found.st_size} {found.st_mtime_ns}"


def _large_content(path: Path) -> bytes:
    """The digest of a file of arrays; of a large one when it was written, and how large it is."""
    try:
        stat = path.stat()
        if not path.is_file() or stat.st_size > MAX_TEXT_BYTES:
            return f"{stat.st_size} {stat.st_mtime_ns}".encode()
        return hashlib.sha256(path.read_bytes()).digest()
    except (OSError, ValueError):
        return b"unreadable"


def _add_files(key: hashlib._Hash, folder: Path, files: Iterable[Path]) -> None:
    for path in files:
        name = str(path.relative_to(folder))
        key.update(os.fsencode(name))
        key.update(_content(folder, name))


def stage_parts(op: Op) -> dict[Stage, bytes]:
    """Per stage what of the declaration it depends on beside the stage before, as its keys say."""
    found: dict[Stage, list[tuple[str, object]]] = {
        stage: [] for stage in ("build", "export", "compare", "check")
    }
    for use in uses(op):
        if use.key.stage in found and use.key.part is None and use.value != use.key.default:
            found[use.key.stage].append((use.path, use.value))
    # Not JSON, which has no nan and no inf: elements of an example may be such.
    return {stage: msgspec.msgpack.encode(part) for stage, part in found.items()}


def stage_keys(folder: Path, op: Op) -> dict[str, str]:
    """Per stage a digest of the content that it depends on and of what compiles it, and ``CONTENT``."""
    keys = content_keys(folder, op)
    content = keys["export"]
    if TOOLKIT.is_there and any(path.suffix in CUDA for path in source_files(folder)):
        # What was not compiled before the toolkit was added.
        for stage, key in keys.items():
            keys[stage] = hashlib.sha256(key.encode() + b"compiled").hexdigest()
    return {CONTENT: content, **keys}


def content_keys(folder: Path, op: Op) -> dict[str, str]:
    """Per stage a digest of the content that it depends on: the same on each machine."""
    parts = stage_parts(op)
    build = hashlib.sha256(parts["build"])
    sources = source_files(folder)
    _add_files(build, folder, sources)
    with contextlib.suppress(UserError):
        for name, path in sorted(found_outside(folder, op).items()):
            build.update(os.fsencode(name))
            build.update(_large_content(path))
    if op.ort.module and is_inside(op.ort.module):
        build.update(_large_content(folder / op.ort.module))
    export = build.copy()
    export.update(parts["export"])
    if op.model.onnx:
        export.update(_stamp(folder, op.model.onnx).encode())
    # Kernels, mappings, models and references in Python, and what they import from beside them.
    _add_files(export, folder, _files(folder, {".py"}))
    for name in example_files(op):
        export.update(os.fsencode(name))
        export.update(_large_content(folder / name))
    compare = export.copy()
    compare.update(parts["compare"])
    for name in op.session.libraries:
        compare.update(_large_content(folder / name) if is_inside(name) else b"outside")
    kinds = {"build": build, "compare": compare}
    return {stage: kinds.get(stage, export).hexdigest() for stage in STAGES}
