"""NVIDIA's CUDA compiler, of its wheels: it needs no GPU."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from workbench.core.devices import CHECK_FOLDER, ONLY_GPU, gpu_is_here
from workbench.core.errors import Problem, UserError
from workbench.core.styles import Words
from workbench.core.toolkits.toolkit import Toolkit

__all__ = [
    "ARCHITECTURES",
    "NO_COMPILER",
    "PACKAGES",
    "TOOLKIT",
    "Cuda",
    "adds_toolkit",
    "not_run",
    "nothing_runs",
]

PACKAGES = (
    "nvidia-cuda-nvcc==13.5.37",
    "nvidia-nvvm==13.5.37",
    "nvidia-cuda-crt==13.5.37",
    "nvidia-cuda-runtime==13.5.37",
    "nvidia-cuda-cccl==13.3.5.0.6",
)
"""One release of CUDA: the compiler's parts do not take each other's of another one."""
ARCHITECTURES = ("sm_75", "compute_75")
"""What CUDA files are compiled for where the declaration does not say: every card since 2018."""
NO_COMPILER = "cuda-compiler"
"""The kind of the problem that a CUDA file is not compiled since there is no compiler for it."""


class Cuda(Toolkit):
    """nvcc, the CUDA runtime's headers and libraries, and CCCL (cub, thrust)."""

    name = "cuda"
    order = 10
    words = Words("CUDA compiler", "NVIDIA's nvcc 13.5, which compiles CUDA files without a GPU")
    downloads = (
        "the wheels nvidia-cuda-nvcc, -nvvm, -crt, -runtime and -cccl (about 130 MB, 350 MB unpacked; "
        "NVIDIA's licence)",
    )

    @property
    def nvcc(self) -> Path | None:
        """The compiler; None where it has not been added."""
        return self.compiler_in(self.folder) if self.is_there else None

    @staticmethod
    def compiler_in(folder: Path) -> Path | None:
        """The compiler in the folder of its environment."""
        return next(folder.glob("python/lib/python3*/site-packages/nvidia/cu*/bin/nvcc"), None)


TOOLKIT = Cuda()


def not_run(architectures: Sequence[str]) -> str:
    """What has become of a kernel for GPUs where none is: ``compiled for sm_90; not run: no GPU here``.

    Args:
        architectures: of the declaration.
    """
    names = ", ".join(architectures or ARCHITECTURES)
    if gpu_is_here():
        return f"compiled for {names}; not run on the GPU: op-workbench runtime add cuda"
    return f"compiled for {names}; not run: no GPU here"


def nothing_runs() -> UserError:
    """What is said where an op for GPUs alone is to run on the CPU."""
    hint = (
        f"{CHECK_FOLDER} Or give it a kernel for the CPU, too: the portable style, with this file in "
        "kernel.cuda."
    )
    return UserError("gpu", f"nothing of it runs here: {ONLY_GPU}", hint)


def adds_toolkit(problem: Problem) -> bool:
    """Whether the toolkit is what a problem asks for."""
    return problem.kind == NO_COMPILER
