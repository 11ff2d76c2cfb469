"""A folder for whoever runs networks in ncnn."""

from __future__ import annotations

from workbench.core.codegen.device import device_refusal
from workbench.core.declaration import signature
from workbench.core.declaration.op import Op
from workbench.core.delivery.form import Form
from workbench.core.styles import Words

__all__ = ["FORM", "TAKEN", "instance_of"]

TAKEN = ("float32", "int32")
"""Element types: a Mat of ncnn has no type, and elements of 32 bits."""


class NcnnFolder(Form):
    """A layer of ncnn, the kernel, and a program that tries them."""

    name = "ncnn"
    order = 50
    for_others = True
    words = Words(
        "ncnn",
        "a custom layer in C++ with its registration",
        "The op as a layer of ncnn in C++, with the kernel as a plain C function, and a program that runs "
        "it on the op's inputs: run here where ncnn is on this machine.",
    )

    def refusal(self, op: Op) -> tuple[str, str]:
        if not instance_of(op):
            what = f"ncnn has {' and '.join(TAKEN)} only, and the op has other element types in each of its instances"
            return what, "Let it take float32, too."
        return device_refusal(op)


def instance_of(op: Op) -> signature.Instance | None:
    """The element types in which ncnn can have the op; None where it cannot."""
    return next((i for i in signature.instances(op) if set(i.values()) <= set(TAKEN)), None)


FORM = NcnnFolder()
