"""What a check or a sweep has under way at the workers of a cluster."""

from __future__ import annotations

import itertools
import uuid
from collections.abc import Callable, Iterable, Sequence

import msgspec
from distributed import Future
from distributed.client import FutureCancelledError
from distributed.scheduler import KilledWorker

from workbench.engine.cluster.cluster import Cluster
from workbench.engine.cluster.parcel import Parcel

__all__ = ["Tasks", "fetched", "reason", "why_failed"]

_FETCH_SECONDS = 30.0


class Tasks:
    """Sends parcels, and ends what is under way of them.

    Args:
        cluster: whose workers get them.

    Attributes:
        run: the name of the check or the sweep among all that the workers do.
    """

    def __init__(self, cluster: Cluster) -> None:
        self.run = uuid.uuid4().hex
        self._cluster = cluster
        self._numbers = itertools.count()

    def submit(
        self, function: Callable[[bytes], bytes], parcel: Parcel, workers: Sequence[str]
    ) -> Future[bytes]:
        """Have one of some workers take a parcel, and no other one."""
        return self._cluster.client.submit(
            function,
            msgspec.msgpack.encode(parcel),
            key=f"op-workbench-{self.run}-{next(self._numbers)}",
            workers=workers,
            allow_other_workers=False,
            pure=False,
        )

    def stop(self, futures: Iterable[Future[bytes]]) -> None:
        """End what is under way; nothing more of this run is begun."""
        for future in futures:
            future.cancel()
        self._cluster.stop(self.run)


def fetched(future: Future[bytes]) -> bytes | None:
    """What came of a parcel that is done; None where that cannot be had, mostly since its worker is gone with it.

    Raises:
        Exception: the one that the worker has raised, or a dask error.
    """
    try:
        return future.result(timeout=_FETCH_SECONDS)
    except TimeoutError:
        if future.status == "error":  # it is the worker's own
            raise
        return None


def why_failed(error: Exception, lost: str, address: str) -> str:
    """Why a parcel has not come back, in a clause.

    Args:
        error: what its future raised.
        lost: what is said where several workers were lost with it.
        address: of the scheduler.
    """
    if isinstance(error, KilledWorker):
        return lost
    if isinstance(error, FutureCancelledError):
        return f"the scheduler {address} is lost"
    return f"a worker failed: {str(error) or type(error).__name__}"


def reason(error: Exception) -> str:
    """The first line of what an error says."""
    return str(error).partition("\n")[0] or type(error).__name__
