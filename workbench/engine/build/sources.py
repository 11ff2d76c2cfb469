"""The user's files beside the kernel's own, and the compiler's flags for each."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from workbench.core.compile.cuda_headers import cuda_flags
from workbench.core.compile.cxx_flags import NO_RESULT, c_flags, for_linker, named, names_of_ours
from workbench.core.compile.include_flags import include_flags
from workbench.core.compile.includes import included_files, runtime_of
from workbench.core.compile.outside import further_sources, include_folders
from workbench.core.declaration.op import Op
from workbench.core.errors import UserError
from workbench.core.files.file_roles import CUDA
from workbench.core.files.files import read_text, real_path
from workbench.engine import cuda_toolkit, toolchain
from workbench.engine.build import cuda
from workbench.engine.build.units import Unit, make_unit
from workbench.engine.compilers import Compiler, compiler
from workbench.engine.host import sanitizers
from workbench.engine.store import Store

__all__ = ["APART", "LINES", "Sources", "glue_flags", "module_flags", "read_sources"]


LINES = ("-g1", "-gno-column-info")
"""Of the user's files: the line of a crash, and of what a sanitizer reports."""

APART = "-fdata-sections"
"""Of the user's files: each table has a section of its own, so that those which an inline function reads
are told from all others, see ``weak_symbols.py``."""


class Sources(msgspec.Struct, frozen=True):
    """The files of an op.

    Attributes:
        folder: the op's.
        main: the kernel's own file; None where the style has none in C++.
        files: further files.
        include: folders of headers.
        flags: the user's flags for the compiler.
        link_flags: the user's flags for the linker.
        compiler: what compiles and links them.
        architectures: of GPUs, that CUDA files are compiled for.
        gpu: the file with the kernel for GPUs; None where the op has none.
    """

    folder: Path
    main: Path | None
    files: tuple[Path, ...]
    include: tuple[Path, ...]
    flags: tuple[str, ...]
    link_flags: tuple[str, ...]
    compiler: Compiler
    architectures: tuple[str, ...] = ()
    gpu: Path | None = None

    @property
    def cpp(self) -> tuple[Path, ...]:
        """The further C++ and C files."""
        return tuple(path for path in self.files if path.suffix not in CUDA)

    @property
    def cuda(self) -> tuple[Path, ...]:
        """The CUDA files."""
        return tuple(path for path in self.files if path.suffix in CUDA)

    def runtime(self, path: Path) -> str:
        """Whose headers a file includes: ``torch``, ``ort``, or neither."""
        return runtime_of(path, self.include, self.flags)

    def folders(self, source: Path) -> tuple[Path, ...]:
        """Where the headers of a file are looked for first."""
        return (source.parent, *self.include)

    def cpp_flags(self, source: Path) -> tuple[str, ...]:
        """Flags that any C++ file of the op is compiled with, before those of a runtime."""
        folders = self.folders(source)
        # A link may lead elsewhere; that place is called by its last part.
        others = [path for path in folders if not path.is_relative_to(self.folder)]
        names = [*(named(path, path.name) for path in others), named(self.folder, "")]
        return (*glue_flags(self.compiler), *names, *include_flags(source, self.include))

    def unit(
        self,
        store: Store,
        source: Path,
        flags: Sequence[str],
        *,
        text: str = "",
        name: str = "",
        first: Path | None = None,
        depends: Sequence[str] = (),
    ) -> Unit:
        """The unit of one C++ or C file; the user's own flags come last."""
        asked = sanitizers.asked_flags(self.flags)
        more = cuda_flags(source, self.include)
        flags = [
            *flags,
            *more,
            *LINES,
            APART,
            NO_RESULT,
            *self.flags,
            *self.compiler.sanitizing(asked),
        ]
        if source.suffix == ".c":
            flags = c_flags(flags)
        return make_unit(
            store,
            name or source.name,
            text,
            source,
            tuple(flags),
            first=first,
            folder=self.folder,
            include=self.include,
            compiler=self.compiler,
            depends=depends,
        )

    def cuda_unit(self, store: Store, source: Path, torch: Sequence[str]) -> Unit:
        """The unit of a CUDA file, where there is a compiler for it.

        Args:
            store: where objects are kept.
            source: the file.
            torch: flags for torch's headers; empty for a file that needs none.

        Raises:
            UserError: kind ``cuda``; its architectures cannot be compiled for.
        """
        found, why = self._nvcc(), cuda.why_not_linked()
        more = (*torch, *(cuda.TORCH_DEFINES if torch else ()))
        unit = self._by_nvcc(store, found, source, source.name, "", more, linked=not why)
        if not why:
            return unit
        note = cuda.not_linked(source, found, self.architectures, why)
        return msgspec.structs.replace(unit, linked=False, notes=(note,))

    def gpu_unit(self, store: Store, name: str, text: str) -> Unit:
        """The unit of the kernel for GPUs, which needs nothing of torch's, where there is a compiler.

        Args:
            store: where objects are kept.
            name: of the object.
            text: the generated text behind the file.

        Raises:
            UserError: kind ``cuda``; its architectures cannot be compiled for.
        """
        assert self.gpu is not None
        found = self._nvcc()
        read = included_files(self.gpu, self.folders(self.gpu))
        lambdas = any(cuda.has_lambdas(read_text(path)) for path in read if path.is_file())
        unit = self._by_nvcc(store, found, self.gpu, name, text, (), linked=True, lambdas=lambdas)
        note = cuda.not_run(self.gpu, found, self.architectures)
        return msgspec.structs.replace(unit, notes=(note,))

    def _nvcc(self) -> cuda_toolkit.Nvcc:
        """The compiler, once it is known that there is one, and that it knows the architectures."""
        found = cuda_toolkit.nvcc()
        assert found is not None
        cuda.check_architectures(found, self.architectures)
        return found

    def _by_nvcc(
        self,
        store: Store,
        found: cuda_toolkit.Nvcc,
        source: Path,
        name: str,
        text: str,
        more: Sequence[str],
        *,
        linked: bool,
        lambdas: bool = True,
    ) -> Unit:
        flags = (*self.cpp_flags(source), *more, *self.flags)
        return make_unit(
            store,
            name,
            text,
            source,
            cuda.nvcc_flags(found, flags, self.architectures, linked, lambdas),
            folder=self.folder,
            include=self.include,
            compiler=found.compiler,
        )


def read_sources(folder: Path, op: Op) -> Sources:
    """The files of an op.

    Raises:
        UserError: kind ``file``; one is missing, or no text, or its root is not here, or its path has a line
            break.
    """
    folder = folder.resolve()
    if "\n" in str(folder):
        raise UserError("file", "the path of the kernel holds a line break", "Rename the folder.")
    main = real_path(folder / op.kernel.source) if op.kernel.kind.is_compiled else None
    files = further_sources(folder, op)
    gpu = real_path(folder / op.kernel.gpu_source) if op.kernel.gpu_source else None
    for path in filter(None, (main, gpu, *files)):
        read_text(path)
    include = include_folders(folder, op)
    flags = op.kernel.compile_flags
    link_flags = for_linker(flags, op.kernel.link_flags)
    chosen = compiler((*flags, *link_flags), own_library=_needs_no_library(op))
    cards = op.kernel.cuda_architectures
    return Sources(folder, main, files, include, flags, link_flags, chosen, cards, gpu)


def _needs_no_library(op: Op) -> bool:
    """Whether nothing of an op meets the C++ library of the system: torch's own API wants that, and
    what nvcc compiles.
    """
    ort = op.ort.side.library(op.kernel.kind)
    return (
        not (op.kernel.gpu_source and cuda_toolkit.nvcc())
        and op.kernel.kind.headers != "torch"
        and not (ort is not None and ort.links_torch)
    )


def glue_flags(compiler: Compiler) -> tuple[str, ...]:
    """Flags of generated units. They name nothing of the op, so ops share what is alike."""
    ours = (*toolchain.our_includes(), *names_of_ours())
    return (*toolchain.CXX_FLAGS, *compiler.flags, *ours)


def module_flags(source: Path, module: str) -> tuple[str, ...]:
    """What torch's own extension builder defines; files with a TORCH_LIBRARY may use it too."""
    text = read_text(source)
    if "TORCH_EXTENSION_NAME" not in text and "PYBIND11_MODULE" not in text:
        return ()
    return (f"-DTORCH_EXTENSION_NAME={module}", "-DTORCH_API_INCLUDE_EXTENSION_H")
