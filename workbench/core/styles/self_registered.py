"""A libtorch file that registers its op itself."""

from __future__ import annotations

from workbench.core.styles.libtorch import Libtorch
from workbench.core.styles.plan import LibraryPlan, UnitPlan
from workbench.core.styles.style import Sketch, Words

__all__ = ["STYLE"]


class SelfRegistered(Libtorch):
    """``TORCH_LIBRARY`` or ``RegisterOperators``: torch sees exactly what the file says."""

    name = registration = "own"
    order = 21
    registered = Words(
        "In the file itself",
        "TORCH_LIBRARY",
        "The file registers the op: TORCH_LIBRARY or RegisterOperators.",
    )
    asks_head = False
    registers_itself = True
    library = LibraryPlan((UnitPlan("kernel_unit", "", "kernel", "torch"),), links_torch=True)
    nothing = "Nothing is generated: the kernel's file registers the op itself."
    blank = ("libtorch, &registered in the file", "The same with its own TORCH_LIBRARY block.")
    torch_note = "The file registers it with torch."
    no_function = "the file registers its functions itself"
    expected = "Registers itself as"
    includes = "#include <ATen/ATen.h>\n#include <torch/library.h>"

    def expected_head(self, function: str, torch: str, head: str) -> str:
        return torch

    def registering(self, sketch: Sketch) -> str:
        namespace, _, name = sketch.torch.partition("::")
        # Under CPU, not beside the schema: torch.export would trace into the kernel.
        return f"""
TORCH_LIBRARY({namespace}, m) {{
  m.def({sketch.schema});
}}

TORCH_LIBRARY_IMPL({namespace}, CPU, m) {{
  m.impl("{name}", &{sketch.function});
}}
"""


STYLE = SelfRegistered()
