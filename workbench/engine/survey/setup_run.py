"""Runs a ``setup.py`` for what it says of its extensions, where the user has asked for that.

It runs in a process of its own, in a copy of its package, with no variables of the environment but a
few, without a network where the system lets us take it away, and for a limited time. What would build
or install something is replaced by what notes its arguments.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec

from workbench.core.errors import UserError
from workbench.core.files.files import real_path
from workbench.core.jobs import SetupJob, SetupResult
from workbench.engine.host.child import Channel
from workbench.engine.store import Store
from workbench.importers.setup_py import Extension, Setup
from workbench.importers.setup_py.setup_file import extension_of

__all__ = ["run_setup", "setup_job"]

_SECONDS = 120.0
_MOST_BYTES = 200 << 20
_KEPT = ("PATH", "LANG", "LD_LIBRARY_PATH")
_RUNNER = """
import json, os, runpy, sys
out = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
import setuptools, distutils.core
import torch.utils.cpp_extension as made_by
noted = []
def plain(value):
    if isinstance(value, dict):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple, set)):
        return [plain(v) for v in value]
    return value if isinstance(value, (str, int, float, bool, type(None))) else str(value)
def maker(kind):
    class Noted:
        def __init__(self, name, sources, *args, **given):
            self.name, self.sources = name, list(sources)
            noted.append(dict(plain(given), name=str(name), sources=plain(self.sources)))
    Noted.__name__ = kind
    return Noted
for kind in ("CppExtension", "CUDAExtension"):
    setattr(made_by, kind, maker(kind))
setuptools.Extension = distutils.core.Extension = maker("Extension")
setuptools.setup = distutils.core.setup = lambda *args, **given: None
sys.argv = ["setup.py", "build_ext"]
sys.path.insert(0, os.getcwd())
try:
    runpy.run_path("setup.py", run_name="__main__")
finally:
    json.dump(noted, out)
    out.close()
"""


def setup_job(job: SetupJob, channel: Channel) -> None:
    """Stage ``setup``."""
    with channel.stage("setup") as outcome:
        setup = run_setup(Path(job.file))
        outcome.result = SetupResult(msgspec.json.encode(setup.extensions).decode())


def run_setup(path: Path) -> Setup:
    """What a ``setup.py`` makes when it runs here; without CUDA where there is none.

    Raises:
        UserError: kind ``setup``; it does not come to its end.
    """
    path = real_path(path)
    root = path.parent
    if sum(f.stat().st_size for f in root.rglob("*") if f.is_file()) > _MOST_BYTES:
        hint = "Choose the C++ files themselves."
        raise UserError("setup", "its package is too large to be copied", hint, file=path)
    with Store().scratch() as scratch:
        copy = scratch / "package"
        shutil.copytree(root, copy, symlinks=True, ignore=shutil.ignore_patterns(".git"))
        kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
        words = [*_alone(), sys.executable, "-I", "-c", _RUNNER]
        try:
            done = subprocess.run(
                words,
                cwd=copy,
                env={**kept, "HOME": str(scratch), "TMPDIR": str(scratch)},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                encoding="utf-8",
                errors="replace",
                timeout=_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            reason = f"it did not come to its end in {_SECONDS:g} s"
            raise UserError(
                "setup", reason, "Choose the C++ files themselves.", file=path
            ) from None
        try:
            noted = msgspec.json.decode(done.stdout, type=list[dict[str, Any]])
        except msgspec.DecodeError:
            noted = []
        if done.returncode and not noted:
            said = " | ".join(done.stderr.strip().splitlines()[-3:])
            hint = "Choose the C++ files themselves."
            raise UserError("setup", f"it does not run here: {said}", hint, file=path)
        extensions: tuple[Extension, ...] = tuple(extension_of(given, copy) for given in noted)
        return Setup(path, extensions, {})


def _alone() -> list[str]:
    """What takes the network away; nothing where the system does not let us."""
    unshare = shutil.which("unshare")
    if unshare is None:
        return []
    words = [unshare, "--user", "--map-root-user", "--net"]
    tried = subprocess.run([*words, "true"], capture_output=True, check=False)
    return words if tried.returncode == 0 else []
