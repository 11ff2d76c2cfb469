"""Which workers do something in the place of the hosts here, and what they lack."""

from __future__ import annotations

import importlib.util

import msgspec

from workbench.core.errors import Problem

__all__ = ["CLUSTER", "ON_WORKERS", "Workers", "lacking"]

CLUSTER = "cluster"
"""The kind of what is wrong with workers."""
ON_WORKERS = "running the cells on the workers"
"""What is being done while parts are away."""
_MODULES = ("distributed", "cryptography")


class Workers(msgspec.Struct, frozen=True):
    """Which workers; none where the hosts here do all.

    Attributes:
        number: of processes on this machine.
        address: of a dask scheduler whose workers are taken instead.
    """

    number: int = 0
    address: str | None = None

    @property
    def any(self) -> bool:
        """Whether there are to be some."""
        return self.number > 0 or self.address is not None


def lacking() -> Problem | None:
    """What of the extra for workers is not installed, and how to get it; None where nothing is."""
    missing = [name for name in _MODULES if importlib.util.find_spec(name) is None]
    if not missing:
        return None
    return Problem(
        CLUSTER,
        f"workers need dask.distributed: {' and '.join(missing)} cannot be found",
        "Install it: pip install 'op-workbench[cluster]'. Without workers the same is done in the "
        "program's own hosts.",
    )
