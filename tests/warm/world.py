"""What must be alike for a host to be forked instead of started."""

from __future__ import annotations

import os
import resource
from pathlib import Path

__all__ = ["world"]

_OURS = {str(Path(__file__).parent), str(Path(__file__).parents[2])}
"""In the path of every host."""

_NOT_READ = (
    *("_", "PWD", "OLDPWD", "SHLVL", "CXX", "PYTHONUNBUFFERED"),
    *("LINES", "COLUMNS"),  # set by readline
    *("QTWEBENGINE_CHROMIUM_FLAGS", "force_s3tc_enable"),  # set for and by the pages of a window
    "TORCHINDUCTOR_CACHE_DIR",  # set by torch where it is imported
    *("MY_TOKEN", "FLAGS_OF_MINE"),  # a user's own, of tests
)
"""No library asks for these when it is imported. A test process has some of them set in passing."""

_LIMITS = sorted(getattr(resource, n) for n in dir(resource) if n.startswith("RLIMIT_"))
_FILTERS = ("Seccomp", "NoNewPrivs", "CapEff")


def world(environment: dict[str, str]) -> list[object]:
    """User, limits, name spaces, filters and the environment that libraries read at import.

    The program's own variables, and those of pip, are read when they are needed, and so may differ.
    """
    later = ("OP_WORKBENCH", "PYTEST_", "PIP_")
    read = {k: v for k, v in environment.items() if not k.startswith(later)}
    read = {k: v for k, v in read.items() if k not in _NOT_READ}
    folders = set(read.pop("PYTHONPATH", "").split(os.pathsep)) - _OURS - {""}
    status = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    spaces = [str(Path(f"/proc/self/ns/{n}").readlink()) for n in ("mnt", "net", "pid", "user")]
    return [
        [*sorted(read.items()), *sorted(folders)],
        [os.getuid(), os.getgid(), os.umask(os.umask(0o22))],
        [list(resource.getrlimit(limit)) for limit in _LIMITS],
        [line for line in status if line.startswith(_FILTERS)],
        [*spaces, str(Path("/proc/self/root").readlink())],
    ]
