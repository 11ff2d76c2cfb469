"""Linux on 64-bit ARM processors, under qemu."""

from __future__ import annotations

from workbench.core.runtimes.runtime import EmulatedRuntime
from workbench.core.styles import Words

__all__ = ["RUNTIME"]


class LinuxArm(EmulatedRuntime):
    """The shared library of ONNX Runtime's aarch64 wheel, in qemu's user mode."""

    name = "linux-aarch64"
    order = 10
    words = Words("Linux ARM64", "ONNX Runtime for ARM64, emulated by qemu")
    downloads = (
        "ONNX Runtime's wheel for Linux ARM64 (about 20 MB)",
        "the Debian packages qemu-user, libc6-arm64-cross and libstdc++6-arm64-cross with what they "
        "need (about 15 MB), unpacked there and not installed",
    )


RUNTIME = LinuxArm()
