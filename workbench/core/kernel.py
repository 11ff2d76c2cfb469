"""The part of a declaration that says where the computation is."""

from __future__ import annotations

from typing import Annotated, Literal

from workbench.core.declared import Declared, Whole, key

__all__ = ["Kernel"]

KernelStyle = Literal["portable", "libtorch", "installed", "python"]
Registration = Literal["generated", "own", "pybind"]


def _a(style: str) -> str:
    return f"an {style}" if style == "installed" else f"a {style}"


def _has_file(op: Whole, kernel: Kernel) -> str:
    return "an installed op has no file" if kernel.style == "installed" else ""


def _has_function(op: Whole, kernel: Kernel) -> str:
    if kernel.registration == "own":
        return "the file registers its functions itself"
    return "an installed op has no function" if kernel.style == "installed" else ""


def _is_registered(op: Whole, kernel: Kernel) -> str:
    return {
        "portable": "a portable kernel is always registered by the program",
        "installed": "an installed op is registered by what brings it",
        "python": "a python kernel is an autograd.Function, which is called and not registered",
    }.get(kernel.style, "")


def _comes_from_package(op: Whole, kernel: Kernel) -> str:
    installed = kernel.style == "installed"
    return "" if installed else f"{_a(kernel.style)} kernel comes from no package"


def _is_compiled(op: Whole, kernel: Kernel) -> str:
    # The user's own C++ for ONNX Runtime is compiled whatever the kernel is.
    sides = (op.ort, *(variant.ort for variant in op.variants.values()))
    if kernel.style in ("portable", "libtorch") or any(s.implementation == "own" for s in sides):
        return ""
    return f"{_a(kernel.style)} kernel compiles nothing"


class Kernel(Declared, frozen=True):
    """Where the computation is."""

    style: Annotated[
        KernelStyle,
        key(
            "Style",
            "portable: one C++ function over light tensor views that torch and ONNX Runtime both "
            "run. libtorch: C++ with torch::Tensor. installed: torch or a package has the op. "
            "python: an autograd.Function.",
        ),
    ] = "portable"
    source: Annotated[
        str,
        key(
            "Source",
            "The C++ file, or the Python file of a python kernel, in the op's folder; further "
            "files are named in sources.",
            placeholder="kernel.cpp",
            file="kernel",
            applies=_has_file,
            kept=True,
        ),
    ] = "kernel.cpp"
    function: Annotated[
        str,
        key(
            "Function",
            "The C++ function, which may be qualified (ns::f); with pybind the name that m.def "
            "gives; of a python kernel the class. Called as the op where empty.",
            applies=_has_function,
            kept=True,
        ),
    ] = ""
    registration: Annotated[
        Registration,
        key(
            "Registration",
            "libtorch only. Who tells torch of the op: generated code; the file itself (own: "
            "TORCH_LIBRARY, RegisterOperators); or a Python extension (pybind: PYBIND11_MODULE), "
            "which is called from an autograd.Function that is generated.",
            applies=_is_registered,
            instead='set style = "libtorch"',
        ),
    ] = "generated"
    package: Annotated[
        str,
        key(
            "Package",
            "installed only. The Python module whose import registers the op, e.g. torchvision.",
            placeholder="torch's own ops need none",
            applies=_comes_from_package,
            instead='set style = "installed"',
        ),
    ] = ""
    sources: Annotated[
        tuple[str, ...],
        key(
            "Further files",
            "Further C++ or CUDA files, compiled and linked beside the source.",
            record="further file",
            placeholder="csrc/more.cpp",
            file="source",
            applies=_is_compiled,
        ),
    ] = ()
    include: Annotated[
        tuple[str, ...],
        key(
            "Include folders",
            "Folders of headers, in the op's folder.",
            record="include folder",
            placeholder="include",
            file="folder",
            applies=_is_compiled,
        ),
    ] = ()
    compile_flags: Annotated[
        tuple[str, ...],
        key(
            "Compiler flags",
            "Further flags of the compiler, for every C++ file of the op.",
            record="compiler flag",
            placeholder="-DNAME=1",
            applies=_is_compiled,
        ),
    ] = ()
    link_flags: Annotated[
        tuple[str, ...],
        key(
            "Linker flags",
            "Further flags of the linker.",
            record="linker flag",
            placeholder="-lm",
            applies=_is_compiled,
        ),
    ] = ()

    @property
    def is_function(self) -> bool:
        """Whether torch sees an ``autograd.Function`` instead of a registered op."""
        return self.style == "python" or self.registration == "pybind"
