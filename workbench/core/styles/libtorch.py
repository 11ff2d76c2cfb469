"""A C++ function over ``at::Tensor``, for which the program writes the registration."""

from __future__ import annotations

from workbench.core.styles.plan import LibraryPlan, UnitPlan
from workbench.core.styles.style import NOT_YET, Sketch, Style, Words

__all__ = ["STYLE", "Libtorch"]


class Libtorch(Style):
    """What all libtorch kernels have in common."""

    name = style = "libtorch"
    order = 20
    words = Words(
        "libtorch C++",
        "functions over at::Tensor",
        "C++ with PyTorch's own headers: a plain function, a file that registers the op itself, or "
        "a Python extension.",
    )
    registered = Words("Generated", "a plain function", "The program registers the function.")
    parameters = "tensors"
    asks_head = True
    library = LibraryPlan(
        (UnitPlan("kernel_unit", "libtorch_unit.cpp.j2", "kernel", "torch"),),
        links_torch=True,
    )
    nothing = "A libtorch kernel needs no glue: its registration is in its translation unit."
    blank = ("&libtorch C++", "A function over at::Tensor; the program registers it.")
    torch_note = "The program registers it with torch."

    includes = "#include <torch/torch.h>"

    def first_text(self, sketch: Sketch) -> str:
        head = sketch.head or f"at::Tensor {sketch.function}({sketch.parameters})"
        body = f'{head} {{\n  TORCH_CHECK(false, "{sketch.function} {NOT_YET}");\n}}\n'
        return f"{self.includes}\n\n// {sketch.comment}\n{body}{self.registering(sketch)}"

    def registering(self, sketch: Sketch) -> str:
        """What stands below the function."""
        return ""


STYLE = Libtorch()
