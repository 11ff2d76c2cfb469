"""What pip cannot install: the C++ compiler, gdb, a font, the libraries behind Qt and QtWebEngine.

The libraries are not guessed: ``ldd`` names those that the installed Qt does not find. On
Debian and its kin they are installed when the user is root or sudo asks no password; otherwise
the command is printed. Nothing here is fatal, for without a window the program needs no Qt.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

# Debian's package for each library that Qt or QtWebEngine may miss; of several names the first
# that the release has (from 2024 on some carry the suffix t64).
PACKAGES = {
    "libEGL.so.1": ("libegl1",),
    "libGL.so.1": ("libgl1",),
    "libGLX.so.0": ("libglx0",),
    "libOpenGL.so.0": ("libopengl0",),
    "libX11-xcb.so.1": ("libx11-xcb1",),
    "libX11.so.6": ("libx11-6",),
    "libXcomposite.so.1": ("libxcomposite1",),
    "libXcursor.so.1": ("libxcursor1",),
    "libXdamage.so.1": ("libxdamage1",),
    "libXext.so.6": ("libxext6",),
    "libXfixes.so.3": ("libxfixes3",),
    "libXi.so.6": ("libxi6",),
    "libXrandr.so.2": ("libxrandr2",),
    "libXrender.so.1": ("libxrender1",),
    "libXtst.so.6": ("libxtst6",),
    "libasound.so.2": ("libasound2t64", "libasound2"),
    "libbrotlidec.so.1": ("libbrotli1",),
    "libcups.so.2": ("libcups2t64", "libcups2"),
    "libdbus-1.so.3": ("libdbus-1-3",),
    "libdrm.so.2": ("libdrm2",),
    "libexpat.so.1": ("libexpat1",),
    "libfontconfig.so.1": ("libfontconfig1",),
    "libfreetype.so.6": ("libfreetype6",),
    "libgbm.so.1": ("libgbm1",),
    "libglib-2.0.so.0": ("libglib2.0-0t64", "libglib2.0-0"),
    "libgobject-2.0.so.0": ("libglib2.0-0t64", "libglib2.0-0"),
    "libgthread-2.0.so.0": ("libglib2.0-0t64", "libglib2.0-0"),
    "libgssapi_krb5.so.2": ("libgssapi-krb5-2",),
    "libnspr4.so": ("libnspr4",),
    "libnss3.so": ("libnss3",),
    "libnssutil3.so": ("libnss3",),
    "libplc4.so": ("libnspr4",),
    "libplds4.so": ("libnspr4",),
    "libpulse.so.0": ("libpulse0",),
    "libsmime3.so": ("libnss3",),
    "libssl3.so": ("libnss3",),
    "libudev.so.1": ("libudev1",),
    "libvulkan.so.1": ("libvulkan1",),
    "libwayland-client.so.0": ("libwayland-client0",),
    "libwayland-cursor.so.0": ("libwayland-cursor0",),
    "libwayland-egl.so.1": ("libwayland-egl1",),
    "libwayland-server.so.0": ("libwayland-server0",),
    "libxcb-cursor.so.0": ("libxcb-cursor0",),
    "libxcb-dri3.so.0": ("libxcb-dri3-0",),
    "libxcb-glx.so.0": ("libxcb-glx0",),
    "libxcb-icccm.so.4": ("libxcb-icccm4",),
    "libxcb-image.so.0": ("libxcb-image0",),
    "libxcb-keysyms.so.1": ("libxcb-keysyms1",),
    "libxcb-randr.so.0": ("libxcb-randr0",),
    "libxcb-render-util.so.0": ("libxcb-render-util0",),
    "libxcb-render.so.0": ("libxcb-render0",),
    "libxcb-shape.so.0": ("libxcb-shape0",),
    "libxcb-shm.so.0": ("libxcb-shm0",),
    "libxcb-sync.so.1": ("libxcb-sync1",),
    "libxcb-util.so.1": ("libxcb-util1",),
    "libxcb-xfixes.so.0": ("libxcb-xfixes0",),
    "libxcb-xinerama.so.0": ("libxcb-xinerama0",),
    "libxcb-xkb.so.1": ("libxcb-xkb1",),
    "libxcb.so.1": ("libxcb1",),
    "libxkbcommon-x11.so.0": ("libxkbcommon-x11-0",),
    "libxkbcommon.so.0": ("libxkbcommon0",),
    "libxkbfile.so.1": ("libxkbfile1",),
    "libz.so.1": ("zlib1g",),
    "libzstd.so.1": ("libzstd1",),
}
COMPILER = "g++"
DEBUGGER = "gdb"
FONT = "fonts-dejavu-core"

# The parts of Qt that load at run time; the rest of it hangs on these.
QT_FILES = (
    "Qt/plugins/platforms/libqxcb.so",
    "Qt/plugins/platforms/libqwayland*.so",
    "Qt/plugins/platforms/libqoffscreen.so",
    "Qt/libexec/QtWebEngineProcess",
    "Qt/lib/libQt6WebEngineCore.so.6",
    "Qt/lib/libQt6WebEngineWidgets.so.6",
)
FONT_FOLDERS = (
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    "~/.fonts",
    "~/.local/share/fonts",
)

_may_install = True


def allow_installing(allowed):
    """Whether apt-get may be run; without it the commands are only printed."""
    global _may_install
    _may_install = allowed


def provide(venv):
    """Installs what is missing, as far as that is allowed.

    Returns:
        One message for each thing that is still missing.
    """
    if not sys.platform.startswith("linux"):
        return [] if compiler() else [_no_compiler()]
    libraries = missing_libraries(venv)
    wanted = wishes(libraries)
    if not has_font():
        wanted.append((FONT,))
    if not compiler():
        wanted.append((COMPILER,))
    if not debugger():
        wanted.append((DEBUGGER,))  # nothing else needs it: where it cannot be had, nobody is told
    if wanted and install(wanted):
        libraries = missing_libraries(venv)
    complaints = []
    if not compiler():
        complaints.append(_no_compiler())
    if libraries:
        complaints.append(
            "The window needs libraries that this system lacks (without a display nothing "
            f"changes):\n  {' '.join(libraries)}\n{advice(libraries)}"
        )
    if not has_font():
        complaints.append(f"There is no font on this system: install one, for instance {FONT}.")
    return complaints


def missing_libraries(venv):
    """Names (sonames) of the shared libraries that the Qt in `venv` needs and does not find."""
    names = set()
    for package in venv.glob("lib/python3*/site-packages/PySide6"):
        for pattern in QT_FILES:
            for file in package.glob(pattern):
                names.update(not_found(_ldd(file)))
    return sorted(names)


def not_found(ldd_output):
    """Names of the libraries that an output of ldd reports as missing."""
    return re.findall(r"^\s*(\S+) => not found", ldd_output, re.MULTILINE)


def wishes(libraries):
    """For each library Debian's names of its package; without repetition, unknown ones left out."""
    return list(dict.fromkeys(PACKAGES[name] for name in libraries if name in PACKAGES))


def chosen(wanted, has_package):
    """Of each package's names the first that `has_package` knows, else the last."""
    return [next((name for name in names if has_package(name)), names[-1]) for names in wanted]


def advice(libraries):
    """The command that installs what is missing, for the package manager of this system."""
    packages = chosen(wishes(libraries), available)
    unknown = [name for name in libraries if name not in PACKAGES]
    if shutil.which("apt-get"):
        lines = ["  sudo apt-get install " + " ".join(packages)] if packages else []
        if unknown:
            lines.append(f"  (no package is known here for {' '.join(unknown)})")
        return "\n".join(lines)
    for manager in ("dnf", "zypper"):  # these accept the name of the library itself
        if shutil.which(manager):
            names = " ".join(f"'{library}()(64bit)'" for library in libraries)
            return f"  sudo {manager} install {names}"
    return f"  Debian's names of their packages: {' '.join(packages + unknown)}"


def install(wanted):
    """Installs packages with apt-get, as root or through a sudo that asks nothing.

    Args:
        wanted: for each package its possible names, the first one that exists is taken.

    Returns:
        Whether they are installed now.
    """
    prefix = _privilege()
    if prefix is None:
        return False
    apt = [*prefix, "apt-get", "-q", "-o", "DPkg::Lock::Timeout=120"]
    if not _shown([*apt, "update"]):
        return False
    packages = chosen(wanted, available)
    print(f"installing system packages: {' '.join(packages)}", flush=True)
    return _shown([*apt, "install", "-y", "--no-install-recommends", *packages])


def _shown(command):
    """Runs a command; where it fails, shows how its output ends. Returns whether it succeeded."""
    run = subprocess.run(
        command,
        env=dict(os.environ, DEBIAN_FRONTEND="noninteractive"),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    if run.returncode:
        print("\n".join(run.stdout.splitlines()[-6:]), file=sys.stderr)
    return run.returncode == 0


def available(package):
    """Whether apt knows a package of this very name (not only others that provide it)."""
    if not shutil.which("apt-cache"):
        return False
    run = subprocess.run(
        ["apt-cache", "show", "--no-all-versions", package],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    return run.returncode == 0


def compiler():
    """The C++ compiler that a build would take, None for none."""
    names = (os.environ.get("CXX"), "c++", "g++", "clang++")
    return next((path for name in names if name and (path := shutil.which(name))), None)


def debugger():
    """The gdb that is installed, None for none."""
    return shutil.which("gdb")


def has_font():
    """Whether the system has any scalable font."""
    for folder in FONT_FOLDERS:
        for _, _, files in os.walk(Path(folder).expanduser()):
            if any(name.lower().endswith((".ttf", ".otf", ".ttc")) for name in files):
                return True
    return False


def _ldd(file):
    if not shutil.which("ldd"):
        return ""
    run = subprocess.run(
        ["ldd", str(file)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    return run.stdout


def _privilege():
    if not _may_install or not shutil.which("apt-get"):
        return None
    if os.geteuid() == 0:
        return []
    if shutil.which("sudo"):
        asked = subprocess.run(
            ["sudo", "-n", "true"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        if asked.returncode == 0:
            return ["sudo", "-n", "--preserve-env=DEBIAN_FRONTEND"]
    return None


def _no_compiler():
    if sys.platform == "darwin":
        return "There is no C++ compiler: run `xcode-select --install`."
    if shutil.which("apt-get"):
        return "There is no C++ compiler: run `sudo apt-get install g++`."
    return "There is no C++ compiler: install g++ (10 or later) with your package manager."
