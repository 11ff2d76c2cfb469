"""A folder for whoever runs the model on a Rockchip NPU."""

from __future__ import annotations

from workbench.core.codegen.device import device_refusal
from workbench.core.declaration.op import Op
from workbench.core.delivery.form import Form
from workbench.core.runtimes.rknn import RUNTIME
from workbench.core.styles import Words

__all__ = ["FORM"]


class RknnFolder(Form):
    """Model, operators for RKNN-Toolkit2, and C++ for the chip."""

    name = "rknn"
    order = 40
    for_others = True
    proof = RUNTIME.name
    words = Words(
        "RKNN",
        "model, operators for RKNN-Toolkit2, and C++ for the chip",
        "The model with a program that builds it by RKNN-Toolkit2 and runs it in the simulator, and the "
        "operators' C++ for a Rockchip NPU, which nothing here runs.",
    )

    def refusal(self, op: Op) -> tuple[str, str]:
        return next(filter(any, (RUNTIME.refusal(op), device_refusal(op))), ("", ""))


FORM = RknnFolder()
