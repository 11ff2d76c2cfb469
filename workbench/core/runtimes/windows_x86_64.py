"""Windows on x86-64 processors, under wine."""

from __future__ import annotations

from workbench.core.runtimes.runtime import EmulatedRuntime
from workbench.core.styles import Words

__all__ = ["RUNTIME"]


class Windows(EmulatedRuntime):
    """The DLL of ONNX Runtime's wheel for Windows, in wine."""

    name = "windows-x86_64"
    order = 20
    words = Words("Windows x86-64", "ONNX Runtime for Windows, under wine")
    downloads = (
        "ONNX Runtime's wheel for Windows (about 15 MB)",
        "the Debian package wine64 with what it needs (about 100 MB, 1.4 GB on the disk), unpacked "
        "there and not installed",
    )


RUNTIME = Windows()
