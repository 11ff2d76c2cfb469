"""Imports what a host needs, and forks one for each that is asked for.

Ends with the test process, whose pipe is its stdin. A host whose asker is gone is killed, as the
asker would have been, had it been the host.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import selectors
import signal
import socket
import sys
import traceback
from dataclasses import dataclass
from typing import Any

from world import world  # beside this script


@dataclass
class _Fork:
    line: socket.socket
    pid: int
    ended: int
    """A descriptor that can be read once the process has ended."""


class Server:
    """One kind of host."""

    def __init__(self, name: str, listener: socket.socket) -> None:
        self._module = importlib.import_module(f"workbench.engine.{name}_host")
        self._listener = listener
        self._selector = selectors.DefaultSelector()
        self._world = json.loads(json.dumps(world(dict(os.environ))))
        _warm(name)

    def serve(self) -> None:
        """Fork until stdin closes."""
        self._selector.register(0, selectors.EVENT_READ)
        self._selector.register(self._listener, selectors.EVENT_READ, self._accept)
        while True:
            for key, _ in self._selector.select():
                if key.data is None:
                    return
                if key.fd in self._selector.get_map():  # not forgotten within this turn
                    key.data()

    def _accept(self) -> None:
        line, _ = self._listener.accept()
        head, descriptors, _, _ = socket.recv_fds(line, 8, 3)
        text = b""
        while len(text) < int.from_bytes(head, "little"):
            text += line.recv(1 << 16)
        given = json.loads(text)
        if given["world"] == self._world:
            line.sendall(b"y")
            self._fork(line, descriptors, given)
        else:
            line.sendall(b"n")
            line.close()
        for descriptor in descriptors:
            os.close(descriptor)

    def _fork(self, line: socket.socket, descriptors: list[int], given: dict[str, Any]) -> None:
        pid = os.fork()
        if pid == 0:
            self._child(line, descriptors, given)
        fork = _Fork(line, pid, os.pidfd_open(pid))
        self._selector.register(fork.ended, selectors.EVENT_READ, lambda: self._on_end(fork))
        self._selector.register(line, selectors.EVENT_READ, lambda: self._on_gone(fork))

    def _child(self, line: socket.socket, descriptors: list[int], given: dict[str, Any]) -> None:
        status = 1
        try:
            self._selector.close()
            self._listener.close()
            line.close()
            for number, descriptor in enumerate(descriptors):
                os.dup2(descriptor, number)
            os.closerange(3, 4096)
            os.environ.clear()
            os.environ.update(given["environ"])
            if os.environ.get("PYTHONUNBUFFERED"):
                sys.stdout.reconfigure(write_through=True)  # type: ignore[union-attr]
            os.chdir(given["cwd"])
            self._module.main()
            status = 0
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else 1
        except BaseException:
            traceback.print_exc()
        finally:
            with contextlib.suppress(Exception):
                sys.stdout.flush()
                sys.stderr.flush()
            os._exit(status)

    def _on_end(self, fork: _Fork) -> None:
        _, status = os.waitpid(fork.pid, 0)
        with contextlib.suppress(OSError):
            code = os.waitstatus_to_exitcode(status)
            fork.line.sendall(code.to_bytes(4, "little", signed=True))
        self._forget(fork)

    def _on_gone(self, fork: _Fork) -> None:
        os.kill(fork.pid, signal.SIGKILL)
        os.waitpid(fork.pid, 0)
        self._forget(fork)

    def _forget(self, fork: _Fork) -> None:
        self._selector.unregister(fork.ended)
        self._selector.unregister(fork.line)
        os.close(fork.ended)
        fork.line.close()


def _warm(name: str) -> None:
    """What ``main`` of the host does before it serves; it finds that done."""
    importlib.import_module("workbench.engine.build.checked")
    importlib.import_module("workbench.engine.host.host")
    if name == "ort":
        importlib.import_module("onnxruntime")
        importlib.import_module("workbench.engine.run.run")
        return
    importlib.import_module("workbench.engine.build.build")
    importlib.import_module("workbench.engine.export.export")
    importlib.import_module("workbench.engine.torch_host").warm_up()
    from workbench.engine.host import warm

    warm.exporter(True)  # as the host calls it, which is remembered


if __name__ == "__main__":
    kind, number = sys.argv[1:]
    Server(kind, socket.socket(fileno=int(number))).serve()
