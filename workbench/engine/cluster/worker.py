"""A worker on this machine: ``python -m workbench.engine.cluster.worker``.

It reads one line of JSON, ``Start``, and ends when its stdin does, so that it never outlives who
started it. It opens one port on the loopback interface, and no other.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from typing import Any

import msgspec
from distributed import Security, Worker

from workbench.engine.cluster import hosts

__all__ = ["Start", "main"]


class Start(msgspec.Struct, frozen=True):
    """What a worker has to know.

    Attributes:
        address: of the scheduler.
        name: its own.
        folder: for files of its own.
        certificate, key: with which all of them know each other, in PEM format.
    """

    address: str
    name: str
    folder: str
    certificate: str
    key: str


class _Worker(Worker):
    """Without a page for browsers."""

    def start_http_server(self, *_: Any, **__: Any) -> None:
        """No further port is opened."""


def security(certificate: str, key: str) -> Security:
    """TLS with one certificate for all: who does not have its key is not let in."""
    roles = ("client", "scheduler", "worker")
    pairs = {f"tls_{role}_cert": certificate for role in roles}
    keys = {f"tls_{role}_key": key for role in roles}
    return Security(require_encryption=True, tls_ca_file=certificate, **pairs, **keys)


async def _serve(start: Start) -> None:
    worker = _Worker(
        start.address,
        name=start.name,
        nthreads=1,
        host="127.0.0.1",
        local_directory=start.folder,
        memory_limit=0,  # what an op takes is limited in its host
        security=security(start.certificate, start.key),
    )
    async with worker:
        await worker.finished()  # type: ignore[no-untyped-call]


def _end_with_stdin() -> None:
    sys.stdin.buffer.read()
    hosts.end()
    os._exit(0)


def main() -> None:
    """Serve until stdin closes, or the scheduler is gone."""
    start = msgspec.json.decode(sys.stdin.buffer.readline(), type=Start)
    threading.Thread(target=_end_with_stdin, daemon=True).start()
    asyncio.run(_serve(start))
    hosts.end()
    os._exit(0)


if __name__ == "__main__":
    main()
