"""What a library says that it has: for ONNX Runtime custom ops, for torch schemas."""

from __future__ import annotations

import msgspec

from workbench.core.jobs.base import BaseJob, Limits
from workbench.core.jobs.message import Message

__all__ = [
    "OPTIONAL",
    "REQUIRED",
    "VARIADIC",
    "LibraryJob",
    "LibraryOp",
    "LibraryResult",
    "LibrarySchemasJob",
    "LibraryValue",
]

REQUIRED, OPTIONAL, VARIADIC = "required", "optional", "variadic"
"""ONNX Runtime's characteristics of inputs and outputs."""


class LibraryJob(BaseJob, frozen=True):
    """Ask an op library for ONNX Runtime which ops it registers; nothing else of it is run.

    Attributes:
        library: its file, or the name of an installed Python package that has one; it may be
            anybody's.
        module: of several in a package the one to be asked, its path there.
    """

    host = "ort"
    stages = ("library",)
    doing = "reading the library"

    library: str
    module: str = ""
    limits: Limits = Limits(seconds=30.0)


class LibrarySchemasJob(BaseJob, frozen=True):
    """Load a library into torch, and list the schemas that this adds; nothing else of it is run.

    Attributes:
        library: its file; it may be anybody's.
    """

    host = "torch"
    stages = ("library",)
    doing = "reading the library"

    library: str
    limits: Limits = Limits(seconds=60.0)


class LibraryValue(msgspec.Struct, frozen=True):
    """An input or output of an op as ONNX Runtime sees it.

    Attributes:
        dtype: the element type by numpy's name, or ``string`` and the like; empty for any.
        characteristic: ``required``, ``optional`` or ``variadic``.
    """

    dtype: str
    characteristic: str = REQUIRED

    def __str__(self) -> str:
        marks = {OPTIONAL: "?", VARIADIC: "…"}
        return (self.dtype or "any type") + marks.get(self.characteristic, "")


class LibraryOp(msgspec.Struct, frozen=True):
    """One op of a library. Ops of one name with other element types, or versions, are entries of their own.

    Attributes:
        domain, name: ``custom::MyAdd``.
        provider: ONNX Runtime's name of what runs it; empty for the CPU.
        api: the version of ONNX Runtime's interface that it was written for.
        inputs, outputs: in order.
        least_inputs, least_outputs: how many a variadic last one stands for, at least.
        inputs_alike, outputs_alike: whether these are all of one element type.
        since_version, until_version: of the domain; 0 for no end. Before interface 17 every version.
    """

    domain: str
    name: str
    provider: str
    api: int
    inputs: tuple[LibraryValue, ...]
    outputs: tuple[LibraryValue, ...]
    least_inputs: int = 1
    inputs_alike: bool = True
    least_outputs: int = 1
    outputs_alike: bool = True
    since_version: int = 1
    until_version: int = 0

    @property
    def full(self) -> str:
        """``Domain::Op``; of the default domain the name alone."""
        return f"{self.domain}::{self.name}" if self.domain else self.name

    @property
    def versions(self) -> str:
        """For people: ``since 3``, ``3 to 5``; empty for every version."""
        if self.until_version:
            return f"version {self.since_version} to {self.until_version}"
        return f"since version {self.since_version}" if self.since_version > 1 else ""

    @property
    def signature(self) -> str:
        """``float32, int64? -> float32``."""
        given, gives = (", ".join(map(str, values)) for values in (self.inputs, self.outputs))
        return f"{given or 'nothing'} -> {gives or 'nothing'}"


class LibraryResult(Message, frozen=True):
    """The ops of a library, in the order of their registration.

    Attributes:
        file: the library's.
        package, module: the package that it is in, and where in that if it was said; empty for a file.
    """

    ops: tuple[LibraryOp, ...]
    file: str
    package: str = ""
    module: str = ""
