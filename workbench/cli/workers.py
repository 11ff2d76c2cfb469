"""The workers that a command line asks for."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from workbench.core.cluster import Workers
from workbench.core.errors import UserError
from workbench.engine.cluster.extra import opened

if TYPE_CHECKING:  # it is an extra
    from workbench.engine.cluster.cluster import Cluster

__all__ = ["asked_for"]


@contextlib.contextmanager
def asked_for(number: int | None = None, address: str | None = None) -> Iterator[Cluster | None]:
    """The workers, for the block; None where the hosts here do all.

    Args:
        number: what ``--workers`` says.
        address: what ``--cluster`` says.

    Raises:
        UserError: the number makes no sense; the extra is not installed; or the workers do not
            start, or cannot be reached.
    """
    if number is not None and number < 1:
        raise UserError("usage", f"--workers {number}: there must be at least one")
    workers = Workers(number or 0, address)
    if not workers.any:
        yield None
        return
    with opened(workers, _said) as found:
        yield found


def _said(text: str) -> None:
    print(f"op-workbench: {text}", file=sys.stderr, flush=True)
