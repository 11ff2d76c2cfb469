"""NVIDIA's CUDA compiler, of its wheels: it needs no GPU."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from workbench.core.environments import is_added
from workbench.core.errors import Problem, UserError
from workbench.core.styles import Words
from workbench.core.toolkits.toolkit import Toolkit
from workbench.core.types.devices import CHECK_FOLDER, GPU, ONLY_GPU, gpu_is_here

__all__ = [
    "ARCHITECTURES",
    "LATER_ARCHITECTURES",
    "LEFT_OUT",
    "NO_COMPILER",
    "NO_CXX",
    "PACKAGES",
    "TOOLKIT",
    "Cuda",
    "adds_toolkit",
    "became_of",
    "compiled_for",
    "compiles_on_request",
    "cuda_home",
    "not_run",
    "nothing_runs",
    "nvcc_programs",
]

PACKAGES = (
    "nvidia-cuda-nvcc==13.5.37",
    "nvidia-nvvm==13.5.37",
    "nvidia-cuda-crt==13.5.37",
    "nvidia-cuda-runtime==13.5.37",
    "nvidia-cuda-cccl==13.3.5.0.6",
)
"""One release of CUDA: the compiler's parts do not take each other's of another one."""
ARCHITECTURES = ("sm_75", "sm_80", "sm_90", "compute_75")
"""What CUDA files are compiled for where the declaration does not say: every card since 2018.

Code for each family of cards: a driver finishes no PTX of a compiler that is newer than itself.
"""
LATER_ARCHITECTURES = ("sm_100", "sm_120")
"""The same of those cards that not every compiler knows."""
NO_COMPILER = "cuda-compiler"
"""The kind of the problem that a CUDA file is not compiled since there is no compiler for it."""

NO_CXX = "cuda-cxx"
"""The same where there is one, and no C++ compiler that it could call."""

LEFT_OUT = "cuda-left-out"
"""The kind of the problem that one is compiled on request alone: it takes long, and is not linked."""


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
_USUAL = Path("/usr/local")
"""Where CUDA's own installer puts it, as ``cuda`` and ``cuda-13.0``."""


def nvcc_programs() -> list[str]:
    """CUDA's compilers that may be here: CUDA_HOME, CUDA_PATH, the path, the usual folder, the added one."""
    homes = [os.environ.get(name, "") for name in ("CUDA_HOME", "CUDA_PATH")]
    usual = sorted(_USUAL.glob("cuda*"), reverse=True)
    places = [*(Path(home) for home in homes if home), *usual]
    programs = [str(place / "bin" / "nvcc") for place in places]
    programs.insert(sum(map(bool, homes)), shutil.which("nvcc") or "")
    programs.append(str(TOOLKIT.nvcc or ""))
    return [one for one in dict.fromkeys(programs) if one and os.access(one, os.X_OK)]


def cuda_home() -> Path | None:
    """The folder of a toolkit with its headers, for what reads CUDA files; None without one."""
    folders = (Path(program).resolve().parents[1] for program in nvcc_programs())
    # A program on the path may be a wrapper in another place.
    return next((one for one in folders if (one / "include" / "cuda_runtime.h").is_file()), None)


def compiled_for(architectures: Sequence[str]) -> str:
    """``compiled for sm_80, sm_90``, or ``compiled for cards from sm_75 on``.

    Args:
        architectures: of the declaration.
    """
    if architectures:
        value = ", ".join(architectures)
        return f"compiled for {value}"
    # Without "and": put behind other words, the text would be taken apart there to be translated.
    oldest = ARCHITECTURES[0]
    return f"compiled for cards from {oldest} on"


def not_run(architectures: Sequence[str]) -> str:
    """What has become of a kernel for GPUs in what ran on the CPU: ``compiled for sm_90; not run: no GPU here``.

    Args:
        architectures: of the declaration.
    """
    compiled = compiled_for(architectures)
    if is_added("runtime", GPU):
        return f"{compiled}; what it does on the GPU is told by itself"
    if gpu_is_here():
        return f"{compiled}; not run on the GPU: op-workbench runtime add cuda"
    return f"{compiled}; not run: no GPU here"


def became_of(architectures: Sequence[str], problems: Sequence[Problem]) -> str:
    """The same, or that it was not compiled.

    Args:
        architectures: of the declaration.
        problems: that the build has told.
    """
    left = next((p for p in problems if p.kind in (NO_COMPILER, NO_CXX)), None)
    return left.message if left else not_run(architectures)


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


def compiles_on_request(problem: Problem) -> bool:
    """Whether a problem is that a CUDA file was not compiled since nobody asked for it."""
    return problem.kind == LEFT_OUT
