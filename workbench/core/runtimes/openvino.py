"""OpenVINO, on its plugin for processors."""

from __future__ import annotations

from workbench.core.declaration import signature
from workbench.core.declaration.op import Op
from workbench.core.runtimes.runtime import Runtime, without_parity
from workbench.core.styles import Words

__all__ = ["LACKS", "RUNTIME"]

LACKS = "OpenVINO computes float64 as float32 on the processor"
"""Said of an op, and of a case."""


class OpenVINO(Runtime):
    """The portable kernel as an op of OpenVINO; a mapping to standard nodes as it is."""

    name = "openvino"
    order = 40
    words = Words("OpenVINO", "OpenVINO, on the processor")
    downloads = (
        "the wheel of OpenVINO 2026.4 (59 MB, Apache License 2.0; 180 MB on the disk), without the "
        "telemetry that it asks for",
        "the wheel of NumPy (about 17 MB)",
    )

    def refusal(self, op: Op) -> tuple[str, str]:
        found = (
            without_parity(op),
            _library(op),
            _types(op),
            signature.lists_refusal(op, "OpenVINO"),
            signature.chosen_refusal(op, "OpenVINO"),
        )
        return next(filter(any, found), ("", ""))


def _library(op: Op) -> tuple[str, str]:
    """Nothing for it can be made of what the op has."""
    kind, plan = op.kernel.kind, op.ort.side.library(op.kernel.kind)
    if op.ort.side.is_prebuilt:
        what = "its op library is for ONNX Runtime, and OpenVINO has another interface"
        return what, 'Have a portable kernel run: [ort] implementation = "portable".'
    if plan is None:
        return "", ""
    if plan.links_torch or not kind.is_shared:
        what = f"{kind.article} kernel needs PyTorch, which OpenVINO runs without"
        return what, "Write the kernel in the portable style."
    if any(unit.source == "ort" for unit in plan.units):
        what = "its code for ONNX Runtime calls ONNX Runtime, and OpenVINO has another interface"
        return what, 'Have the portable kernel run: [ort] implementation = "portable".'
    return "", ""


def _types(op: Op) -> tuple[str, str]:
    """Element types that it does not compute in, and that the op cannot do without."""
    taken = {a.name: signature.arg_dtypes(op, a) for a in signature.tensor_args(op)}
    taken |= {o.name: signature.output_dtypes(op, o) for o in op.outputs}
    narrow = next((n for n, dtypes in taken.items() if all("float8" in d for d in dtypes)), "")
    if narrow:
        what = f"'{narrow}' has floating-point numbers of 8 bits, and OpenVINO is given none here"
        return what, "Let it be float16 or float32, too, and give an example."
    name = next((n for n, dtypes in taken.items() if set(dtypes) == {"float64"}), "")
    if not name:
        return "", ""
    return f"'{name}' is float64: {LACKS}", "Let it be float32, too, and give an example."


RUNTIME = OpenVINO()
