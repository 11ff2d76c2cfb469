"""The connection with the scheduler of a cluster, and which of its workers may be used."""

from __future__ import annotations

import contextlib
import logging
import re
import time
from collections.abc import Callable, Iterator, Mapping
from types import TracebackType

from distributed import Client, Security

from workbench.core.cluster import CLUSTER
from workbench.core.errors import UserError
from workbench.engine.cluster.hosts import Place, place, stop, versions
from workbench.engine.cluster.local import LocalWorkers

__all__ = ["Cluster", "connected", "of_this_machine"]

_ADDRESS = re.compile(r"((tcp|tls)://)?([^/\s:\[\]]+|\[[0-9a-fA-F:]+\]):\d{1,5}")
_CONNECT_SECONDS = 5.0
_START_SECONDS = 60.0
_WORKERS_SECONDS = 5.0
_LOOK_SECONDS = 0.5


class Cluster:
    """The workers of a scheduler that may do something for this program.

    Args:
        client: of the scheduler.
        address: of the scheduler.
        say: is told which worker is not used, and why.

    Attributes:
        patience: for how many seconds there may be no worker at all.
    """

    patience = 10.0

    def __init__(self, client: Client, address: str, say: Callable[[str], None]) -> None:
        self.client, self.address = client, address
        self._say = say
        self._ours = versions()
        self._fit: dict[str, int] = {}
        self._refused: dict[str, str] = {}
        self._places: dict[str, Place] = {}
        self._next_look = 0.0

    @property
    def threads(self) -> int:
        """How many parts can be run at the same time."""
        return max(1, sum(self._fit.values()))

    def workers(self) -> list[str]:
        """The addresses of the workers that live and have the right versions, as of late."""
        if time.monotonic() >= self._next_look:
            self._look()
            self._next_look = time.monotonic() + _LOOK_SECONDS
        return list(self._fit)

    def places(self) -> dict[str, Place]:
        """Where each of the ``workers`` is, by its address."""
        live = self.workers()
        new = [one for one in live if one not in self._places]
        found = self.client.run(place, workers=new, on_error="return") if new else {}
        self._places |= {one: told for one, told in found.items() if isinstance(told, Place)}
        return {one: self._places[one] for one in live if one in self._places}

    def require_workers(self) -> None:
        """See that there are some.

        Raises:
            UserError: there are none, or none of the right versions.
        """
        until = time.monotonic() + _WORKERS_SECONDS
        while not self.workers() and time.monotonic() < until:
            time.sleep(0.1)
        if self._fit:
            return
        if self._refused:
            message = f"no worker of {self.address} can be used"
            raise UserError(CLUSTER, message, "Install the versions of this machine there.")
        hint = f"Start some: dask worker {self.address}, in an environment with Op Workbench."
        raise UserError(CLUSTER, f"the scheduler {self.address} has no workers", hint)

    def _look(self) -> None:
        live = self.client.scheduler_info().get("workers")
        if live is None:
            raise ConnectionError("it does not answer any more")
        new = [one for one in live if one not in self._fit and one not in self._refused]
        found = self.client.run(versions, workers=new, on_error="return") if new else {}
        for address, theirs in found.items():
            if isinstance(theirs, OSError):
                continue  # it is gone again
            if why := self._why_not(theirs):
                self._refused[address] = why
                self._say(f"worker {live[address]['name']} is not used: {why}")
            else:
                self._fit[address] = live[address]["nthreads"]
        self._fit = {one: threads for one, threads in self._fit.items() if one in live}

    def _why_not(self, theirs: Mapping[str, str] | Exception) -> str:
        if isinstance(theirs, ImportError | AttributeError):
            return "it has no Op Workbench, or one of another version"
        if isinstance(theirs, Exception):
            return f"it cannot say its versions: {theirs}"
        others = [
            f"{name} {theirs.get(name, 'none')} (here {version})"
            for name, version in self._ours.items()
            if theirs.get(name) != version
        ]
        return f"it has {', '.join(others)}" if others else ""

    def stop(self, run: str) -> None:
        """End what is under way of a run."""
        with contextlib.suppress(Exception):  # whoever cannot be reached does nothing for us
            self.client.run(stop, run, workers=list(self._fit), on_error="ignore")

    def __enter__(self) -> Cluster:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with contextlib.suppress(Exception):
            self.client.close(timeout=2)


@contextlib.contextmanager
def connected(address: str, say: Callable[[str], None]) -> Iterator[Cluster]:
    """The cluster of a scheduler, for the block.

    Raises:
        UserError: it cannot be reached, or has no workers that can be used.
    """
    with Cluster(_client(address, Security()), address, say) as found:
        found.require_workers()
        yield found


@contextlib.contextmanager
def of_this_machine(number: int, say: Callable[[str], None]) -> Iterator[Cluster]:
    """Workers on this machine, which live as long as the block.

    Raises:
        UserError: they do not start.
    """
    with contextlib.ExitStack() as stack:
        local = stack.enter_context(LocalWorkers(number))
        client = _client(local.address, local.security)
        found = stack.enter_context(Cluster(client, local.address, say))
        until = time.monotonic() + _START_SECONDS
        while len(found.workers()) < number and time.monotonic() < until:
            local.look()
            time.sleep(0.1)
        found.require_workers()
        found.patience = 0.0  # none of them is started again
        yield found


def _client(address: str, security: Security) -> Client:
    if not _ADDRESS.fullmatch(address):
        message = f"'{address}' is no address of a scheduler"
        raise UserError(CLUSTER, message, "dask scheduler says its own: tcp://HOST:8786.")
    if address.startswith("tls://") and not security.get_connection_args("client")["ssl_context"]:
        message = f"{address} speaks TLS, and dask has no certificate for it here"
        hint = "Name it in dask's configuration: distributed.comm.tls, ca-file and client."
        raise UserError(CLUSTER, message, hint)
    for name in ("distributed", "distributed.client"):  # what they say is said here
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        return Client(address, security=security, timeout=_CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, TypeError, RuntimeError) as error:
        said = str(error).partition("\n")[0]
        raise UserError(
            CLUSTER,
            f"no scheduler answers at {address}: {said or type(error).__name__}",
            "Start one: dask scheduler. It says its address, tcp://HOST:8786.",
        ) from None
