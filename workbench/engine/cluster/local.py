"""Workers on this machine: a scheduler in this process, and a process for each worker.

All of it listens on the loopback interface only, and speaks with whoever has the key: others who
are logged in on the machine must not have code run as this user.
"""

from __future__ import annotations

import contextlib
import logging
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Any

import msgspec
from distributed import Scheduler, Security, SpecCluster

from workbench.core.cluster import CLUSTER
from workbench.core.errors import UserError
from workbench.core.pipeline.hosts import host_environment
from workbench.engine.cluster.worker import Start
from workbench.engine.store import Store

__all__ = ["LocalWorkers"]

_EXIT_SECONDS = 5.0
_LAST_BYTES = 2000


class _Scheduler(Scheduler):
    """Without a page for browsers."""

    def start_http_server(self, *_: Any, **__: Any) -> None:
        """No further port is opened."""


class _Process:
    """The process of a worker."""

    def __init__(self, start: Start) -> None:
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115
        self.process = subprocess.Popen(
            # -P: the user's working folder may hold a torch.py, which must not be imported.
            [sys.executable, "-P", "-m", "workbench.engine.cluster.worker"],
            env=host_environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=self._errors,
            start_new_session=True,  # Ctrl+C is for the command, which then ends its workers
        )
        assert self.process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.write(msgspec.json.encode(start) + b"\n")
            self.process.stdin.flush()

    def last_words(self) -> str:
        self._errors.seek(max(0, self._errors.seek(0, 2) - _LAST_BYTES))
        return self._errors.read().decode("utf-8", "replace").strip().rpartition("\n")[2]

    def ask_to_end(self) -> None:
        assert self.process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()

    def end(self, deadline: float) -> None:
        try:
            self.process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self._errors.close()


class LocalWorkers:
    """Some workers on this machine; a context manager that ends them.

    Args:
        number: how many.

    Attributes:
        address: of their scheduler.
        security: with which a client is let in.
    """

    def __init__(self, number: int) -> None:
        self._stack = contextlib.ExitStack()
        self._processes: list[_Process] = []
        self.security = Security.temporary()
        with contextlib.ExitStack() as stack:
            folder = stack.enter_context(Store().scratch())
            cluster = stack.enter_context(self._scheduler(folder))
            stack.callback(self._end)
            self.address: str = cluster.scheduler_address
            for i in range(1, number + 1):
                self._processes.append(_Process(self._start(f"worker {i}", folder)))
            self._stack = stack.pop_all()

    def __enter__(self) -> LocalWorkers:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stack.close()

    def _scheduler(self, folder: Path) -> SpecCluster:
        options = {
            "host": "127.0.0.1",
            "protocol": "tls://",
            "dashboard": False,
            "local_directory": str(folder),
            "security": self.security,
        }
        return SpecCluster(
            scheduler={"cls": _Scheduler, "options": options},
            security=self.security,
            silence_logs=logging.CRITICAL,
        )

    def _start(self, name: str, folder: Path) -> Start:
        certificate, key = self.security.tls_client_cert, self.security.tls_client_key
        return Start(self.address, name, str(folder), certificate, key)

    def look(self) -> None:
        """See whether all of them live.

        Raises:
            UserError: one has ended; with its last words.
        """
        for one in self._processes:
            if one.process.poll() is not None:
                hint = f"Its last words: {one.last_words()}"
                raise UserError(CLUSTER, "a worker has ended before it took any cells", hint)

    def _end(self) -> None:
        for one in self._processes:
            one.ask_to_end()
        deadline = time.monotonic() + _EXIT_SECONDS
        for one in self._processes:
            one.end(deadline)
