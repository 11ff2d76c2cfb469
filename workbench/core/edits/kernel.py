"""The kernel's style, and the implementation for ONNX Runtime that goes with it."""

from __future__ import annotations

from pathlib import PurePosixPath

from msgspec.structs import replace

from workbench.core.declaration.op import Kernel, Mapping, Op, Ort
from workbench.core.edits.common import every_mapping_and_ort
from workbench.core.errors import sentence
from workbench.core.ort_sides import SIDES
from workbench.core.styles import Style, style_of

__all__ = [
    "implementation_problem",
    "set_implementation",
    "set_registration",
    "set_style",
    "sound_implementation",
]

ORT_FILE = "ort_op.cpp"


def set_style(op: Op, style: str) -> Op:
    """Another kernel style, with what does not go with it put right."""
    kind = style_of(style, op.kernel.registration)
    kernel = _with_gpu_file(op.kernel, kind)
    kernel = replace(kernel, style=style, registration=kind.registration)
    if not kind.exists:
        kernel = replace(kernel, package="")
    if kind.file and PurePosixPath(kernel.source).suffix not in kind.suffixes:
        kernel = replace(kernel, source=kind.file)
    changed = _with_kernel(op, replace(kernel, function=kind.fits(kernel.function)))
    if changed.compiles:
        return changed
    # Nothing is left that these could be compiled with.
    kernel = replace(kernel, sources=(), include=(), compile_flags=(), link_flags=())
    return replace(changed, kernel=kernel)


def _with_gpu_file(kernel: Kernel, kind: Style) -> Kernel:
    """The kernel with its file for GPUs where the other style names it."""
    gpu = kernel.gpu_source
    if kind.needs_gpu:
        return replace(kernel, source=gpu or kind.file, cuda="")
    return replace(kernel, cuda=gpu if kind.is_shared else "")


def set_registration(op: Op, registration: str) -> Op:
    """Another way to register a libtorch kernel; an extension has no dispatcher's op."""
    return _with_kernel(op, replace(op.kernel, registration=registration))


def _with_kernel(op: Op, kernel: Kernel) -> Op:
    def sound(mapping: Mapping, ort: Ort) -> tuple[Mapping, Ort]:
        return mapping, _implemented(kernel, ort, sound_implementation(kernel, mapping, ort))

    return every_mapping_and_ort(replace(op, kernel=kernel), sound)


def implementation_problem(kernel: Kernel, mapping: Mapping, name: str) -> str:
    """Why ONNX Runtime cannot run a mapping in this way; empty where it can."""
    custom, side = mapping.custom_nodes, SIDES[name]
    if not side.takes_custom:
        return f"ONNX Runtime has no kernel for {custom[0].op}." if custom else ""
    if not custom and not (not side.makes_library and mapping.source and not mapping.nodes):
        return "The mapping has no custom node."
    what = side.refusal(kernel.kind)[0]
    return sentence(what) if what else ""


def sound_implementation(kernel: Kernel, mapping: Mapping, ort: Ort) -> str:
    """The implementation that is declared where it can be, or else the nearest."""
    # What the user has to write or to bring is nothing that could be chosen for him.
    wanted: tuple[str, ...] = (
        ort.implementation,
        *(s.name for s in SIDES.values() if not s.needs_file),
        kernel.kind.ort,
    )
    return next(
        (n for n in wanted if not implementation_problem(kernel, mapping, n)), ort.implementation
    )


def set_implementation(op: Op, implementation: str) -> Op:
    """Another implementation; one of the user's own gets a file, others have none."""
    return replace(op, ort=_implemented(op.kernel, op.ort, implementation))


def _implemented(kernel: Kernel, ort: Ort, implementation: str) -> Ort:
    side = SIDES[implementation]
    if implementation != ort.implementation:
        source = (ort.source or ORT_FILE) if side.has_source else ""
        structs = ort.structs if side.has_source else ()
        ort = replace(ort, implementation=implementation, source=source, structs=structs)
    if side.is_prebuilt:
        return replace(ort, function="")
    if side.takes_module or kernel.kind.takes_module:
        return replace(ort, package="")
    return replace(ort, module="", function="", package="")
