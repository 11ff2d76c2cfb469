"""Host processes of the tests begin in 20 ms: they are forked from one that has imported torch.

Some 200 tests start the program anew, and each start would import torch for 1.5 s, and what the
command needs for 0.3 s. The host or command that runs is the real one, in a process of its own, with
the descriptors, the environment and the folder of whoever starts it;
``python -m workbench.engine.torch_host`` finds ``sitecustomize.py`` here, and that asks ``server.py``
to fork; so does ``python -m workbench``, where it is started in the sources' folder. It starts a cold
one instead where its process is unlike that of the tests: another user, environment, name space,
limit or filter of system calls.
"""

from __future__ import annotations

import os
import selectors
import socket
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from workbench.core.pipeline.hosts import HOSTS

__all__ = ["SOCKETS", "Warm"]

SOCKETS = "OP_WORKBENCH_TEST_WARM"
"""The folder of the servers' sockets; no host is warm without it."""

_HERE = Path(__file__).parent


class Warm:
    """The servers of this test process, each started when the first host of its kind is."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="wb-warm-")
        self._servers: list[subprocess.Popen[bytes]] = []
        self._selector = selectors.DefaultSelector()
        for name in (*HOSTS, "cli"):
            listener = socket.socket(socket.AF_UNIX)
            listener.bind(str(Path(self._folder.name) / name))
            listener.listen(64)
            self._selector.register(listener, selectors.EVENT_READ, name)
        paths = [str(_HERE), *filter(None, [os.environ.get("PYTHONPATH")])]
        os.environ["PYTHONPATH"] = os.pathsep.join(paths)
        os.environ[SOCKETS] = self._folder.name
        threading.Thread(target=self._wait, daemon=True).start()

    def _wait(self) -> None:
        while self._selector.get_map():
            for key, _ in self._selector.select():
                self._selector.unregister(key.fileobj)
                listener = key.fileobj
                assert isinstance(listener, socket.socket)
                command = [sys.executable, "-P", str(_HERE / "server.py"), str(key.data)]
                number = listener.fileno()
                server = subprocess.Popen(
                    [*command, str(number)], stdin=subprocess.PIPE, pass_fds=[number]
                )
                listener.close()
                self._servers.append(server)

    def close(self) -> None:
        """End the servers."""
        for server in self._servers:
            assert server.stdin is not None
            server.stdin.close()
            server.wait()
        self._folder.cleanup()
