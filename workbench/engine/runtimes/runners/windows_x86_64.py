"""Windows programs under wine."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

from workbench.core.runtimes.windows_x86_64 import RUNTIME
from workbench.engine.compilers import crossing, environment
from workbench.engine.environments.fetched import debian_packages, ran
from workbench.engine.runtimes.emulated import EmulatedPlatform

__all__ = ["RUNNER"]

_PACKAGES = ("wine64",)
_DLL, _IMPORTS = "onnxruntime.dll", "libonnxruntime.a"
_QUIET = "winemenubuilder.exe,mscoree,mshtml="
"""What a new Windows of wine's would ask for: entries in a menu, .NET, and a browser."""


class Windows(EmulatedPlatform):
    """wine, with a Windows of its own."""

    runtime = RUNTIME
    tags = ("win_amd64",)
    libraries = "onnxruntime*.dll"
    host_name = "host.exe"

    def make_emulator(self, folder: Path, tell: Callable[[str], None]) -> str:
        if not shutil.which("wine64") and not shutil.which("wine"):
            tell(f"Debian packages: {', '.join(_PACKAGES)}")
            debian_packages(_PACKAGES, folder / "root")
            server = folder / "root" / "usr" / "lib" / "wine" / "wineserver"
            if (real := server.with_name("wineserver64")).exists():
                # The script in its place looks in the system's folder.
                server.unlink(missing_ok=True)
                server.symlink_to(real.name)
        self._make_imports()
        tell("a Windows of wine's own (about 20 s)")
        wine, variables = self._wine()
        words = ["env", *(f"{k}={v}" for k, v in variables.items()), wine]
        (folder / "home").mkdir()
        ran([*words, "wineboot", "--init"], "wine makes no Windows")
        return ran([*words, "--version"], "wine does not start").strip().partition(" ")[0]

    def _make_imports(self) -> None:
        """What a program is linked with that calls a function of the DLL."""
        definition = self.capi / "onnxruntime.def"
        text = f"LIBRARY {_DLL}\nEXPORTS\nOrtGetApiBase\n"
        definition.write_text(text, encoding="ascii")
        zig = crossing(self.platform.target("")).command[0]
        command = [zig, "dlltool", "-m", "i386:x86-64", "-d", str(definition)]
        command += ["-l", str(self.capi / _IMPORTS)]
        subprocess.run(command, env=environment(), check=True, capture_output=True)

    def _wine(self) -> tuple[str, Mapping[str, str]]:
        root = self.home / "root" / "usr"
        own = root / "lib" / "wine" / "wine64"
        dlls = [self.capi]
        variables = {}
        if own.exists():
            wine = str(own)
            variables["LD_LIBRARY_PATH"] = str(root / "lib" / "x86_64-linux-gnu")
            dlls.append(root / "x86_64-w64-mingw32" / "lib")
        else:
            wine = shutil.which("wine64") or shutil.which("wine") or "wine"
        return wine, {
            **variables,
            "WINEPREFIX": str(self.home / "windows"),
            "WINEPATH": ";".join("Z:" + str(folder).replace("/", "\\") for folder in dlls),
            "WINEDEBUG": "-all",
            "WINEDLLOVERRIDES": _QUIET,
            "HOME": str(self.home / "home"),
        }

    def command(self, program: Path) -> tuple[list[str], Mapping[str, str]]:
        wine, variables = self._wine()
        return [wine, str(program)], variables

    def to_link(self) -> Path:
        return self.capi / _IMPORTS


RUNNER = Windows()
