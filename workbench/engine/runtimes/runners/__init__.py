"""How each runtime is had and runs an op: one object per runtime of ``core/runtimes``, in a file each."""

from __future__ import annotations

from workbench.core.registry import Registry
from workbench.engine.runtimes.runner import Runner

__all__ = ["RUNNERS", "Runner"]

RUNNERS: Registry[Runner] = Registry(__name__, "RUNNER")
"""A runtime's name → what runs it."""
