"""What makes the toolkits of ``core/toolkits``: fetched by pip, and tried before they count."""

from __future__ import annotations

from workbench.core.toolkits.cuda import TOOLKIT
from workbench.engine.environments.environment import Make
from workbench.engine.toolkits import cuda

__all__ = ["MAKERS"]

MAKERS: dict[str, Make] = {TOOLKIT.name: cuda.make}
"""A toolkit's name → what makes it."""
