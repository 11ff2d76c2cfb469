"""A Python package in source, for whoever builds it themselves."""

from __future__ import annotations

from workbench.core.compile.outside import outside_refusal
from workbench.core.declaration.op import Op
from workbench.core.declaration.signature import lists_refusal
from workbench.core.delivery.form import Form
from workbench.core.delivery.wheel import FORM as WHEEL
from workbench.core.styles import Words

__all__ = ["FORM"]


class Source(Form):
    """What a wheel has, with the sources and a setup.py in the place of libraries."""

    name = "source"
    order = 30
    together = True
    seconds = 1800.0  # torch's headers, once for each file and each way
    words = Words(
        "Source package",
        "setup.py with CppExtension and CUDAExtension, the sources, and the Python package",
        "The kernels' sources with pyproject.toml and setup.py, to be built with pip by whoever gets "
        "it, for the torch that is there; in Python it is what the wheel is.",
    )

    def refusal(self, op: Op) -> tuple[str, str]:
        if op.kernel.kind.exists:
            hint = f"Deliver it as a {WHEEL.name}."
            return "its kernel is PyTorch's or a package's, so it has no source to build", hint
        if op.ort.side.is_prebuilt:
            hint = f"Deliver it as a {WHEEL.name}, which has the library."
            return "its op library is built already, and has no source here", hint
        registered = not op.kernel.kind.is_function
        if (refused := lists_refusal(op, "a package", lacking=registered))[0]:
            return refused
        if (outside := outside_refusal(op))[0]:
            return outside
        library = op.ort.side.library(op.kernel.kind)
        plans = (library, op.kernel.kind.library)
        if any(plan is not None and plan.loads_module for plan in plans):
            hint = f"Deliver it as a {WHEEL.name}, which has the module."
            return "it calls a compiled module, which has no source to build", hint
        if library is not None and any(unit.headers == "ort" for unit in library.units):
            return (
                "its own source for ONNX Runtime needs ONNX Runtime's official headers, which no "
                "Python package has to build it with",
                f"Deliver it as a {WHEEL.name}, which has it built.",
            )
        return WHEEL.refusal(op)


FORM = Source()
