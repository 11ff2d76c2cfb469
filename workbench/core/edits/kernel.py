"""The kernel's style, and the implementation for ONNX Runtime that goes with it."""

from __future__ import annotations

from pathlib import PurePosixPath

from msgspec.structs import replace

from workbench.core.edits.common import every_mapping_and_ort
from workbench.core.op import Kernel, Mapping, Op, Ort

__all__ = [
    "compiles",
    "implementation_problem",
    "set_implementation",
    "set_registration",
    "set_style",
    "sound_implementation",
]

_CPP = (".cpp", ".cc", ".cxx")
CPP_FILE = "kernel.cpp"
PYTHON_FILE = "kernel.py"
ORT_FILE = "ort_op.cpp"


def set_style(op: Op, style: str) -> Op:
    """Another kernel style, with what does not go with it put right."""
    kernel = replace(op.kernel, style=style)
    if style != "libtorch":
        kernel = replace(kernel, registration="generated")
    if style != "installed":
        kernel = replace(kernel, package="")
    suffix = PurePosixPath(kernel.source).suffix
    if style == "python" and suffix != ".py":
        kernel = replace(kernel, source=PYTHON_FILE)
    elif style in ("portable", "libtorch") and suffix not in _CPP:
        kernel = replace(kernel, source=CPP_FILE)
    if style == "python" and "::" in kernel.function:
        kernel = replace(kernel, function=kernel.function.rpartition("::")[2])
    changed = _with_kernel(op, kernel)
    if compiles(changed):
        return changed
    # Nothing is left that these could be compiled with.
    kernel = replace(kernel, sources=(), include=(), compile_flags=(), link_flags=())
    return replace(changed, kernel=kernel)


def set_registration(op: Op, registration: str) -> Op:
    """Another way to register a libtorch kernel; an extension has no dispatcher's op."""
    return _with_kernel(op, replace(op.kernel, registration=registration))


def _with_kernel(op: Op, kernel: Kernel) -> Op:
    def sound(mapping: Mapping, ort: Ort) -> tuple[Mapping, Ort]:
        return mapping, _implemented(ort, sound_implementation(kernel, mapping, ort))

    return every_mapping_and_ort(replace(op, kernel=kernel), sound)


def compiles(op: Op) -> bool:
    """Whether any C++ of the op's is compiled: its kernel, or its own ONNX Runtime source."""
    orts = (op.ort, *(v.ort for v in op.variants.values()))
    return op.kernel.style in ("portable", "libtorch") or any(
        ort.implementation == "own" for ort in orts
    )


def implementation_problem(kernel: Kernel, mapping: Mapping, name: str) -> str:
    """Why ONNX Runtime cannot run a mapping in this way; empty where it can."""
    custom = mapping.custom_nodes
    if name == "none":
        return f"ONNX Runtime has no kernel for {custom[0].op}." if custom else ""
    if not custom and not (name == "export-only" and mapping.source and not mapping.nodes):
        return "The mapping has no custom node."
    if name == "portable" and kernel.style != "portable":
        return f"The kernel is not portable, it is {kernel.style}."
    if name == "bridge" and kernel.is_function:
        return "PyTorch's dispatcher does not know the op: it is an autograd.Function."
    return ""


def sound_implementation(kernel: Kernel, mapping: Mapping, ort: Ort) -> str:
    """The implementation that is declared where it can be, or else the nearest."""
    wanted = (ort.implementation, "portable", "bridge", "export-only", "none")
    return next(
        (n for n in wanted if not implementation_problem(kernel, mapping, n)), ort.implementation
    )


def set_implementation(op: Op, implementation: str) -> Op:
    """Another implementation; one of the user's own gets a file, others have none."""
    return replace(op, ort=_implemented(op.ort, implementation))


def _implemented(ort: Ort, implementation: str) -> Ort:
    if implementation == ort.implementation:
        return ort
    source = (ort.source or ORT_FILE) if implementation == "own" else ""
    structs = ort.structs if implementation == "own" else ()
    return replace(ort, implementation=implementation, source=source, structs=structs)
