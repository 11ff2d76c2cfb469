"""What is known about a platform."""

from __future__ import annotations

import platform as python_platform
import sys
from typing import ClassVar

from workbench.core.styles import Words

__all__ = ["LinuxPlatform", "Platform"]


class Platform:
    """One platform.

    Attributes:
        name: as the command line says it.
        order: in lists for people.
        words: for the choice.
        format: of its libraries' files.
        machine: for which processor they are, as ``inspected`` reads it from the file.
        python: the beginning of ``sys.platform``, and the names that ``platform.machine()`` may give.
        condition: of C++'s preprocessor.
        library_name: of an op's library, with ``{}`` for the op.
        link_flags: of a library, beside those that every platform takes.
        needs: regular expressions of the libraries of its own that every machine of it has.
        unproven: why nothing here can run it; empty where a runtime of its name can be had.
    """

    name: ClassVar[str]
    order: ClassVar[int]
    words: ClassVar[Words]
    format: ClassVar[str]
    machine: ClassVar[str]
    python: ClassVar[tuple[str, tuple[str, ...]]]
    condition: ClassVar[str]
    library_name: ClassVar[str]
    link_flags: ClassVar[tuple[str, ...]] = ()
    needs: ClassVar[tuple[str, ...]]
    unproven: ClassVar[str] = ""

    def target(self, glibc: str) -> str:
        """The compiler's name for it.

        Args:
            glibc: the oldest to run with, where the platform has one.
        """
        raise NotImplementedError

    @property
    def has_glibc(self) -> bool:
        """Whether its libraries ask for versions of glibc."""
        return False

    @property
    def is_here(self) -> bool:
        """Whether this process runs on it."""
        system, machines = self.python
        return sys.platform.startswith(system) and python_platform.machine() in machines

    def library(self, op: str) -> str:
        """The file of an op's library."""
        return self.library_name.format(op)


class LinuxPlatform(Platform):
    """What Linux is alike in, whatever the processor."""

    format = "ELF"
    library_name = "lib{}_ort.so"
    link_flags = ("-Wl,--no-undefined", "-Wl,--as-needed")
    needs = (r"lib(c|m|pthread|dl|rt)\.so\.\d+", r"ld-linux.*\.so\.\d+")

    def target(self, glibc: str) -> str:
        return f"{self.machine}-linux-gnu.{glibc}"

    @property
    def has_glibc(self) -> bool:
        return True
