"""tvm-ffi: the kernel as a plain C function."""

from __future__ import annotations

from workbench.core.declaration.op import Op
from workbench.core.declaration.signature import chosen_refusal, lists_refusal
from workbench.core.runtimes.runtime import Runtime
from workbench.core.styles import Words

__all__ = ["RUNTIME"]


class TvmFfi(Runtime):
    """Loads the library that has the function, and calls it with NumPy's arrays."""

    name = "tvm-ffi"
    order = 30
    words = Words("tvm-ffi", "the kernel as a plain C function, called through tvm-ffi")
    downloads = (
        "the wheels apache-tvm-ffi (3.3 MB, Apache License 2.0) and typing_extensions, and NumPy "
        "(about 20 MB)",
    )

    def shared(self, op: Op) -> str:
        return "it calls the same kernel as PyTorch"

    def refusal(self, op: Op) -> tuple[str, str]:
        style = op.kernel.kind
        if not style.is_shared and not style.takes_module:
            what = f"{style.article} kernel makes no plain C function: only a portable one does"
            return what, "Write the kernel in the portable style."
        if op.model.source or op.model.onnx:
            what = f"it calls the op alone, and the model of {op.model.source or op.model.onnx} is more"
            return what, "Give examples of the op's own arguments: [model] without a file."
        if any(o.is_list for o in op.outputs) or any(a.may_lack_items for a in op.args):
            return lists_refusal(op, "a plain C function")
        return chosen_refusal(op, "a plain C function")


RUNTIME = TvmFfi()
