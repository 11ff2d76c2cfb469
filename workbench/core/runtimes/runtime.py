"""What is known about a runtime."""

from __future__ import annotations

from typing import ClassVar

from workbench.core import environments
from workbench.core.declaration.op import Op
from workbench.core.environments import Environment
from workbench.core.pipeline.parity import shared_kernel
from workbench.core.platforms import PLATFORMS, refusal
from workbench.core.types.devices import CPU

__all__ = ["EmulatedRuntime", "Runtime", "how_to_add", "without_parity"]


def how_to_add(name: str) -> str:
    """The next step where a runtime is missing."""
    return environments.how_to_add(Runtime.kind, name)


class Runtime(Environment):
    """One runtime; its note is behind its name in a verdict.

    Attributes:
        computes_in: the element type in which it computes floats, where it is a coarser one than
            theirs; outputs are compared within that one's tolerance then.
        untimed: why it is not timed; empty where it is.
        device: where an op's kernel runs in it, as torch calls it.
    """

    kind = "runtime"
    computes_in: ClassVar[str] = ""
    untimed: ClassVar[str] = ""
    device: ClassVar[str] = CPU

    @property
    def use(self) -> str:
        return f"op-workbench verify PATH --runtime {self.name}"

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
    if op.is_compared:
        return "", ""
    what = f"{op.not_compared}: nothing runs its model"
    return what, "Choose another [ort] implementation."


class EmulatedRuntime(Runtime):
    """ONNX Runtime's own build for a platform of the same name, under an emulator."""

    note = "emulated"
    untimed = "under an emulator a time says nothing of the platform"

    def refusal(self, op: Op) -> tuple[str, str]:
        if (refused := without_parity(op))[0]:
            return refused
        return refusal(op, [PLATFORMS[self.name]])
