"""How the fake hosts are started."""

from __future__ import annotations

import sys
from pathlib import Path

from workbench.core import jobs
from workbench.core.pipeline.hosts import HOSTS

__all__ = ["commands"]

_SCRIPT = Path(__file__).with_name("fake_host.py")
_VERSIONS = {"torch": "2.13.0", "onnxruntime": "1.31.1"}


def commands() -> dict[str, list[str]]:
    """Per host its command, as ``Engine`` and ``Session`` take it."""
    ready = {name: jobs.encode(jobs.HostReady(name, 0, 0.0, _VERSIONS)) for name in HOSTS}
    return {name: [sys.executable, str(_SCRIPT), ready[name].decode()] for name in HOSTS}
