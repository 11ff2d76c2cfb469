"""What the libraries of an op are built from elsewhere: its sources, and what is generated."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

import msgspec

from workbench import paths
from workbench.core.codegen import unit_text
from workbench.core.compile.cxx_flags import STANDARD, for_linker
from workbench.core.compile.includes import included_names, runtime_of
from workbench.core.compile.providers import system_folders
from workbench.core.declaration.op import Op
from workbench.core.errors import UserError
from workbench.core.files.file_roles import CUDA
from workbench.core.files.files import is_inside, read_text
from workbench.core.jobs import DeliverJob
from workbench.core.pipeline.stage_keys import source_files
from workbench.core.styles import LibraryPlan, UnitPlan
from workbench.engine.build.cuda import architecture_flags
from workbench.engine.build.joined import joined_text
from workbench.engine.host.load_first import needs_torch

__all__ = ["INCLUDE", "SOURCES", "Built", "write_headers", "write_joined", "write_sources"]

INCLUDE = "include"
"""Of our own headers, in the delivery."""
_GENERATED = "generated"
SOURCES = "csrc"
_NVCC = (
    *(STANDARD, "-O2", "-Xcompiler", "-fvisibility=hidden"),
    *("--expt-relaxed-constexpr", "--extended-lambda"),
)
_WITH_CUDA = "#ifdef WITH_CUDA\n{}#else\n{}#endif\n"
"""One setup.py builds with and without CUDA, and glue binds no kernel that is not built."""


class Built(msgspec.Struct, frozen=True):
    """One library that ``setup.py`` builds.

    Attributes:
        module: the extension's full name.
        file: what its file is called.
        sources: of C++, relative to the delivery.
        cuda: of CUDA.
        include: folders of headers.
        flags: of the C++ compiler.
        nvcc: of nvcc.
        chosen: whether these say for which GPUs.
        link: of the linker.
        torch: whether it is linked with torch.
        needs: files of other libraries that it loads with itself.
        system: a header → the folders of the system's that may have it, and that no compiler looks into.
    """

    module: str
    file: str
    sources: tuple[str, ...]
    cuda: tuple[str, ...]
    include: tuple[str, ...]
    flags: tuple[str, ...]
    nvcc: tuple[str, ...]
    chosen: bool
    link: tuple[str, ...]
    torch: bool
    needs: tuple[str, ...] = ()
    system: dict[str, tuple[str, ...]] = {}


def write_sources(job: DeliverJob, package: str, folder: Path) -> list[Built]:
    """Write the sources of one op, and say what is built of them.

    Args:
        job: the op's.
        package: the full name of the op's own package.
        folder: the delivery.

    Raises:
        UserError: kind ``deliver``; a source is outside of the op's folder.
    """
    op, home = job.op, Path(job.folder).resolve()
    if not job.torch_library and not job.ort_library:
        return []
    here = PurePosixPath(SOURCES, op.name)
    named = [op.kernel.source, *op.kernel.sources]
    outside = next((name for name in named if not is_inside(name)), "")
    if outside:
        hint = "Copy it into the folder, and name it in [kernel]."
        reason = f"the source '{outside}' is outside of the op's folder"
        raise UserError("deliver", reason, hint)
    for path in source_files(home):
        _copy(path, folder / here / path.relative_to(home))
    kind = op.kernel.kind
    torch, ort = kind.library, op.ort.side.library(kind)
    made = []
    if torch is not None and job.torch_library:
        made.append(_built(op, torch, Path(job.torch_library), package, here, folder))
    if ort is not None and job.ort_library:
        one = _built(op, ort, Path(job.ort_library), package, here, folder)
        if ort.calls_torch:
            one = msgspec.structs.replace(one, needs=tuple(b.file for b in made))
        made.append(one)
    return made


def write_joined(files: Sequence[str], library: str, package: str, folder: Path) -> Built:
    """Write the source of the library that joins op libraries.

    Args:
        files: of these, as seen from the folder of the package.
        library: the name of its file.
        package: whose own it is.
        folder: the delivery.
    """
    source = PurePosixPath(SOURCES, "joined.cpp")
    (folder / source).write_text(joined_text(files), encoding="utf-8")
    module, flags = f"{package}.{Path(library).stem}", (STANDARD, "-O2", "-fvisibility=hidden")
    return Built(module, library, (str(source),), (), (), flags, (), False, ("-ldl",), False)


def _built(
    op: Op, plan: LibraryPlan, library: Path, package: str, here: PurePosixPath, folder: Path
) -> Built:
    """One library: its units as they are compiled here, each as a file."""
    kernel = op.kernel
    include = [folder / here / name for name in kernel.include]
    runtimes = {
        s: runtime_of(folder / here / s, include, kernel.compile_flags) for s in kernel.sources
    }
    wanted = ("", "torch") if plan.links_torch else ("",)
    further = [s for s in kernel.sources if runtimes[s] in wanted] if plan.further else []
    on_gpu = bool(kernel.gpu_source) and any(unit.source == "gpu" for unit in plan.units)
    plans = [unit for unit in plan.units if unit.source != "gpu" or on_gpu]
    units = [_unit(op, unit, library.stem, here, folder, on_gpu) for unit in plans]
    sources = [*units, *(str(here / s) for s in further)]
    # What nvcc understands, too; each with its value in one word.
    defines = [f for f in kernel.compile_flags if f.startswith(("-D", "-U", "-I"))]
    links_torch = plan.links_torch or needs_torch(str(library))
    cards = kernel.cuda_architectures
    return Built(
        f"{package}.{library.stem}",
        library.name,
        tuple(s for s in sources if not s.endswith(CUDA)),
        tuple(s for s in sources if s.endswith(CUDA)),
        tuple(str(here / i) for i in ("", *kernel.include)),
        (STANDARD, "-O2", "-fvisibility=hidden", *kernel.compile_flags),
        (*_NVCC, *(architecture_flags(cards) if cards else ()), *defines),
        bool(cards),
        for_linker(kernel.compile_flags, kernel.link_flags) if plan.further else (),
        links_torch,
        system=_system(folder / here, [kernel.source, *kernel.sources], include),
    )


def _system(
    home: Path, sources: Sequence[str], include: Sequence[Path]
) -> dict[str, tuple[str, ...]]:
    """Of each library in a folder of the system's the first header that the sources include."""
    names = (name for s in sources for name in included_names(home / s, include))
    found: dict[tuple[str, ...], str] = {}
    for name in names:
        if folders := system_folders(name):
            found.setdefault(folders, name)
    return {name: folders for folders, name in found.items()}


def _unit(
    op: Op, unit: UnitPlan, library: str, here: PurePosixPath, folder: Path, on_gpu: bool
) -> str:
    """A unit's file, written where it is generated."""
    if not unit.template:
        return str(here / op.kernel.source)
    suffix = CUDA[0] if unit.source == "gpu" else ".cpp"
    if unit.source == "gpu":
        text = f'#include "../{op.kernel.gpu_source}"\n{unit_text(unit.template, op)}'
    else:
        text = unit_text(unit.template, op, gpu_entries=())
        if on_gpu and (bound := unit_text(unit.template, op)) != text:
            text = _WITH_CUDA.format(bound, text)
    if unit.source == "kernel":
        text = f'#include "../{op.kernel.source}"\n{text}'
    # Two libraries may have a unit of one name, and one text.
    path = here / _GENERATED / f"{unit.name}{suffix}"
    target = folder / path
    target.parent.mkdir(parents=True, exist_ok=True)
    if target.exists() and read_text(target) != text:
        path = here / _GENERATED / f"{library}_{unit.name}{suffix}"
        target = folder / path
    target.write_text(text, encoding="utf-8")
    return str(path)


def write_headers(folder: Path) -> None:
    """Our own headers, that generated texts and portable kernels include."""
    for home in (paths.ops_lib(), paths.ort_ops()):
        for path in sorted((home / "include" / "workbench").iterdir()):
            _copy(path, folder / INCLUDE / "workbench" / path.name)


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
