"""A typed CUDA function over light tensor views, for GPUs alone."""

from __future__ import annotations

from workbench.core.styles.plan import LibraryPlan
from workbench.core.styles.portable import CUDA_KERNEL, TORCH_GLUE, TORCH_LIBRARY
from workbench.core.styles.style import NOT_YET, Sketch, Style, Words
from workbench.core.types.devices import GPU

__all__ = ["STYLE"]


class Cuda(Style):
    """A portable kernel's counterpart; one that has both is portable, with its ``kernel.cuda``."""

    name = style = "cuda"
    order = 15
    words = Words(
        "CUDA",
        "one source for both runtimes, on a GPU",
        "A typed function over light tensor views in a .cu file, for PyTorch and for ONNX Runtime's CUDA "
        "provider. It is compiled and exported without a GPU, and run with one. A kernel for the CPU, "
        "too, is a portable one that names this file in kernel.cuda.",
    )
    no_choice = "a CUDA kernel is always registered by the program"
    parameters = "views"
    suffixes = (".cu",)
    file = "kernel.cu"
    devices = (GPU,)
    asks_head = True
    ort = "portable"
    library = LibraryPlan((CUDA_KERNEL, TORCH_GLUE, TORCH_LIBRARY), links_torch=True)
    blank = ("&CUDA", "One function that launches kernels, for PyTorch and ONNX Runtime on a GPU.")
    file_tip = "The CUDA file, in the op's folder"
    what = ("CUDA alone", "Write the kernel for the CPU, too, in the portable style")

    def first_text(self, sketch: Sketch) -> str:
        fail = f'wb::fail("{sketch.function} {NOT_YET}");'
        body = f"{sketch.head} {{\n  {fail}\n}}\n" if sketch.head else ""
        return f"#include <workbench/cuda.h>\n\n// {sketch.comment}\n{body}"


STYLE = Cuda()
