"""Windows on x86-64 processors."""

from __future__ import annotations

from workbench.core.platforms.platform import Platform
from workbench.core.styles import Words

__all__ = ["PLATFORM"]


class Windows(Platform):
    """A DLL over the C library that Windows 10 has."""

    name = "windows-x86_64"
    order = 30
    words = Words("Windows x86-64", "a DLL that needs nothing beside Windows")
    format = "PE"
    machine = "x86_64"
    python = ("win32", ("AMD64", "x86_64"))
    condition = "defined(_WIN32) && defined(__x86_64__) || defined(_M_X64)"
    library_name = "{}_ort.dll"
    needs = (
        r"(?i)api-ms-win-crt-[a-z0-9-]+\.dll",
        r"(?i)(kernel32|ntdll|ucrtbase|msvcrt|advapi32|user32|ws2_32)\.dll",
    )

    def target(self, glibc: str) -> str:
        return "x86_64-windows-gnu"


PLATFORM = Windows()
