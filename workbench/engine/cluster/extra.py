"""The workers that were asked for, where what they need is installed."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from workbench.core.cluster import Workers, lacking
from workbench.core.errors import UserError

if TYPE_CHECKING:  # it is an extra
    from workbench.engine.cluster.cluster import Cluster

__all__ = ["opened"]


@contextlib.contextmanager
def opened(workers: Workers, say: Callable[[str], None]) -> Iterator[Cluster]:
    """The workers, for the block.

    Args:
        workers: which; there are to be some.
        say: is told which worker is not used, and why.

    Raises:
        UserError: the extra is not installed; or they do not start, or cannot be reached.
    """
    if (problem := lacking()) is not None:
        raise UserError.of([problem])
    from workbench.engine.cluster import cluster

    if workers.address is not None:
        found = cluster.connected(workers.address, say)
    else:
        found = cluster.of_this_machine(workers.number, say)
    with found as workers_there:
        yield workers_there
