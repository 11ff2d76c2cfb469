"""Imported by every Python that the tests start: a host, or a command, becomes a fork of a warm one."""

# ruff: noqa: PTH100, PTH109, PTH118, PTH120  (pathlib would make every Python that the tests start slower)
import os
import sys

_ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def _kind() -> str:
    """What this process is to be; empty where it is none of these, or may not be warm."""
    words = sys.orig_argv
    if "OP_WORKBENCH_TEST_WARM" not in os.environ or "-m" not in words:
        return ""
    module, *arguments = words[words.index("-m") + 1 :] or [""]
    if module == "workbench":
        # Elsewhere the working folder may have modules of these names. A window is Qt's, and large.
        plain = words[1] == "-m" and os.getcwd() == _ROOT
        return "cli" if plain and arguments and arguments[0] != "start" else ""
    return {"workbench.engine.torch_host": "torch", "workbench.engine.ort_host": "ort"}.get(
        module, ""
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
    given["arguments"] = sys.orig_argv[sys.orig_argv.index("-m") + 2 :]
    line = socket.socket(socket.AF_UNIX)
    text = json.dumps(given).encode()
    try:
        line.connect(os.path.join(os.environ["OP_WORKBENCH_TEST_WARM"], name))
        socket.send_fds(line, [len(text).to_bytes(8, "little")], [0, 1, 2])
    except OSError:  # no server, or what it would write to is closed
        return
    line.sendall(text)
    if line.recv(1) != b"y":
        line.close()
        return
    pid = int.from_bytes(line.recv(4), "little")
    if name == "cli":
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, lambda number, _: os.kill(pid, number))
    else:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # as a host does
    status = int.from_bytes(line.recv(4), "little", signed=True)
    if status < 0:
        if -status != signal.SIGKILL:  # which nobody can handle
            signal.signal(-status, signal.SIG_DFL)
        os.kill(os.getpid(), -status)
    os._exit(status)


if name := _kind():
    _become(name)
