"""The kernel: its style, sources, flags and registration."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from workbench.core import signature
from workbench.core.check.common import problem
from workbench.core.check.files import inside, python_file, python_name
from workbench.core.check.flags import check_flags
from workbench.core.errors import Problem
from workbench.core.op import Op

__all__ = ["check_kernel"]

_CPP = (".cpp", ".cc", ".cxx")
_FURTHER = (*_CPP, ".c", ".cu")


def check_kernel(op: Op) -> Iterator[Problem]:
    """The problems of ``[kernel]``."""
    kernel = op.kernel
    compiled = kernel.style in ("portable", "libtorch")
    if compiled:
        yield from _arguments(op)
        yield from _cpp_file("kernel.source", kernel.source, _CPP)
        yield from _cpp_function(op)
    elif kernel.style == "python":
        yield from python_file("kernel.source", kernel.source)
        yield from python_name("kernel.function", signature.kernel_function(op))
    yield from _registration(op)
    yield from _extras(op, compiled)


def _arguments(op: Op) -> Iterator[Problem]:
    kernel = op.kernel
    for i, arg in enumerate(op.args):
        kind = arg.kind
        if kernel.style == "portable" and not kind.in_portable:
            yield problem(f"args[{i}].type", f"a portable kernel takes no {arg.type}", kind.hint)
        elif not kind.in_function and kernel.registration == "generated":
            what = f"torch passes no {arg.type} to a function"
            yield problem(f"args[{i}].type", what, kind.hint)


def _cpp_file(key: str, name: str, suffixes: tuple[str, ...]) -> Iterator[Problem]:
    wrong = list(inside(key, name))
    if not wrong and PurePosixPath(name).suffix == ".cu" and ".cu" not in suffixes:
        hint = "Name the C++ file here, and the CUDA file in kernel.sources."
        wrong = [problem(key, f"'{name}' is a CUDA source", hint)]
    elif not wrong and PurePosixPath(name).suffix not in suffixes:
        wrong = [problem(key, f"'{name}' is no C++ source", "Name it e.g. kernel.cpp.")]
    yield from wrong


def _cpp_function(op: Op) -> Iterator[Problem]:
    for part in signature.kernel_function(op).split("::"):
        if not re.fullmatch(r"[A-Za-z_]\w*", part):
            yield problem("kernel.function", f"'{op.kernel.function}' is no C++ function name")
            break


def _registration(op: Op) -> Iterator[Problem]:
    kernel = op.kernel
    if kernel.registration != "generated" and kernel.style != "libtorch":
        what = "no registration of its own" if kernel.registration == "own" else "no Python module"
        yield problem(
            "kernel.registration",
            f"{_a(kernel.style)} kernel has {what}",
            'Remove the key, or set style = "libtorch".',
        )
    elif kernel.registration == "pybind" and "::" in kernel.function:
        yield problem(
            "kernel.function",
            f"'{kernel.function}' is no name in a Python module",
            "Give the name that m.def has.",
        )
    if kernel.package and kernel.style != "installed":
        yield problem(
            "kernel.package",
            f"{_a(kernel.style)} kernel comes from no package",
            'Remove the key, or set style = "installed".',
        )
    elif kernel.package and not re.fullmatch(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*", kernel.package):
        yield problem("kernel.package", f"'{kernel.package}' is no Python module")


def _a(style: str) -> str:
    return f"an {style}" if style == "installed" else f"a {style}"


def _extras(op: Op, compiled: bool) -> Iterator[Problem]:
    """Further sources, folders and flags."""
    kernel = op.kernel
    # The user's own C++ for ONNX Runtime is compiled whatever the kernel is.
    sides = (op.ort, *(variant.ort for variant in op.variants.values()))
    unused = not compiled and all(ort.implementation != "own" for ort in sides)
    keys = ("sources", "include", "compile_flags", "link_flags")
    for key in (k for k in keys if unused and getattr(kernel, k)):
        what = f"'{key}' has no use: {_a(kernel.style)} kernel compiles nothing"
        yield problem(f"kernel.{key}", what, "Remove it.")
    for i, name in enumerate(kernel.sources):
        yield from _cpp_file(f"kernel.sources[{i}]", name, _FURTHER)
        again = name in kernel.sources[:i] or name == op.ort.source
        if again or (compiled and name == kernel.source):
            yield problem(f"kernel.sources[{i}]", f"'{name}' is compiled already", "Remove it.")
    for i, name in enumerate(kernel.include):
        yield from inside(f"kernel.include[{i}]", name)
    yield from check_flags("kernel.compile_flags", kernel.compile_flags, linker=False)
    yield from check_flags("kernel.link_flags", kernel.link_flags, linker=True)
