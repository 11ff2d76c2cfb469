"""ARM64 Linux in qemu's user mode."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

from workbench.core.runtimes.linux_aarch64 import RUNTIME
from workbench.engine.environments.fetched import debian_packages, only, ran
from workbench.engine.runtimes.emulated import EmulatedPlatform

__all__ = ["RUNNER"]

_QEMU = "qemu-aarch64"
_PACKAGES = ("qemu-user", "libc6-arm64-cross", "libstdc++6-arm64-cross")
_SYSTEM = Path("/usr/aarch64-linux-gnu")
_LIBRARY = "libonnxruntime.so.1"
_CPU = """\
processor\t: 0
BogoMIPS\t: 100.00
Features\t: fp asimd evtstrm aes pmull sha1 sha2 crc32 atomics fphp asimdhp cpuid asimdrdm lrcpc dcpop asimddp
CPU implementer\t: 0x41
CPU architecture: 8
CPU variant\t: 0x3
CPU part\t: 0xd0c
CPU revision\t: 1

"""
"""What /proc/cpuinfo says on an ARM processor (a Neoverse N1): ONNX Runtime reads it at its start, and
ends at that of an x86 one. qemu gives it in the place of this machine's."""


class LinuxArm(EmulatedPlatform):
    """qemu, with the libraries of an ARM64 Debian."""

    runtime = RUNTIME
    tags = tuple(f"manylinux_2_{n}_aarch64" for n in (28, 17, 24, 26, 27, 31, 34))
    libraries = "libonnxruntime*.so*"

    def make_emulator(self, folder: Path, tell: Callable[[str], None]) -> str:
        (capi,) = folder.glob("onnxruntime/capi/libonnxruntime.so*")
        (capi.parent / _LIBRARY).symlink_to(capi.name)
        root, theirs = folder / "root", _SYSTEM
        if shutil.which(_QEMU) and (_SYSTEM / "lib" / "libstdc++.so.6").exists():
            tell("qemu and ARM64's libraries are this system's own")
        else:
            tell(f"Debian packages: {', '.join(_PACKAGES)}")
            debian_packages(_PACKAGES, root)
            only(root / "usr" / "bin", "qemu-*", _QEMU)
            theirs = root / _SYSTEM.relative_to("/")
        (folder / "system" / "proc").mkdir(parents=True)
        (folder / "system" / "proc" / "cpuinfo").write_text(_CPU, encoding="ascii")
        (folder / "system" / "lib").symlink_to(theirs / "lib")
        command, variables = self._qemu()
        told = ran(
            ["env", *(f"{k}={v}" for k, v in variables.items()), command, "--version"],
            "qemu does not start",
        )
        return " ".join(told.split()[:3]).replace(" version", "")

    def _qemu(self) -> tuple[str, Mapping[str, str]]:
        root = self.home / "root" / "usr"
        own = root / "bin" / _QEMU
        if not own.exists():
            return shutil.which(_QEMU) or _QEMU, {}
        return str(own), {"LD_LIBRARY_PATH": str(root / "lib" / "x86_64-linux-gnu")}

    def command(self, program: Path) -> tuple[list[str], Mapping[str, str]]:
        qemu, variables = self._qemu()
        system = ["-L", str(self.home / "system"), "-E", f"LD_LIBRARY_PATH={self.capi}"]
        return [qemu, *system, str(program)], variables

    def to_link(self) -> Path:
        return self.capi / _LIBRARY


RUNNER = LinuxArm()
