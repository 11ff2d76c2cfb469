"""What environments are made of, fetched by the ordinary clients: pip, and apt."""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import venv
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from workbench import paths
from workbench.core.errors import UserError
from workbench.engine.build.diagnostics import disk_is_full
from workbench.engine.with_parent import end_with_parent

__all__ = ["debian_packages", "only", "python_environment", "ran", "wheel"]

_SECONDS = 1800.0
_BROKEN = re.compile(r"after (connection broken by .*): /")
"""Why pip reached nothing."""


def wheel(package: str, version: str, tags: Sequence[str], folder: Path) -> Path:
    """Have pip fetch a wheel for another platform, and unpack it.

    Args:
        package: its name.
        version: which.
        tags: of the platform; one of them is the wheel's.
        folder: to unpack it into; it is made.

    Raises:
        UserError: kind ``runtime``; with pip's command and reason.
    """
    folder.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary=:all:"]
    command += ["--disable-pip-version-check", "--quiet"]
    command += [word for tag in tags for word in ("--platform", tag)]
    command += ["--dest", str(folder), f"{package}=={version}"]
    ran(command, f"the wheel of {package} {version} for {tags[0]} cannot be had")
    (file,) = folder.glob("*.whl")
    with zipfile.ZipFile(file) as archive:
        archive.extractall(folder)
    file.unlink()
    return folder


def python_environment(requirements: Sequence[str], folder: Path, *, needs: bool = True) -> Path:
    """Make an environment of this Python's version, and have pip fetch packages into it.

    Args:
        requirements: as pip takes them, pinned: ``numpy==2.4.6``.
        folder: where it is made.
        needs: whether what they need comes with them.

    Returns:
        Its Python.

    Raises:
        UserError: kind ``runtime``; with pip's command and reason.
    """
    venv.create(folder, symlinks=True)
    python = folder / "bin" / "python"
    command = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet"]
    command += ["--only-binary=:all:", "--disable-pip-version-check"]
    command += [*([] if needs else ["--no-deps"]), *requirements]
    ran(command, f"{requirements[0]} cannot be had for this Python")
    return python


def debian_packages(names: Sequence[str], root: Path) -> None:
    """Unpack Debian packages, and what of their needs this system has not, into a folder.

    Nothing is installed, and nobody need be root.

    Args:
        names: of the packages.
        root: the folder; it is made.

    Raises:
        UserError: kind ``runtime``; with apt's command and reason, and what the user may do instead.
    """
    missing = [program for program in ("apt-get", "dpkg") if shutil.which(program) is None]
    if missing:
        hint = (
            f"On another system install what has the programs of {', '.join(names)}, and try again."
        )
        raise UserError("runtime", f"there is no {missing[0]}: this is no Debian", hint)
    listed = ran(
        ["apt-get", "install", "--simulate", "--reinstall", "--no-install-recommends", *names],
        "apt does not know the packages, or not what they need",
        f"As root: apt-get update && apt-get install {' '.join(names)}. Then try again.",
    )
    wanted = re.findall(r"^Inst (\S+)", listed, re.MULTILINE)
    (debs := root.with_name("packages")).mkdir(parents=True)
    hint = f"As root: apt-get install {' '.join(names)}. Then try again."
    ran(["apt-get", "download", *wanted], "the packages cannot be had", hint, debs)
    for deb in sorted(debs.glob("*.deb")):
        ran(["dpkg", "-x", str(deb), str(root)], f"{deb.name} cannot be unpacked")
    shutil.rmtree(debs)
    for link in (path for path in root.rglob("*") if path.is_symlink()):
        aim = str(link.readlink())
        inside = root / aim.lstrip("/")
        if aim.startswith("/") and inside.exists():
            link.unlink()
            link.symlink_to(inside)


def ran(
    command: Sequence[str],
    what: str,
    hint: str = "",
    folder: Path | None = None,
    variables: Mapping[str, str] | None = None,
) -> str:
    """Run a client, and give what it printed.

    Args:
        command: of it.
        what: is said where it fails.
        hint: what the user may do instead; else look at the network, and try the command.
        folder: to run it in.
        variables: its environment, where that is not this process's.

    Raises:
        UserError: kind ``runtime``; with the command and its reason.
    """
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env={**(variables or os.environ), "LC_ALL": "C.UTF-8"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_SECONDS,
            check=False,
            # What outlived this process would write into the environment that the next one makes.
            preexec_fn=end_with_parent,
        )
    except subprocess.TimeoutExpired:
        reason = f"no answer in {_SECONDS:g} s"
    except OSError as error:
        reason = str(error.strerror or error)
    else:
        if done.returncode == 0:
            return done.stdout
        lines = [line for line in (done.stderr or done.stdout).splitlines() if line.strip()]
        errors = [line for line in lines if re.match(r"(ERROR|E):|.*\bNo module named pip", line)]
        # pip tells this as a warning, and then that it knows no version.
        broken = [re.sub(r"<[^>]*>[:,] ", "", text) for text in _BROKEN.findall(done.stderr)]
        errors = [*broken[:1], *errors]
        reason = "; ".join(errors[:3] or lines[-3:]) or f"status {done.returncode}"
    hint = hint or "Look at the network, and try that command."
    if disk_is_full(reason):
        hint = f"Free some space in {paths.data_dir()} and {tempfile.gettempdir()}, and try again."
    message = f"{what}.\nThe command: {shlex.join(command)}\nIts reason: {reason}"
    raise UserError("runtime", message, hint)


def only(folder: Path, pattern: str, keep: str) -> None:
    """Remove the files of a folder that are not needed: an emulator comes for many processors."""
    with contextlib.suppress(OSError):
        for path in folder.glob(pattern):
            if path.name != keep:
                path.unlink()
