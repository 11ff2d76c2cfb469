"""The C++ of a delivery for a device: a plugin, and the kernel as a plain C function that it calls."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from workbench import paths
from workbench.core.codegen.device import kernel_text
from workbench.core.codegen.templates import render
from workbench.core.errors import UserError
from workbench.core.files.files import read_text
from workbench.core.jobs import DeliverJob, DeliveryCheck
from workbench.core.pipeline.stage_keys import source_files
from workbench.engine.compilers import environment, of_system

__all__ = ["DEVICE", "compiled", "headers_of", "write_device"]

DEVICE = "device"
"""The folder."""
_KERNEL = "kernel_c.cpp"
_SOURCES = "csrc"
_INCLUDE = re.compile(r"^\s*#\s*include\s*[<\"]workbench/([\w.]+)[>\"]", re.MULTILINE)


def write_device(
    job: DeliverJob,
    folder: Path,
    plugins: dict[str, str],
    needs: str,
    libraries: Sequence[str] = (),
    program: str = "",
) -> None:
    """Write the folder ``device``.

    Args:
        job: of the op.
        folder: the delivery.
        plugins: what is compiled beside the kernel: file → text.
        needs: what ``CMakeLists.txt`` asks of the runtime: the variable that names its headers' folder.
        libraries: of the runtime, that the plugin is linked with.
        program: a file with a main that uses it, which is written beside; empty for none.
    """
    op, home, device = job.op, Path(job.folder).resolve(), folder / DEVICE
    device.mkdir()
    portable = op.kernel.kind.is_shared
    for name, text in {
        **plugins,
        _KERNEL: kernel_text(op, f"{_SOURCES}/{op.kernel.source}"),
    }.items():
        (device / name).write_text(text, encoding="utf-8")
    if portable:
        for path in source_files(home):
            _copy(path, device / _SOURCES / path.relative_to(home))
    for path in _included(device):
        _copy(path, device / "include" / "workbench" / path.name)
    sources = [*(n for n in plugins if n.endswith(".cpp")), _KERNEL]
    further = [f"{_SOURCES}/{name}" for name in op.kernel.sources] if portable else []
    include = [_SOURCES, *(f"{_SOURCES}/{name}" for name in op.kernel.include)] if portable else []
    flags = op.kernel.compile_flags if portable else ()
    text = render(
        "device/CMakeLists.txt.j2",
        op=op,
        sources=[*sources, *further],
        include=["include", *include],
        flags=flags,
        needs=needs,
        libraries=libraries,
        program=program,
    )
    (device / "CMakeLists.txt").write_text(text, encoding="utf-8")


def _included(device: Path) -> list[Path]:
    """Our own headers that the files there include, and what these do."""
    ours = paths.ops_lib() / "include" / "workbench"
    found: list[Path] = []
    texts = [read_text(path) for path in source_files(device)]
    while texts:
        names = _INCLUDE.findall(texts.pop())
        new = {ours / name for name in names if (ours / name).is_file()} - set(found)
        found += sorted(new)
        texts += map(read_text, new)
    return found


def headers_of(variable: str, headers: Sequence[str]) -> list[Path]:
    """The folders of a vendor's headers on this machine; none where one of them is missing.

    Args:
        variable: of the environment that names them, with ``:`` between several.
        headers: what has to be there, each in one of them.
    """
    folders = [Path(n).resolve() for n in os.environ.get(variable, "").split(os.pathsep) if n]
    there = all(any((f / header).is_file() for f in folders) for header in headers)
    return folders if there else []


def compiled(device: Path, file: str, headers: Sequence[Path], variable: str) -> DeliveryCheck:
    """Compile a plugin against its vendor's headers, where these are; nothing is linked or run.

    Args:
        device: the folder.
        file: of the plugin.
        headers: of ``headers_of``.
        variable: as there, for who has not got them.

    Raises:
        UserError: kind ``deliver``; it does not compile.
    """
    what, compiler = f"{DEVICE}/{file}", of_system()
    if not headers or compiler is None:
        why = "there is no C++ compiler" if compiler is None else f"set {variable} to their folder"
        how = "not compiled, not run here: its vendor's headers are not here"
        return DeliveryCheck(what, f"{how} ({why})")
    include = [f"-I{path}" for path in ("include", *headers)]
    command = [*compiler.command, "-std=c++20", "-fsyntax-only", *include, file]
    done = subprocess.run(
        command,
        cwd=device,
        env=environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode != 0:
        errors = re.findall(r".*error: .*", done.stderr) or [done.stderr[-500:]]
        said = "\n".join(errors[:3])
        raise UserError("deliver", f"{what} does not compile with its vendor's headers: {said}")
    return DeliveryCheck(what, f"{compiler.version}; compiled only, not run here", "compiles")


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
