"""Linux on x86-64 processors."""

from __future__ import annotations

from workbench.core.platforms.platform import LinuxPlatform
from workbench.core.styles import Words

__all__ = ["PLATFORM"]


class LinuxX86(LinuxPlatform):
    """Servers, and most of the machines that this program runs on."""

    name = "linux-x86_64"
    order = 10
    words = Words("Linux x86-64", "with the glibc that is asked for, or a newer one")
    machine = "x86_64"
    python = ("linux", ("x86_64",))
    condition = "defined(__linux__) && defined(__x86_64__)"


PLATFORM = LinuxX86()
