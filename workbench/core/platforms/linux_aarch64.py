"""Linux on 64-bit ARM processors."""

from __future__ import annotations

from workbench.core.platforms.platform import LinuxPlatform
from workbench.core.styles import Words

__all__ = ["PLATFORM"]


class LinuxArm(LinuxPlatform):
    """Small boards, and servers."""

    name = "linux-aarch64"
    order = 20
    words = Words("Linux ARM64", "with the glibc that is asked for, or a newer one")
    machine = "aarch64"
    python = ("linux", ("aarch64", "arm64"))
    condition = "defined(__linux__) && defined(__aarch64__)"


PLATFORM = LinuxArm()
