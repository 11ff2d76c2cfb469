"""What is known about a runtime."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from workbench import paths
from workbench.core.op import Op
from workbench.core.parity import shared_kernel
from workbench.core.platforms import PLATFORMS, refusal
from workbench.core.styles import Words

__all__ = ["READY", "EmulatedRuntime", "Runtime", "how_to_add", "without_parity"]

READY = "ready.json"
"""What says, in a runtime's folder, that its environment is whole: it is written last."""


def how_to_add(name: str) -> str:
    """The next step where a runtime is missing."""
    return f"Add it: op-workbench runtime add {name}"


class Runtime:
    """One runtime.

    Attributes:
        name: as the command line says it.
        order: in lists for people.
        words: for the choice.
        note: behind its name in a verdict; empty for none.
        downloads: what its environment is made of, with sizes.
        computes_in: the element type in which it computes floats, where it is a coarser one than
            theirs; outputs are compared within that one's tolerance then.
        untimed: why it is not timed; empty where it is.
    """

    name: ClassVar[str]
    order: ClassVar[int]
    words: ClassVar[Words]
    note: ClassVar[str] = ""
    downloads: ClassVar[tuple[str, ...]]
    computes_in: ClassVar[str] = ""
    untimed: ClassVar[str] = ""

    @property
    def label(self) -> str:
        """``linux-aarch64 (emulated)``."""
        return f"{self.name} ({self.note})" if self.note else self.name

    @property
    def folder(self) -> Path:
        """Where its environment is, or would be."""
        return paths.data_dir() / "runtimes" / self.name

    @property
    def is_there(self) -> bool:
        """Whether its environment has been made."""
        return (self.folder / READY).is_file()

    def refusal(self, op: Op) -> tuple[str, str]:
        """Why it cannot run an op, and the next step; empty where it can. Nothing is built for that.

        Args:
            op: ``Op.resolved``.
        """
        return "", ""

    def shared(self, op: Op) -> str:
        """Why its result is no check of PyTorch's; empty where the two are independent.

        Args:
            op: ``Op.resolved``.
        """
        return shared_kernel(op)


def without_parity(op: Op) -> tuple[str, str]:
    """What a runtime of exported models says of an op whose model nothing runs here."""
    if op.ort.side.is_compared:
        return "", ""
    what = f"its implementation for ONNX Runtime is {op.ort.side.name}: nothing runs its model"
    return what, "Choose another [ort] implementation."


class EmulatedRuntime(Runtime):
    """ONNX Runtime's own build for a platform of the same name, under an emulator."""

    note = "emulated"
    untimed = "under an emulator a time says nothing of the platform"

    def refusal(self, op: Op) -> tuple[str, str]:
        if (refused := without_parity(op))[0]:
            return refused
        return refusal(op, [PLATFORMS[self.name]])
