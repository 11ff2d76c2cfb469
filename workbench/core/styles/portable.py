"""A typed C++ function over light tensor views, which both runtimes link."""

from __future__ import annotations

import re

from workbench.core.styles.plan import LibraryPlan, UnitPlan
from workbench.core.styles.style import NOT_YET, Sketch, Style, Words

__all__ = [
    "CUDA_KERNEL",
    *("C_FUNCTION", "DRIVER", "DUAL_UNIT", "KERNEL", "STYLE", "TORCH_GLUE", "TORCH_LIBRARY"),
    "TVM_FFI",
]

# Parameters of a head that the words above its body are about.
_READ = re.compile(r"(?<!<)wb::Tensor<const [^,()]+> (\w+)")
_WRITTEN = re.compile(r"(?<!<)wb::Tensor<(?!const )[^,()]+> (\w+)")
_OPTIONAL = re.compile(r"std::optional<[^,()]+> (\w+)")

KERNEL = UnitPlan(
    "kernel_unit",
    "kernel_unit.cpp.j2",
    source="kernel",
    title="C++: the kernel's translation unit",
    entries=True,
    absent="The op has no kernel for the CPU: the portable style has one.",
)
CUDA_KERNEL = UnitPlan(
    "cuda_unit",
    "cuda_unit.cpp.j2",
    source="gpu",
    title="CUDA: the kernel's translation unit",
    entries=True,
    absent="The op has no kernel for GPUs: name its file in kernel.cuda.",
)
"""The kernel for GPUs."""
TORCH_GLUE = UnitPlan("torch_glue", "torch_glue.cpp.j2", title="C++: binding to PyTorch")
DRIVER = (KERNEL, UnitPlan("driver", "driver.cpp.j2", title="C++: a program of it alone"))
"""Of a program that calls the kernel alone."""
C_FUNCTION = (KERNEL, UnitPlan("c_function", "c_function.cpp.j2"))
"""Of a library of the kernel as a plain C function."""
DUAL_UNIT = UnitPlan("dual_unit", "dual_unit.cpp.j2", source="kernel")
"""Of a library of the kernel over dual numbers."""
TVM_FFI = UnitPlan(
    "tvm_ffi_glue", "tvm_ffi_glue.cpp.j2", title="C++: a plain C function of it (tvm-ffi)"
)
"""What makes of the kernel a function that any runtime of tvm-ffi's ABI calls."""
TORCH_LIBRARY = UnitPlan("torch_library", "torch_library.cpp.j2", headers="torch")


class Portable(Style):
    """One function, compiled once."""

    name = style = "portable"
    order = 10
    words = Words(
        "Portable C++",
        "one source for both runtimes",
        "A typed C++ function over light tensor views. It is compiled once, and the same code runs "
        "in PyTorch and in ONNX Runtime.",
    )
    no_choice = "a portable kernel is always registered by the program"
    parameters = "views"
    asks_head = True
    ort = "portable"
    library = LibraryPlan((KERNEL, CUDA_KERNEL, TORCH_GLUE, TORCH_LIBRARY), links_torch=True)
    blank = ("&Portable C++", "One function, compiled once for PyTorch and ONNX Runtime.")
    found = "portable kernel"

    def first_text(self, sketch: Sketch) -> str:
        # Without a sound declaration there is no head to write yet.
        fail = f'wb::fail("{sketch.function} {NOT_YET}");'
        lines = "".join(f"  // {line}\n" for line in _how(sketch.head))
        body = f"{sketch.head} {{\n{lines}  {fail}\n}}\n" if sketch.head else ""
        return f"#include <workbench/tensor.h>\n\n// {sketch.comment}\n{body}"


def _how(head: str) -> list[str]:
    """How a body gets at what its head names, in at most three lines."""
    read, written, optional = (p.search(head) for p in (_READ, _WRITTEN, _OPTIONAL))
    does = [
        f"{verb} {found[1]}[i]" for verb, found in (("read", read), ("write", written)) if found
    ]
    lines, sizes = [], ""
    if one := read or written:
        verbs = ", ".join(does)
        lines.append(f"{verbs[0].upper()}{verbs[1:]}: i counts elements in row-major order.")
        sizes = f"Sizes: {one[1]}.size(0), {one[1]}.numel(). "
    if optional:
        name = optional[1]
        lines.append(f"if ({name}) tells whether {name} is given; *{name} is its value.")
    return [*lines, f"{sizes}The rest: The C++ API in the manual (F1)."]


STYLE = Portable()
