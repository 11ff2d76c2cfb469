"""What is known about a style of kernel."""

from __future__ import annotations

from typing import ClassVar, Literal, NamedTuple

import msgspec

from workbench.core.files.file_roles import CPP
from workbench.core.styles.plan import LibraryPlan, UnitPlan
from workbench.core.types.arg_types import ArgumentType
from workbench.core.types.devices import CPU

__all__ = ["NOT_YET", "Sketch", "Style", "Words"]

NOT_YET = "is not written yet"
"""What a kernel says that builds, but whose body is still the first text's."""


class Words(NamedTuple):
    """One choice, for people.

    Attributes:
        title: two or three words.
        short: what it is, behind the title in a list.
        text: what it means, in one or two sentences.
    """

    title: str = ""
    short: str = ""
    text: str = ""


class Sketch(msgspec.Struct, frozen=True):
    """What the first text of a kernel's file is made of.

    Attributes:
        function: the function or class.
        head: its head in C++; empty where the declaration is not sound yet.
        comment: what the op computes, in a line.
        args, outputs: names.
        parameters: the arguments in C++, for where there is no head.
        torch: the op's qualified name.
        schema: as torch writes it; with a quote where C++ needs one.
    """

    function: str
    head: str
    comment: str
    args: tuple[str, ...]
    outputs: tuple[str, ...]
    parameters: str
    torch: str
    schema: str

    @property
    def results(self) -> str:
        """The outputs' names, as Python returns them."""
        return ", ".join(self.outputs) or "None"


class Style:
    """A style of kernel, with one way to register it.

    Attributes:
        name: of the object; ``style`` and ``registration`` are what ``[kernel]`` says.
        order: in lists for people.
        words: for ``kernel.style``.
        registered: for ``kernel.registration``; empty where the style has no choice of it.
        no_choice: why the style has no choice of registration, as a clause.
        language: of the kernel's file; empty where there is none.
        suffixes: of the kernel's file.
        file: what the kernel's file is called at first.
        parameters: how a C++ function takes its arguments: ``views`` of ours or at::``tensors``.
        asks_head: the declaration says the whole head of the function.
        loaded_as: how PyTorch gets it: from a ``library`` that registers the op, a Python
            extension ``module``, a Python ``class``, a ``session`` of ONNX Runtime, or a ``package`` that
            has it.
        devices: where the kernel in its file runs, as torch calls it: the ``cpu``, a GPU by ``cuda``.
        registers_itself: the kernel's file says what torch is to register.
        takes_module: a compiled module that ``[ort]`` names computes.
        ort: how ONNX Runtime runs it at first, see ``ort_sides``.
        library: the library for torch; None where none is made.
        nothing: why a text that others have generated is not.
        blank: for a new op: a title with its key, and a line; empty where it is not offered.
        found: in a list of what was found in C++; empty to say how it is registered.
        torch_note: what an op that was found in C++ does in torch.
        function_label, function_tip, file_tip: in the form.
        no_function: why it has no function to name, as a clause.
        expected: what stands before the head that a file shall have.
        what: for a kernel that torch's dispatcher does not know, what it is instead, and what
            would make it known.
    """

    name: ClassVar[str]
    style: ClassVar[str]
    registration: ClassVar[str] = "generated"
    order: ClassVar[int]
    words: ClassVar[Words]
    registered: ClassVar[Words] = Words()
    no_choice: ClassVar[str] = ""
    language: ClassVar[Literal["", "cpp", "python"]] = "cpp"
    suffixes: ClassVar[tuple[str, ...]] = CPP
    file: ClassVar[str] = "kernel.cpp"
    parameters: ClassVar[Literal["", "views", "tensors"]] = ""
    asks_head: ClassVar[bool] = False
    loaded_as: ClassVar[Literal["library", "module", "class", "session", "package"]] = "library"
    devices: ClassVar[tuple[str, ...]] = (CPU,)
    registers_itself: ClassVar[bool] = False
    takes_module: ClassVar[bool] = False
    ort: ClassVar[str] = "bridge"
    library: ClassVar[LibraryPlan | None] = None
    nothing: ClassVar[str] = ""
    blank: ClassVar[tuple[str, str]] = ("", "")
    found: ClassVar[str] = ""
    torch_note: ClassVar[str] = ""
    function_label: ClassVar[str] = "Function"
    function_tip: ClassVar[str] = "The C++ function, which may be qualified: ns::f"
    file_tip: ClassVar[str] = "The C++ file, in the op's folder"
    no_function: ClassVar[str] = ""
    expected: ClassVar[str] = "Expected function"
    what: ClassVar[tuple[str, str]] = ("", "")

    @property
    def is_compiled(self) -> bool:
        """Whether the kernel's file goes through the C++ compiler."""
        return self.language == "cpp"

    @property
    def is_shared(self) -> bool:
        """Whether the compiled kernel needs no runtime and no GPU, so that whatever calls C++ can link it."""
        return self.parameters == "views" and not self.needs_gpu

    @property
    def needs_gpu(self) -> bool:
        """Whether nothing of it runs on a CPU: it is built and exported everywhere, and run on a GPU."""
        return CPU not in self.devices

    @property
    def kernels(self) -> tuple[UnitPlan, ...]:
        """The units with kernels over our views, which both runtimes' libraries link."""
        units = self.library.units if self.library is not None else ()
        return tuple(unit for unit in units if unit.entries)

    @property
    def headers(self) -> str:
        """Of whom the kernel's file needs the headers beside ours."""
        return self.library.units[0].headers if self.library is not None else ""

    @property
    def is_function(self) -> bool:
        """Whether torch sees an ``autograd.Function`` instead of a registered op."""
        return self.loaded_as in ("module", "class", "session")

    @property
    def calls_ort(self) -> bool:
        """Whether ONNX Runtime computes for PyTorch, too."""
        return self.loaded_as == "session"

    @property
    def exists(self) -> bool:
        """Whether torch or a package has the op already, so that nothing is written for it."""
        return self.loaded_as == "package"

    @property
    def is_registered_by_us(self) -> bool:
        """Whether the program makes torch's registration of the op."""
        return self.loaded_as == "library" and not self.registers_itself

    @property
    def article(self) -> str:
        """``a portable``, ``an installed``."""
        return f"{'an' if self.style[0] in 'aeiou' else 'a'} {self.style}"

    def refused(self, kind: ArgumentType) -> str:
        """Why the kernel cannot take an argument of a type; empty where it can."""
        if self.parameters == "views" and not kind.in_portable:
            return f"{self.article} kernel takes no {kind.name}"
        if self.is_registered_by_us and not kind.in_function:
            return f"torch passes no {kind.name} to a function"
        return ""

    def fits(self, function: str) -> str:
        """A function's name as this style can have it."""
        return function

    def function_of(self, name: str) -> str:
        """What a new op's function is called."""
        return name

    def expected_head(self, function: str, torch: str, head: str) -> str:
        """What the kernel's file must hold."""
        return head

    def first_text(self, sketch: Sketch) -> str:
        """The file that a new kernel begins with: it builds, and says that it is not written."""
        raise NotImplementedError
