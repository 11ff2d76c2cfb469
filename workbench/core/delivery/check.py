"""A folder for a machine that has what this one lacks, a GPU say: there it is run, and its result comes back."""

from __future__ import annotations

from workbench.core.declaration.op import Op
from workbench.core.delivery.form import Form
from workbench.core.styles import Words

__all__ = ["FORM"]


class CheckFolder(Form):
    """The op with its cases, its sources, and a program that runs them and writes a result file."""

    name = "check"
    order = 80
    for_others = True
    is_check = True
    words = Words(
        "Check folder",
        "to be run on another machine, with a GPU say, whose result comes back",
        "The op with its libraries, sources, inputs and expected outputs, and a program that runs them where "
        "only torch and numpy are, and ONNX Runtime if it is there. What it writes is taken in here with the "
        "device's name and the date.",
    )

    def refusal(self, op: Op) -> tuple[str, str]:
        if op.kernel.kind.calls_ort:
            return (
                "PyTorch has ONNX Runtime compute it, for which there is no check of PyTorch's own",
                "Deliver it as a folder for ONNX Runtime, which checks itself.",
            )
        if given := next((o.name for o in op.outputs if o.is_list), ""):
            what = (
                f"'{given}' is a list of tensors, and a package is given a fixed number of outputs"
            )
            return what, "Give that many tensors, or one that holds them all."
        return "", ""


FORM = CheckFolder()
