"""What a build makes, as data: which units go into which library. The engine carries it out."""

from __future__ import annotations

from typing import Literal

import msgspec

__all__ = ["LibraryPlan", "UnitPlan"]


class UnitPlan(msgspec.Struct, frozen=True):
    """One file to compile.

    Attributes:
        name: of the object, and of its generated text in the window.
        template: of the generated text, in ``resources/templates``; empty for none.
        source: which of the user's files it begins with; empty for a unit that is all generated. One
            of ``gpu`` is made where the op has such a file, and a CUDA compiler is there.
        headers: of whom it needs the headers beside ours.
        title: of its text, in the menu of generated texts; empty where it is alike for all ops.
        entries: it makes the kernel for each combination of element types; where that takes long,
            several units make some each.
        absent: why an op has no such text, where neither its style nor its side of ONNX Runtime
            says more.
    """

    name: str
    template: str = ""
    source: Literal["", "kernel", "gpu", "ort"] = ""
    headers: Literal["", "torch", "ort"] = ""
    title: str = ""
    entries: bool = False
    absent: str = ""


class LibraryPlan(msgspec.Struct, frozen=True):
    """One library.

    Attributes:
        units: what it is linked from. The user's further files follow the first.
        further: whether these are in it.
        links_torch: whether it is linked with libtorch.
        module: a Python extension, whose file is called as the source says.
        calls_torch: it loads the library for torch, and what the op's package has, with itself.
        loads_module: it calls a compiled module of the user's, which lies beside it.
    """

    units: tuple[UnitPlan, ...]
    further: bool = True
    links_torch: bool = False
    module: bool = False
    calls_torch: bool = False
    loads_module: bool = False

    @property
    def apart(self) -> str:
        """Why it cannot be one library with those of other ops; empty where it can."""
        if self.module:
            return "Python imports it under a name of its own"
        return "it loads a compiled module from beside itself" if self.loads_module else ""
