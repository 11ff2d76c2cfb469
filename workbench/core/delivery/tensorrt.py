"""A folder for whoever runs networks in TensorRT."""

from __future__ import annotations

import keyword

from workbench.core import shape_rule
from workbench.core.codegen.device import device_operators, device_refusal
from workbench.core.codegen.tensorrt import TAKEN, tensorrt_instances
from workbench.core.declaration.op import Op
from workbench.core.delivery.form import Form
from workbench.core.styles import Words

__all__ = ["FORM"]


class TensorrtFolder(Form):
    """Plugins in C++ and in Python, which nothing here runs."""

    name = "tensorrt"
    order = 60
    for_others = True
    words = Words(
        "TensorRT",
        "plugins in C++ and in Python, as sources",
        "The op as a plugin of TensorRT in C++ (IPluginV3) and in Python, with the kernel as a plain C "
        "function on the processor. Nothing here runs them: there is no TensorRT.",
    )

    def refusal(self, op: Op) -> tuple[str, str]:
        lists = [a.name for a in op.args if a.is_tensor_list]
        if lists:
            what = f"'{lists[0]}' is a list of tensors, and a plugin of TensorRT has a fixed number of inputs"
            return what, "Take that many tensors."
        if not tensorrt_instances(op):
            return f"TensorRT's plugins take {', '.join(TAKEN)} only", "Let it take float32, too."
        for output in op.outputs:
            rule = op.shape_of(output)
            if shape_rule.is_data_dependent(rule) or shape_rule.depends_on_value(rule):
                what = f"the sizes of '{output.name}' are only known when it runs"
                return what, "Make what they depend on an attribute of the node."
        return next(filter(any, (device_refusal(op), _names(op))), ("", ""))


def _names(op: Op) -> tuple[str, str]:
    """Names that a Python plugin's parameters cannot have."""
    for operator in device_operators(op):
        for name in (*operator["inputs"], *(a.name for a in operator["attributes"])):
            if not name.isidentifier() or keyword.iskeyword(name) or name in ("outputs", "stream"):
                what = f"'{name}' cannot be a parameter of a plugin in Python"
                return what, "Rename it in [mapping]."
    return "", ""


FORM = TensorrtFolder()
