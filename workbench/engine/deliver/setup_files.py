"""What a delivery is built by where it is used: sources, ``setup.py`` and ``pyproject.toml``."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import msgspec

from workbench.core.codegen.templates import render
from workbench.core.delivery.package import Package
from workbench.core.jobs import DeliverJob
from workbench.engine.build.cuda import architecture_flags
from workbench.engine.deliver.needs import oldest_runtime
from workbench.engine.deliver.package import summary
from workbench.engine.deliver.package_files import JOINED, joined_files
from workbench.engine.deliver.source_files import (
    INCLUDE,
    Built,
    write_headers,
    write_joined,
    write_sources,
)
from workbench.engine.onnx.onnx_file import read_model

__all__ = ["write_setup"]


def write_setup(
    job: DeliverJob, package: Package, folder: Path, parts: Sequence[DeliverJob] = ()
) -> bool:
    """Write them beside the package's own folder.

    Args:
        job: of all ops that are in the package.
        package: what it is called.
        folder: the delivery.
        parts: the ops as they are built; those of the job where there are none.

    Returns:
        Whether there is anything to build.

    Raises:
        UserError: kind ``deliver``; a source is outside of its op's folder.
    """
    made: list[Built] = []
    for part in parts or job.parts:
        made += write_sources(part, f"{package.module}._{part.op.name}", folder)
    if not parts and (files := joined_files(job)):
        made.append(write_joined(files, JOINED, package.module, folder))
    if made:
        write_headers(folder)
    modules = [package.module, *(f"{package.module}._{p.op.name}" for p in job.parts)]
    oldest = [
        oldest_runtime(p, read_model(Path(c.model)))[0] for p in job.parts for c in p.cases[:1]
    ]
    values = {
        "package": package,
        "libraries": [_plain(library) for library in made],
        "system": any(library.system for library in made),
        "every_gpu": architecture_flags(()),
        "include": INCLUDE,
        "summary": json.dumps(summary(job.parts), ensure_ascii=False),
        "packages": [json.dumps(name) for name in modules],
        "oldest": max(oldest, key=lambda version: int(version.partition(".")[2])),
    }
    for text in ("pyproject.toml", *(["setup.py"] if made else [])):
        written = render(f"delivery/source/{text}.j2", **values)
        (folder / text).write_text(written, encoding="utf-8")
    # pip asks for it before it is known what was checked.
    (folder / "README.md").write_text(f"# {package.name}\n", encoding="utf-8")
    return bool(made)


def _plain(library: Built) -> dict[str, object]:
    """As ``setup.py`` has it."""
    found = msgspec.to_builtins(library)
    found["cxx"] = found.pop("flags")
    return {key: list(v) if isinstance(v, (list, tuple)) else v for key, v in found.items()}
