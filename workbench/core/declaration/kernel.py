"""The part of a declaration that says where the computation is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from workbench.core.declaration.declared import Declared, Whole, key
from workbench.core.styles import Style, installed, registrations, style_of, values
from workbench.core.types.devices import GPU

__all__ = ["Kernel", "compiles"]

if TYPE_CHECKING:
    KernelStyle = str
    Registration = str
else:  # what is known of each stands in `styles`
    KernelStyle = Literal[tuple(style.style for style in values())]
    Registration = Literal[tuple(style.registration for style in registrations())]


def _has_file(op: Whole, kernel: Kernel) -> str:
    return "" if kernel.kind.file else f"{kernel.kind.article} op has no file"


def _has_function(op: Whole, kernel: Kernel) -> str:
    return kernel.kind.no_function


def _is_registered(op: Whole, kernel: Kernel) -> str:
    return kernel.kind.no_choice


def _comes_from_package(op: Whole, kernel: Kernel) -> str:
    return "" if kernel.kind.exists else f"{kernel.kind.article} kernel comes from no package"


def _is_compiled(op: Whole, kernel: Kernel) -> str:
    return "" if compiles(op) else f"{kernel.kind.article} kernel compiles nothing"


def _has_cpu_kernel(op: Whole, kernel: Kernel) -> str:
    if kernel.kind.needs_gpu:
        return "a cuda kernel's file is its source"
    return "" if kernel.kind.is_shared else f"{kernel.kind.article} kernel has none beside it"


def compiles(op: Whole) -> bool:
    """Whether any C++ of an op's is compiled: its kernel, or its own ONNX Runtime source."""
    # The latter is compiled whatever the kernel is.
    orts = (op.ort, *(variant.ort for variant in op.variants.values()))
    return op.kernel.kind.is_compiled or any(ort.side.has_source for ort in orts)


class Kernel(Declared, frozen=True):
    """Where the computation is."""

    style: Annotated[
        KernelStyle,
        key(
            "Style",
            " ".join(f"{style.style}: {style.words.short}." for style in values()),
        ),
    ] = "portable"
    source: Annotated[
        str,
        key(
            "Source",
            "The C++ file, or the Python file of a python kernel, in the op's folder; further "
            "files are named in sources.",
            placeholder="kernel.cpp",
            file="kernel",
            idle=_has_file,
        ),
    ] = "kernel.cpp"
    function: Annotated[
        str,
        key(
            "Function",
            "The C++ function, which may be qualified (ns::f); with pybind the name that m.def "
            "gives; of a python kernel the class. Called as the op where empty.",
            idle=_has_function,
        ),
    ] = ""
    registration: Annotated[
        Registration,
        key(
            "Registration",
            "Who tells torch of the op, where the style leaves a choice. "
            + " ".join(
                f"{style.registration}: {style.registered.text}" for style in registrations()
            ),
            applies=_is_registered,
            instead=f'set style = "{next(s.style for s in registrations())}"',
        ),
    ] = "generated"
    package: Annotated[
        str,
        key(
            "Package",
            f"{installed().style} only. The Python module whose import registers the op, e.g. torchvision.",
            placeholder="torch's own ops need none",
            applies=_comes_from_package,
            instead=f'set style = "{installed().style}"',
        ),
    ] = ""
    sources: Annotated[
        tuple[str, ...],
        key(
            "Further files",
            "Further C++ or CUDA files, compiled and linked beside the source; @mylib/csrc/more.cpp is one in "
            "a root that project.toml names, which ops share: it is compiled once for all of them.",
            record="further file",
            placeholder="csrc/more.cpp",
            file="source",
            applies=_is_compiled,
        ),
    ] = ()
    include: Annotated[
        tuple[str, ...],
        key(
            "Include folders",
            "Folders of headers, in the op's folder; @mylib is one outside of it that project.toml names "
            "under [roots], @mylib/detail a folder in that.",
            record="include folder",
            placeholder="include",
            file="folder",
            applies=_is_compiled,
        ),
    ] = ()
    compile_flags: Annotated[
        tuple[str, ...],
        key(
            "Compiler flags",
            "Further flags of the compiler, for every C++ file of the op. -fopenmp and -pthread are the "
            "linker's, too; for OpenMP the system's compiler is taken (CXX, or g++).",
            record="compiler flag",
            placeholder="-DNAME=1",
            applies=_is_compiled,
        ),
    ] = ()
    cuda: Annotated[
        str,
        key(
            "CUDA source",
            "A CUDA file with the same function for GPUs, with a const wb::CudaContext& as its first "
            "parameter. The op runs on both then: PyTorch and ONNX Runtime choose by where its tensors are.",
            placeholder="kernel.cu",
            file="gpu",
            applies=_has_cpu_kernel,
            instead='set style = "portable"',
        ),
    ] = ""
    cuda_architectures: Annotated[
        tuple[str, ...],
        key(
            "GPU architectures",
            "What CUDA files are compiled for: sm_90 for cards of that kind, compute_90 for a form (PTX) "
            "that later cards finish themselves, native for the card that is here. Where empty, code "
            "for every card since 2018, and PTX for later ones.",
            record="GPU architecture",
            placeholder="sm_90",
            applies=_is_compiled,
        ),
    ] = ()
    link_flags: Annotated[
        tuple[str, ...],
        key(
            "Linker flags",
            "Further flags of the linker.",
            record="linker flag",
            placeholder="-lm",
            applies=_is_compiled,
        ),
    ] = ()

    @property
    def gpu_source(self) -> str:
        """The file with the kernel for GPUs; empty where there is none."""
        return self.source if self.kind.needs_gpu else self.cuda

    @property
    def devices(self) -> tuple[str, ...]:
        """On which the op's tensors may live in PyTorch, as torch calls them."""
        return tuple(dict.fromkeys((*self.kind.devices, *((GPU,) if self.cuda else ()))))

    @property
    def is_built_for_gpu_elsewhere(self) -> bool:
        """Whether a kernel for GPUs is among the sources that are not compiled here."""
        return GPU not in self.devices and any(s.endswith(".cu") for s in self.sources)

    @property
    def devices_elsewhere(self) -> tuple[str, ...]:
        """As ``devices``, where all of the op's sources are compiled."""
        return (*self.devices, *((GPU,) if self.is_built_for_gpu_elsewhere else ()))

    @property
    def kind(self) -> Style:
        """What is known about a kernel of this style and registration."""
        return style_of(self.style, self.registration)
