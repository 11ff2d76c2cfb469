"""A folder for whoever runs the model in ONNX Runtime."""

from __future__ import annotations

from workbench.core.declaration.op import Op
from workbench.core.delivery.form import Form
from workbench.core.ort_sides import SIDES
from workbench.core.styles import Words

__all__ = ["FORM"]


class OrtFolder(Form):
    """Model, op library, a host in Python and one in C++, inputs and expected outputs."""

    name = "ort"
    order = 10
    takes_platforms = True
    words = Words(
        "ONNX Runtime folder",
        "model, op library, and programs that run them",
        "The model and the op library, with inputs and expected outputs, and a program in Python and "
        "one in C++ that run them.",
    )

    def refusal(self, op: Op) -> tuple[str, str]:
        if op.is_compared:
            return "", ""
        others = ", ".join(s.name for s in SIDES.values() if s.is_compared and s.makes_library)
        return (
            f"{op.not_compared}: nothing here runs its model, so a "
            "folder for ONNX Runtime would hold no kernel and nothing that was checked",
            f"Choose another [ort] implementation ({others}), and verify it.",
        )


FORM = OrtFolder()
