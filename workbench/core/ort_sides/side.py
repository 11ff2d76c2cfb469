"""What is known about an implementation for ONNX Runtime."""

from __future__ import annotations

from typing import ClassVar

from workbench.core.styles import LibraryPlan, Style, UnitPlan, Words
from workbench.core.types.arg_types import ArgumentType
from workbench.core.types.devices import CPU

__all__ = ["ORT_GLUE", "OrtSide"]

ORT_GLUE = UnitPlan("ort_glue", "ort_glue.cpp.j2", title="C++: binding to ONNX Runtime")
"""What binds functions over our views to ONNX Runtime, whoever has them."""


class OrtSide:
    """One implementation.

    Attributes:
        name: as ``ort.implementation`` says it.
        order: in lists for people, and of what is tried where the declared one cannot be.
        words: for the choice.
        runs: what it comes to, for an op that was found in C++.
        fix: what choosing it does, as the title of a fix; empty where it needs code of the user's.
        means: behind its name in a hint; empty where it runs no custom node.
        takes_custom: there may be custom nodes.
        makes_library: there is a library for ONNX Runtime.
        runs_kernel: the op's own kernel computes, so its arguments must reach it.
        has_source: the user writes C++ for ONNX Runtime.
        takes_module: the user has a compiled function that takes the op's arguments.
        is_prebuilt: the op library is there already, as a file or in a Python package.
        is_compared: ONNX Runtime runs the model here, and its numbers are compared.
        devices: on which its nodes can run, as torch calls them.
        nothing: why the binding that others have generated is not.
    """

    name: ClassVar[str]
    order: ClassVar[int]
    words: ClassVar[Words]
    runs: ClassVar[str] = ""
    fix: ClassVar[str] = ""
    means: ClassVar[str] = ""
    takes_custom: ClassVar[bool] = True
    makes_library: ClassVar[bool] = True
    runs_kernel: ClassVar[bool] = False
    has_source: ClassVar[bool] = False
    takes_module: ClassVar[bool] = False
    is_prebuilt: ClassVar[bool] = False
    is_compared: ClassVar[bool] = True
    devices: ClassVar[tuple[str, ...]] = (CPU,)
    nothing: ClassVar[str] = ""

    @property
    def needs_file(self) -> bool:
        """Whether a file of the user's computes, beside the kernel's."""
        return self.has_source or self.takes_module or self.is_prebuilt

    @property
    def takes_arguments(self) -> bool:
        """Whether what computes takes the op's own arguments, so that each must reach it."""
        return self.runs_kernel or self.takes_module

    def library(self, style: Style) -> LibraryPlan | None:
        """The op library for a kernel of that style."""
        return None

    def refused(self, kind: ArgumentType) -> str:
        """Why it cannot pass an argument of a type; empty where it can."""
        return ""

    def refusal(self, style: Style) -> tuple[str, str]:
        """Why it cannot run a kernel of that style, and what would let it; empty where it can."""
        return "", ""

    def shared(self, style: Style) -> str:
        """Why its result is no check of PyTorch's; empty where the two are independent."""
        return ""
