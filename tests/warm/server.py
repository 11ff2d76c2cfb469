"""Imports what a host or a command needs, and forks one for each that is asked for.

Ends with the test process, whose pipe is its stdin. A host whose asker is gone is killed, as the
asker would have been, had it been the host.
"""

from __future__ import annotations

import ast
import atexit
import contextlib
import gc
import importlib
import json
import os
import pkgutil
import selectors
import signal
import socket
import sys
import threading
import traceback
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from world import world  # beside this script


@dataclass
class _Fork:
    line: socket.socket
    pid: int
    ended: int
    """A descriptor that can be read once the process has ended."""


class Server:
    """One kind of host, or the command."""

    def __init__(self, name: str, listener: socket.socket) -> None:
        self._is_command = name == "cli"
        module = "workbench.cli" if self._is_command else f"workbench.engine.{name}_host"
        self._module = importlib.import_module(module)
        self._listener = listener
        self._selector = selectors.DefaultSelector()
        self._world = json.loads(json.dumps(world(dict(os.environ))))
        _warm(name, self._module)
        gc.freeze()  # a child that looks through all of torch copies every page of it

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
        with contextlib.suppress(OSError):  # whoever asked may be gone
            line.sendall(b"y" + pid.to_bytes(4, "little"))
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
            if self._is_command:
                status = self._command(given["arguments"])
            else:
                self._module.main()
                status = 0
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else 1 if end.code else 0
        except BaseException:
            traceback.print_exc()
        finally:
            with contextlib.suppress(Exception):
                sys.stdout.flush()
                sys.stderr.flush()
            os._exit(status)

    def _command(self, arguments: list[str]) -> int:
        """As ``python -m workbench`` does it, with what Python does at its end."""
        sys.path.insert(0, str(Path.cwd()))
        sys.argv[1:] = arguments
        for number, name in enumerate(("stdin", "stdout", "stderr")):
            old = getattr(sys, name)  # knows of the server's whether one can seek in it
            lines = 1 if number == 2 or os.isatty(number) else -1
            made = open(  # noqa: SIM115
                number, "w" if number else "r", lines, old.encoding, old.errors, closefd=False
            )
            setattr(sys, name, made)
            setattr(sys, f"__{name}__", made)
        try:
            return int(self._module.main())
        finally:
            threading._shutdown()  # type: ignore[attr-defined]
            atexit._run_exitfuncs()

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


def _import_all(name: str) -> None:
    package = importlib.import_module(name)
    for found in pkgutil.walk_packages(package.__path__, f"{name}."):
        importlib.import_module(found.name)


def _import_for_jobs(module: ModuleType) -> None:
    """What a host imports within a function: for one sort of job, in each child that does it."""
    tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("workbench."):
            importlib.import_module(str(node.module))


def _look_at_an_op() -> None:
    """What is found out once of the structs, the keys and the operators, and patterns."""
    from workbench.core.jobs import lines
    from workbench.core.storage import project
    from workbench.problems.folder import find_problems

    for kind in lines.kinds():
        lines.value_fields(kind)
    for folder in sorted(project.gallery_folder().glob("*/kernel.cpp")):
        find_problems(folder.parent)


def _warm(name: str, module: ModuleType) -> None:
    """What ``main`` of the host does before it serves, and finds done; what commands import."""
    if name == "cli":
        for layer in ("core", "importers", "problems", "cli"):
            _import_all(f"workbench.{layer}")
        _look_at_an_op()
        return
    _import_for_jobs(module)
    _look_at_an_op()
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
    os._exit(0)  # modules of C++ would complain of what is frozen, and count it for a second
