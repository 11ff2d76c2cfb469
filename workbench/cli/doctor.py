"""``op-workbench doctor``: versions, compiler, headers; what is missing and how to get it."""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

from workbench import __version__, paths
from workbench.cli.terminal import write_json
from workbench.core.compile.ort_headers import find_ort_headers
from workbench.core.errors import UserError
from workbench.core.storage import cache
from workbench.engine import compilers, cuda_toolkit, toolchain
from workbench.engine.debug.gdb import find_gdb

HELP = "say what is installed, what is missing and how to get it"

_PACKAGES = (
    "torch", "onnx", "onnxruntime", "onnxscript", "numpy", "PySide6-Essentials", "PySide6-Addons", "netron",
    "monaco-qt", "ninja",
)  # fmt: skip
_LEAST_FREE = 3 << 30


class Finding(msgspec.Struct):
    """One thing looked at. ``status``: ``ok``, ``missing`` (needed) or ``optional`` (absent)."""

    name: str
    status: str
    text: str
    hint: str = ""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--json", action="store_true", help="print as JSON")
    parser.add_argument(
        "--clear-cache",
        action="store_true",
        help="remove all that was built and no running job needs; it is made again when needed",
    )


def run(options: argparse.Namespace) -> int:
    """Exit status 0 if nothing needed is missing."""
    if options.clear_cache:
        freed = cache.clear()
        print(cache.cleared(freed), file=sys.stderr if options.json else sys.stdout)
    findings = list(_findings())
    if options.json:
        write_json("-", {"findings": findings})
    else:
        for finding in findings:
            mark = {"ok": "ok  ", "missing": "MISS", "optional": "-   "}[finding.status]
            print(f"{mark} {finding.name:<20} {finding.text}")
            if finding.hint:
                print(f"     {'':<20} {finding.hint}")
    return 1 if any(f.status == "missing" for f in findings) else 0


def _findings() -> Iterator[Finding]:
    yield Finding(
        "op-workbench",
        "ok",
        f"{__version__}, Python {platform.python_version()}, {platform.platform()}",
    )
    for package in _PACKAGES:
        version = toolchain.version_of(package)
        hint = "" if version else f"pip install {package}"
        yield Finding(package, "ok" if version else "missing", version or "not installed", hint)
    yield from _compilers()
    yield _cuda()
    try:
        yield Finding("ninja program", "ok", toolchain.ninja())
    except UserError as error:
        yield Finding("ninja program", "missing", error.problem.message, error.problem.hint)
    yield _debugger()
    yield _telemetry()
    yield from _headers()
    yield from _cache()


def _compilers() -> Iterator[Finding]:
    """What compiles what: everything, where ``CXX`` names one."""
    try:
        chosen = compilers.compiler(own_library=True)
    except UserError as error:
        yield Finding("C++ compiler", "missing", error.problem.message, error.problem.hint)
        return
    yield Finding("C++ compiler", "ok", _called(chosen))
    if chosen != compilers.bundled():
        return
    theirs = compilers.of_system()
    what = "the runtimes of sanitizers, and kernels with OpenMP or flags of gcc's own"
    if chosen.own_library:
        what = f"kernels that include torch's headers, and {what}"
    yield Finding(
        "system's compiler", "ok" if theirs else "optional",
        f"{_called(theirs) if theirs else 'not installed'}; for {what}",
        "" if theirs else "Debian: apt install g++",
    )  # fmt: skip


def _called(compiler: compilers.Compiler) -> str:
    # Of the compiler that comes along the version says all.
    ours = compiler == compilers.bundled()
    return compiler.version if ours else f"{' '.join(compiler.command)}: {compiler.version}"


def _cuda() -> Finding:
    """Which CUDA compiler CUDA files are compiled with, and whether it fits torch and the driver."""
    name, driver, torch = "CUDA compiler", cuda_toolkit.driver_cuda(), cuda_toolkit.torch_cuda()
    found = cuda_toolkit.nvcc()
    if found is None:
        none = cuda_toolkit.missing()
        return Finding(name, "optional", f"{none.message}; for CUDA files (.cu)", none.hint)
    whose = "the program's toolkit" if found.added else "installed"
    text = f"{found.text}, {whose}: {found.compiler.command[0]}"
    text += f"; torch: {f'CUDA {torch}' if torch else 'built without CUDA, so nothing is linked'}"
    text += (
        f"; driver: {f'CUDA {driver[0]}.{driver[1]}' if driver else 'none, so nothing runs here'}"
    )
    if why := cuda_toolkit.misfit(found, driver):
        hint = "Install CUDA's toolkit of a version that fits both, and set CUDA_HOME to it."
        return Finding(name, "optional", f"{text}; does not fit: {why}", hint)
    return Finding(name, "ok", text)


def _debugger() -> Finding:
    try:
        return Finding("gdb", "ok", find_gdb())
    except UserError as error:
        what = "not installed; for 'Debug this element' and op-workbench debug"
        return Finding("gdb", "optional", what, error.problem.hint)


def _telemetry() -> Finding:
    """What the package ``workbench`` sets for each process that runs ONNX Runtime."""
    value = os.environ.get("ORT_DISABLE_TELEMETRY", "")
    if value == "1":
        return Finding("ORT telemetry", "ok", "off (ORT_DISABLE_TELEMETRY=1): nothing is sent")
    hint = "Is the package workbench changed? Its __init__.py sets ORT_DISABLE_TELEMETRY=1."
    return Finding("ORT telemetry", "missing", f"on: ORT_DISABLE_TELEMETRY is '{value}'", hint)


def _headers() -> Iterator[Finding]:
    ours = [
        paths.ops_lib() / "include" / "workbench" / "tensor.h",
        paths.ort_ops() / "include" / "workbench" / "ort_op.h",
    ]
    missing = [str(p) for p in ours if not p.is_file()]
    yield Finding(
        "our headers", "missing" if missing else "ok", ", ".join(missing) or str(paths.ops_lib() / "include"),
        "Install op-workbench again." if missing else "",
    )  # fmt: skip
    try:
        torch = toolchain.torch_folder() / "include" / "torch" / "csrc" / "stable" / "library.h"
        yield Finding("torch headers", "ok" if torch.is_file() else "missing", str(torch.parent))
    except UserError as error:
        yield Finding("torch headers", "missing", error.problem.message, error.problem.hint)
    python = (
        next((f for f in toolchain.torch_flags()[-1:]), "") if toolchain.version_of("torch") else ""
    )
    has_python = bool(python) and (Path(python) / "Python.h").is_file()
    yield Finding(
        "Python headers", "ok" if has_python else "optional", python,
        "" if has_python else "Needed for kernels that include <torch/extension.h>: apt install python3-dev.",
    )  # fmt: skip
    official = find_ort_headers()
    yield Finding(
        "ORT headers", "ok" if official else "optional",
        str(official) if official else "the official ONNX Runtime headers are not here; our own binding needs none",
        "" if official else "For your own C++ against them: make headers, or set OP_WORKBENCH_ORT_INCLUDE.",
    )  # fmt: skip


def _cache() -> Iterator[Finding]:
    folder = paths.cache_dir()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        free = shutil.disk_usage(folder).free
    except OSError as error:
        hint = "Set OP_WORKBENCH_CACHE to a folder that can be written."
        yield Finding("cache folder", "missing", f"{folder}: {error.strerror}", hint)
        return
    used = cache.usage()
    little = free < _LEAST_FREE
    yield Finding(
        "cache folder", "ok", f"{folder}: {used}; {free / 1e9:.1f} GB free",
        "Precompiled headers take about 1.4 GB." if little else cache.HINT,
    )  # fmt: skip
