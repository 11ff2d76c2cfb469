"""What is known about a toolkit."""

from __future__ import annotations

from workbench.core.environments import Environment

__all__ = ["Toolkit"]


class Toolkit(Environment):
    """One toolkit."""

    kind = "toolkit"

    @property
    def use(self) -> str:
        return "what needs it takes it from now on; op-workbench doctor says so"
