"""Compilers that come on request: one object per toolkit, in a file each.

``op-workbench toolkit add NAME`` makes its environment. A new one is a file here with its ``TOOLKIT``,
and what makes it in ``engine/toolkits``.
"""

from __future__ import annotations

from workbench.core.registry import Registry
from workbench.core.toolkits.toolkit import Toolkit

__all__ = ["TOOLKITS", "Toolkit"]

TOOLKITS: Registry[Toolkit] = Registry(__name__, "TOOLKIT")
"""Name → toolkit."""
