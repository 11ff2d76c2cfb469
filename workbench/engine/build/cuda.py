"""CUDA sources: compiled by nvcc, and linked where torch was built for CUDA.

Beside a torch for the CPU there is nothing to link them with (``libtorch_cuda``, ``libc10_cuda``) and no
tensor on a GPU, so the object is made, and that is said of it. Its headers for CUDA are there; what
they lack is in ``ops_lib/include/cuda_headers``: the file that only torch's build for CUDA generates,
and the handles of CUDA's libraries, which the compiler's wheels do not have.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from workbench import paths
from workbench.core.compile.providers import CUDA_LIBRARY
from workbench.core.errors import Problem, UserError
from workbench.core.toolkits.cuda import (
    ARCHITECTURES,
    LATER_ARCHITECTURES,
    LEFT_OUT,
    compiled_for,
)
from workbench.core.toolkits.cuda import not_run as not_run_words
from workbench.engine import cuda_toolkit
from workbench.engine.cuda_toolkit import Nvcc

__all__ = [
    "TORCH_DEFINES",
    "architecture_flags",
    *(
        "check_architectures",
        "check_folder",
        "has_lambdas",
        "judged",
        "left_out",
        "linkable",
        "linker_flags",
    ),
    *("not_compiled", "not_linked", "not_run", "nvcc_flags", "why_not_linked"),
]

_LACKS = re.compile(
    rf"(?:^|[/'])({CUDA_LIBRARY}[\w./]*)(?:: No such file|' file not found)"
    rf"|identifier \"({CUDA_LIBRARY}\w*)\" is undefined"
)
"""What nvcc, and the C++ compilers that it calls, say of a library of CUDA's that is not here."""

TORCH_DEFINES = (
    "-D__CUDA_NO_HALF_OPERATORS__",
    "-D__CUDA_NO_HALF_CONVERSIONS__",
    "-D__CUDA_NO_HALF2_OPERATORS__",
    "-D__CUDA_NO_BFLOAT16_CONVERSIONS__",
)
"""What code with torch's headers is compiled with, as by torch's own helper: its half has operators of its own."""

_LAMBDA = re.compile(r"\]\s*__(?:host|device)__|#\s*define\b.*__device__")


def why_not_linked() -> str:
    """Why CUDA files are not linked in here; empty where they are."""
    wanted = cuda_toolkit.torch_cuda()
    found = cuda_toolkit.nvcc()
    if found is None:
        return cuda_toolkit.missing().message
    if not wanted:
        return "the installed torch has no CUDA"
    return cuda_toolkit.misfit(found) and f"{found.text} is here, and {cuda_toolkit.misfit(found)}"


def linkable() -> bool:
    """Whether CUDA files are linked in."""
    return not why_not_linked()


def not_compiled(source: Path) -> Problem:
    """What is said of a CUDA file where there is no compiler for it."""
    why = cuda_toolkit.missing()
    return Problem(
        why.kind,
        f"not compiled: {why.message}",
        f"{why.hint} The op runs its C++ code for the CPU here.",
        file=str(source),
        severity="warning",
    )


def not_linked(source: Path, found: Nvcc, architectures: Sequence[str], why: str) -> Problem:
    """What is said of one that is compiled only."""
    return Problem(
        "cuda",
        f"{compiled_for(architectures)} by {found.text}, to an object that is not linked: {why}",
        "Nothing of it has run. The op runs its C++ code for the CPU here.",
        file=str(source),
        severity="note",
    )


def left_out(source: Path, why: str) -> Problem:
    """What is said of one whose compilation takes long, and that would not be linked."""
    return Problem(
        LEFT_OUT,
        f"not compiled: it would not be linked ({why}), and with torch's headers it takes a minute or more",
        "op-workbench build compiles it, to see whether it does. The op runs its C++ code for the CPU here.",
        file=str(source),
        severity="note",
    )


def not_run(source: Path, found: Nvcc, architectures: Sequence[str]) -> Problem:
    """What is said of the kernel for GPUs, which is linked, where no GPU is."""
    return Problem(
        "cuda",
        f"{not_run_words(architectures)} ({found.text})",
        "Nothing of it has run: no result here is its own.",
        file=str(source),
        severity="note",
    )


def judged(problems: list[Problem]) -> list[Problem]:
    """The problems of a file that is not linked: a library of CUDA's that is not here is no fault of it."""
    for problem in problems:
        match = _LACKS.search(problem.message) if problem.severity == "error" else None
        if match:
            what = f"not compiled: the CUDA toolkit here has no {match[1] or match[2]}"
            hint = (
                "It comes with NVIDIA's whole CUDA toolkit: install that, and set CUDA_HOME. "
                "The op runs its C++ code for the CPU here."
            )
            return [
                Problem(
                    "cuda", what, hint, problem.file, "", problem.line, problem.column, "warning"
                )
            ]
    return problems


def has_lambdas(text: str) -> bool:
    """Whether a lambda for the GPU may stand in a text: what marks it can be hidden in a macro."""
    return _LAMBDA.search(text) is not None


def check_architectures(found: Nvcc, wanted: tuple[str, ...]) -> None:
    """Whether what a declaration asks for can be compiled for.

    Raises:
        UserError: kind ``cuda``; the compiler does not know one, or there is no card to ask.
    """
    key, hint = "kernel.cuda_architectures", "Take one of these, or another CUDA toolkit."
    if what := cuda_toolkit.unknown_architecture(found, wanted):
        raise UserError("cuda", what, hint, key=key)
    if "native" in wanted and cuda_toolkit.driver_cuda() is None:
        what = "'native' asks for the card that is here, and there is none"
        raise UserError("cuda", what, "Name architectures: sm_90.", key=key)


def check_folder(folder: Path) -> None:
    """Whether nvcc can work in a folder: it has its path in texts that it makes for a shell.

    Raises:
        UserError: kind ``cuda``; it cannot.
    """
    odd = next((one for one in '"`' if one in str(folder)), "")
    if odd:
        what = f"nvcc cannot work in a folder with {odd} in its path, and the cache is in one: {folder}"
        hint = "Set OP_WORKBENCH_CACHE to a folder with a plain path, and start again."
        raise UserError("cuda", what, hint)


def architecture_flags(architectures: Sequence[str], found: Nvcc | None = None) -> list[str]:
    """What tells nvcc for which GPUs it compiles.

    Args:
        architectures: of the declaration.
        found: the compiler, which says what it knows; None where it is another one each time.
    """
    if not architectures:
        later = cuda_toolkit.codes(found) if found is not None else ()
        codes = (*ARCHITECTURES, *(name for name in LATER_ARCHITECTURES if name in later))
        # The first part of the compiler runs once for all of them.
        return [f"-gencode=arch={ARCHITECTURES[-1]},code=[{','.join(codes)}]"]
    return [
        "-arch=native"
        if name == "native"
        else f"-gencode=arch={name.replace('sm_', 'compute_')},code={name}"
        for name in architectures
    ]


def nvcc_flags(
    found: Nvcc,
    flags: Sequence[str],
    architectures: Sequence[str],
    linked: bool,
    lambdas: bool = True,
) -> tuple[str, ...]:
    """Flags of nvcc for the C++ compiler's: what both understand, and how to reach the rest.

    Args:
        found: the compiler.
        flags: the C++ compiler's.
        architectures: of the declaration.
        linked: whether torch was built for CUDA, and has all headers.
        lambdas: whether functions that are handed to the GPU may be lambdas: that includes headers of
            nvcc's own, which take longer than a short file (0.7 s).
    """
    passed = ["-x", "cu", f"-std=c++{20 if found.release[0] >= 12 else 17}", "-O2"]
    passed += [*cuda_toolkit.host_flags(), "-Xcompiler", "-fPIC,-fvisibility=hidden"]
    passed += ["-lineinfo"]  # a memory error on the GPU is told with its line
    passed += ["-Wno-deprecated-gpu-targets", "--expt-relaxed-constexpr"]
    passed += ["--extended-lambda"] if lambdas else []
    passed += architecture_flags(architectures, found)
    # As the system's, too: what a file depends on are the user's headers, not the compiler's.
    passed += [w for path in cuda_toolkit.include_folders(found) for w in ("-isystem", path)]
    words = iter(flags)
    for word in words:
        if word in ("-I", "-isystem", "-D", "-U"):
            passed += [word, next(words, "")]
        elif word.startswith(("-I", "-D", "-U")):
            passed.append(word)
        elif word.startswith("-ffile-prefix-map="):
            passed += ["-Xcompiler", word]
    if not linked:
        # Behind all others: what a toolkit has itself is taken.
        folder = paths.ops_lib() / "include" / "cuda_headers"
        passed += ["-isystem", str(folder)]
    return (*passed, "-DWITH_CUDA")


def linker_flags(uses_torch: bool) -> tuple[str, ...]:
    """What a library with objects of nvcc is linked with."""
    found = cuda_toolkit.nvcc()
    torch = ("-lc10_cuda", "-ltorch_cuda") if uses_torch else ()
    places = cuda_toolkit.library_folders(found) if found is not None else []
    folders = [f for path in places for f in (f"-L{path}", f"-Wl,-rpath,{path}")]
    # A kernel of our own needs nothing to be there but the driver, and that when it is called.
    if not uses_torch or (found is not None and found.added):
        return (*torch, *folders, "-lcudart_static", "-ldl", "-lrt", "-lpthread")
    return (*torch, *folders, "-lcudart")
