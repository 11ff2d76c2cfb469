"""A Python package for whoever calls the ops in PyTorch, exports them, or runs the models."""

from __future__ import annotations

from workbench.core.declaration.op import Op
from workbench.core.declaration.signature import lists_refusal
from workbench.core.delivery.form import Form
from workbench.core.styles import Words

__all__ = ["FORM"]


class Wheel(Form):
    """Torch op, symbolic function and translation, ONNX schema and op library, in one wheel."""

    name = "wheel"
    order = 20
    together = True
    words = Words(
        "Python wheel",
        "a package to install: torch ops, exporters, op libraries, ONNX schemas",
        "One wheel of one or several ops: to call them in PyTorch, to export them, to run their models "
        "in ONNX Runtime, and to have onnx know them.",
    )

    def refusal(self, op: Op) -> tuple[str, str]:
        if op.kernel.kind.calls_ort:
            return (
                "PyTorch has ONNX Runtime compute it, for which a package of torch ops has no form",
                "Deliver it as a folder for ONNX Runtime, or write a kernel for PyTorch.",
            )
        if op.is_compared:
            # Of a registered op; around a class the package's own Python would have to be more.
            registered = not op.kernel.kind.is_function
            reason, hint = lists_refusal(op, "a package", lacking=registered)
            return reason, hint and f"Deliver it for ONNX Runtime alone (the form ort). {hint}"
        return (
            f"{op.not_compared}: nothing here runs its model, so "
            "nothing was checked that a package could promise",
            "Choose another [ort] implementation, and verify it.",
        )


FORM = Wheel()
