"""macOS on Apple's processors."""

from __future__ import annotations

from workbench.core.platforms.platform import Platform
from workbench.core.styles import Words

__all__ = ["PLATFORM"]


class MacOS(Platform):
    """Compiled and looked at; nothing that is not a Mac can run it."""

    name = "macos-arm64"
    order = 40
    words = Words("macOS ARM64", "compiled and looked at; nothing here can run it")
    format = "Mach-O"
    machine = "aarch64"
    python = ("darwin", ("arm64",))
    condition = "defined(__APPLE__) && defined(__aarch64__)"
    library_name = "lib{}_ort.dylib"
    link_flags = ("-Wl,-install_name,@rpath/op_library.dylib",)  # else it is a path of this machine
    needs = (
        r"@rpath/op_library\.dylib",
        r"/usr/lib/lib(System\.B|c\+\+\.1|c\+\+abi|objc\.A)\.dylib",
    )
    unproven = "only a Mac runs it"

    def target(self, glibc: str) -> str:
        return "aarch64-macos.13.0"  # the oldest that ONNX Runtime's own builds run on


PLATFORM = MacOS()
