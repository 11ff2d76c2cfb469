"""The GPU of this machine: PyTorch's CUDA build, and ONNX Runtime's with its CUDA provider."""

from __future__ import annotations

from workbench.core.declaration.op import Op
from workbench.core.runtimes.runtime import Runtime
from workbench.core.styles import Words
from workbench.core.types.devices import GPU

__all__ = ["RUNTIME"]


class Cuda(Runtime):
    """Runs an op's check folder on this machine, and only its rows of a GPU."""

    name = GPU
    order = 5
    device = GPU
    words = Words("GPU", "the op's kernel for GPUs, in PyTorch and in ONNX Runtime on this machine")
    downloads = (
        "the wheels torch with CUDA (about 3 GB, with NVIDIA's libraries under NVIDIA's licence), "
        "onnxruntime-gpu (300 MB, MIT) and setuptools",
    )
    untimed = "what is timed here runs on the CPU; on a GPU verify times the calls, and says it beside the verdict"

    def shared(self, op: Op) -> str:
        return ""  # the kernel for GPUs is another one than the CPU's

    def refusal(self, op: Op) -> tuple[str, str]:
        if GPU in op.kernel.devices_elsewhere:
            return "", ""
        return "it has no kernel for GPUs", "Name a CUDA file on the Kernel page: kernel.cuda."


RUNTIME = Cuda()
