"""A folder for whoever calls the kernel as a function, from NumPy, torch, JAX or C."""

from __future__ import annotations

from workbench.core.declaration.op import Op
from workbench.core.delivery.form import Form
from workbench.core.runtimes.tvm_ffi import RUNTIME
from workbench.core.styles import Words

__all__ = ["FORM"]


class TvmFfiFolder(Form):
    """One library, and a program that calls its function."""

    name = "tvm-ffi"
    order = 70
    proof = RUNTIME.name
    words = Words(
        "Function for tvm-ffi",
        "one library for NumPy, torch, JAX and ONNX Runtime",
        "A library with the kernel as a plain C function of tvm-ffi's ABI, and a program that calls it "
        "with NumPy's arrays and compares.",
    )

    def refusal(self, op: Op) -> tuple[str, str]:
        if op.kernel.kind.takes_module:
            return "its module is such a library already", f"Hand on {op.ort.module} itself."
        return RUNTIME.refusal(op)


FORM = TvmFfiFolder()
