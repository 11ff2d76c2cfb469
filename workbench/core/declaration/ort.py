"""The part of a declaration that says who runs the custom nodes in ONNX Runtime."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from workbench.core.declaration.declared import Declared, Whole, key
from workbench.core.ort_sides import SIDES, OrtSide
from workbench.core.standard.ort_versions import OLDEST_ORT

__all__ = ["Ort"]

if TYPE_CHECKING:
    OrtImplementation = str
else:  # what is known of each stands in `ort_sides`
    OrtImplementation = Literal[tuple(SIDES)]

_WITH_SOURCE = " or ".join(side.name for side in SIDES.values() if side.has_source)
_PREBUILT = " or ".join(side.name for side in SIDES.values() if side.is_prebuilt)
_WITH_MODULE = " or ".join(side.name for side in SIDES.values() if side.takes_module)


def _has_source(op: Whole, ort: Ort) -> str:
    return (
        "" if ort.side.has_source else f'only implementation = "{_WITH_SOURCE}" has C++ of its own'
    )


def _takes_module(op: Whole, ort: Ort) -> str:
    takes = ort.side.takes_module or op.kernel.kind.takes_module
    return "" if takes else f'only implementation = "{_WITH_MODULE}" calls a module'


def _takes_file(op: Whole, ort: Ort) -> str:
    return "" if ort.side.is_prebuilt else _takes_module(op, ort)


def _is_prebuilt(op: Whole, ort: Ort) -> str:
    prebuilt = f'only implementation = "{_PREBUILT}" has an op library from a package'
    return "" if ort.side.is_prebuilt else prebuilt


def _has_library(op: Whole, ort: Ort) -> str:
    made = ort.side.makes_library and not ort.side.is_prebuilt
    return "" if made else "no op library is made"


def _has_custom_node(op: Whole, ort: Ort) -> str:
    return "" if ort.side.takes_custom else "there is no custom node"


class Ort(Declared, frozen=True):
    """How ONNX Runtime runs the custom node."""

    implementation: Annotated[
        OrtImplementation,
        key(
            "Implementation",
            "Whose code runs the custom node in ONNX Runtime. "
            + " ".join(f"{side.name}: {side.words.short}." for side in SIDES.values()),
        ),
    ] = "portable"
    source: Annotated[
        str,
        key(
            "Source",
            f"{_WITH_SOURCE} only. The C++ file against ONNX Runtime's official headers, in the op's folder. "
            "Further files, folders of headers and flags are those of the kernel.",
            placeholder="ort_op.cpp",
            file="ort",
            applies=_has_source,
        ),
    ] = ""
    structs: Annotated[
        tuple[str, ...],
        key(
            "Structs",
            f"{_WITH_SOURCE} only. The custom-op structs to register in the mapping's domain, where the file "
            "has no RegisterCustomOps.",
            record="struct",
            placeholder="found in the file",
            applies=_has_source,
        ),
    ] = ()
    module: Annotated[
        str,
        key(
            "Module",
            f"{_WITH_MODULE}, as implementation or as the kernel's style: the compiled library, in "
            "the op's folder, whose function is called with the op's arguments and then its outputs, "
            "which are allocated. It is looked at, and loaded where the op runs. "
            f"{_PREBUILT}: the op library, in the op's folder; with a package, in that.",
            placeholder="kernels.so",
            file="module",
            applies=_takes_file,
        ),
    ] = ""
    package: Annotated[
        str,
        key(
            "Package",
            f"{_PREBUILT} only. The installed Python package that has the op library; it is not imported. "
            "Where it has several, module names one.",
            placeholder="onnxruntime_extensions",
            applies=_is_prebuilt,
        ),
    ] = ""
    function: Annotated[
        str,
        key(
            "Function",
            f"{_WITH_MODULE} only. The function in the module, as the other compiler calls it: its "
            "symbol is __tvm_ffi_ and this name.",
            placeholder="add",
            applies=_takes_module,
        ),
    ] = ""
    oldest: Annotated[
        str,
        key(
            "Oldest version",
            f"The oldest ONNX Runtime that shall load the op library, 1.{OLDEST_ORT} or later. "
            "Every later one loads it, too.",
            idle=_has_library,
        ),
    ] = f"1.{OLDEST_ORT}"
    since_version: Annotated[
        int,
        key(
            "Since version",
            "The version of the custom domain that brought this op. A model says which version of "
            "each domain it is written in; raise it when the node's meaning changes.",
            idle=_has_custom_node,
        ),
    ] = 1

    @property
    def side(self) -> OrtSide:
        """What is known about this implementation."""
        return SIDES[self.implementation]
