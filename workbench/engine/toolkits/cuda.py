"""NVIDIA's wheels with the CUDA compiler, in an environment; a file is compiled before it counts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from workbench.core.errors import UserError
from workbench.core.toolkits.cuda import PACKAGES, TOOLKIT
from workbench.engine.compilers import environment
from workbench.engine.cuda_toolkit import asked, host_flags
from workbench.engine.environments.fetched import python_environment, ran

__all__ = ["make"]

_TRIAL = (
    "#include <cub/version.cuh>\n__global__ void k(float* y) { y[threadIdx.x] = CUB_VERSION; }\n"
)


def make(folder: Path, tell: Callable[[str], None]) -> str:
    """Fetch the compiler and try it. Returns its version.

    Raises:
        UserError: kind ``runtime``; pip does not get it, or it does not compile.
    """
    tell(", ".join(PACKAGES))
    python_environment(PACKAGES, folder / "python", needs=False)
    nvcc = TOOLKIT.compiler_in(folder)
    if nvcc is None:
        raise UserError(
            "toolkit", "the wheels have no nvcc for this machine", "Install CUDA's toolkit."
        )
    tell("one file is compiled with it")
    (source := folder / "trial.cu").write_text(_TRIAL, encoding="utf-8")
    command = [str(nvcc), *host_flags(), "-c", str(source), "-o", str(folder / "trial.o")]
    hint = "Is there a C++ compiler? op-workbench doctor says so. Then try again."
    ran(command, "the CUDA compiler does not compile here", hint, variables=environment())
    for made in (source, folder / "trial.o"):
        made.unlink()
    release = asked(str(nvcc)).release
    return f"nvcc {release[0]}.{release[1]}"
