"""Imported by every Python that the tests start: a host becomes a fork of a warm one."""

# ruff: noqa: PTH109, PTH118, PTH120  (pathlib would make every Python that the tests start slower)
import os
import sys


def _host() -> str:
    """Which host this process is to be; empty where it is none, or none may be warm."""
    words = sys.orig_argv
    if "OP_WORKBENCH_TEST_WARM" not in os.environ or "-m" not in words:
        return ""
    module = words[words.index("-m") + 1 :][:1]
    return {"workbench.engine.torch_host": "torch", "workbench.engine.ort_host": "ort"}.get(
        "".join(module), ""
    )


def _become(name: str) -> None:
    """Hand everything over, wait for the end, and end alike. Returns where it has to be cold."""
    import json
    import signal
    import socket

    sys.path.insert(0, os.path.dirname(__file__))
    try:
        from world import world
    finally:
        del sys.path[0]
    given = {"world": world(dict(os.environ)), "environ": dict(os.environ), "cwd": os.getcwd()}
    line = socket.socket(socket.AF_UNIX)
    try:
        line.connect(os.path.join(os.environ["OP_WORKBENCH_TEST_WARM"], name))
    except OSError:
        return
    text = json.dumps(given).encode()
    socket.send_fds(line, [len(text).to_bytes(8, "little")], [0, 1, 2])
    line.sendall(text)
    if line.recv(1) != b"y":
        line.close()
        return
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # as a host does
    status = int.from_bytes(line.recv(4), "little", signed=True)
    if status < 0:
        if -status != signal.SIGKILL:  # which nobody can handle
            signal.signal(-status, signal.SIG_DFL)
        os.kill(os.getpid(), -status)
    os._exit(status)


if name := _host():
    _become(name)
