"""A Python extension over ``at::Tensor``, which torch knows nothing of."""

from __future__ import annotations

from workbench.core.styles.libtorch import Libtorch
from workbench.core.styles.plan import LibraryPlan, UnitPlan
from workbench.core.styles.style import Sketch, Words

__all__ = ["STYLE"]


class Pybind(Libtorch):
    """Called from an ``autograd.Function`` of ours."""

    name = registration = "pybind"
    order = 22
    registered = Words(
        "Python extension",
        "PYBIND11_MODULE",
        "The file is a Python extension, called from an autograd.Function that is generated.",
    )
    asks_head = False
    loaded_as = "module"
    ort = "export-only"
    library = LibraryPlan(
        (UnitPlan("kernel_unit", "", "kernel", "torch"),), links_torch=True, module=True
    )
    nothing = "Nothing is generated: the kernel's file is a Python extension of its own."
    blank = ("", "")
    found = "as a Python module"
    torch_note = "It is called in its Python module."
    function_tip = "The name under which the module has it: m.def(name, …)"
    expected = "Expected in the module"
    what = (
        "a Python extension module",
        'Set registration = "generated" (a plain function) or "own" (TORCH_LIBRARY)',
    )
    includes = "#include <torch/extension.h>"

    def expected_head(self, function: str, torch: str, head: str) -> str:
        return f'm.def("{function}", …)'

    def registering(self, sketch: Sketch) -> str:
        return f"""
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {{
  m.def("{sketch.function}", &{sketch.function});
}}
"""


STYLE = Pybind()
