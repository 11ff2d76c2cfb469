"""What a check over workers needs beside the program."""

from __future__ import annotations

import importlib.util

from workbench.core.errors import UserError

__all__ = ["CLUSTER", "require"]

CLUSTER = "cluster"
"""The kind of what is wrong with workers."""
_MODULES = ("distributed", "cryptography")


def require() -> None:
    """Look whether the extra is installed.

    Raises:
        UserError: it is not; says how to get it.
    """
    missing = [name for name in _MODULES if importlib.util.find_spec(name) is None]
    if missing:
        raise UserError(
            CLUSTER,
            f"a check over workers needs dask.distributed: {' and '.join(missing)} cannot be found",
            "Install it: pip install 'op-workbench[cluster]'. Without --workers and --cluster the "
            "same check runs in this process's own hosts.",
        )
