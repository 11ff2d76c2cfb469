"""What the tests of the C++ bindings share: one build of cpp/, and children that may crash.

A ``Host`` imports one module once and forks a child for each call, so that a test costs
milliseconds, a crash ends its child only, and no test sees what another one loaded.
"""

import importlib
import os
import pickle
import signal
import subprocess
import sys
import sysconfig
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from workbench.engine.compilers import compiler

ROOT = Path(__file__).resolve().parent.parent.parent
SOURCES = Path(__file__).resolve().parent / "cpp"
CXX = compiler().command
FLAGS = ["-std=c++20", "-O2", "-fPIC", "-fvisibility=hidden", "-Wall", "-Wextra", "-Werror"]
INCLUDES = [f"-I{ROOT / 'ops_lib/include'}", f"-I{ROOT / 'ort_ops/include'}"]
TORCH = Path(sysconfig.get_path("purelib")) / "torch"

# Library -> its sources; torch is needed by those whose name says so.
LIBRARIES = {
    "ort": ("kernels", "ort_glue", "ort_library"),
    "ort_older": ("kernels", "ort_glue", "ort_library_older"),
    "ort_too_new": ("kernels", "ort_glue", "ort_library_too_new"),
    "ort_wrong": ("kernels", "ort_glue_wrong", "ort_library"),
    "torch": ("kernels", "torch_glue", "torch_library"),
    "torch_twice": ("kernels", "torch_glue", "torch_library"),
}


@cache
def _folder() -> TemporaryDirectory[str]:
    return TemporaryDirectory(prefix="wb-bindings-")


def _run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stderr}"


@cache
def object_file(source: str) -> Path:
    target = Path(_folder().name) / f"{source}.o"
    torch = [f"-isystem{TORCH / 'include'}"] if source == "torch_library" else []
    _run([*CXX, *FLAGS, *INCLUDES, *torch, "-c", str(SOURCES / f"{source}.cpp"), "-o", str(target)])
    return target


@cache
def library(name: str) -> Path:
    """Builds a library of ``LIBRARIES``; no warning is let through."""
    target = Path(_folder().name) / f"lib{name}.so"
    objects = [str(object_file(source)) for source in LIBRARIES[name]]
    torch = [f"-L{TORCH / 'lib'}", "-ltorch_cpu"] if name.startswith("torch") else []
    _run([*CXX, "-shared", "-Wl,--no-undefined", *objects, *torch, "-o", str(target)])
    return target


class Failed(Exception):  # noqa: N818 - says what the child's exception was
    """The function in the child raised; the text is "Type: message"."""


class Crashed(Exception):  # noqa: N818
    """The child was ended by a signal, or ended without an answer."""


class Host:
    """Calls functions of a module, each in a fork of a process that has imported it."""

    def __init__(self, module: str) -> None:
        path = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
        self._process = subprocess.Popen(
            [sys.executable, __file__, module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(path)},
        )

    def __enter__(self) -> "Host":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()

    def __call__(self, function: str, *args: Any, **kwargs: Any) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        pickle.dump((function, args, kwargs), self._process.stdin)
        self._process.stdin.flush()
        kind, value = pickle.load(self._process.stdout)
        if kind == "failed":
            raise Failed(value)
        if kind == "crashed":
            raise Crashed(value)
        return value


def _child(module: Any, request: tuple[str, tuple[Any, ...], dict[str, Any]], pipe: int) -> None:
    signal.alarm(60)  # an endless loop ends here
    function, args, kwargs = request
    try:
        answer = ("done", getattr(module, function)(*args, **kwargs))
    except Exception as error:
        answer = ("failed", f"{type(error).__name__}: {error}")
    with os.fdopen(pipe, "wb") as out:
        pickle.dump(answer, out)


def _serve(module_name: str) -> None:
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what libraries print must not mix with answers
    module = importlib.import_module(module_name)
    while True:
        try:
            request = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        reader, writer = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(reader)
            _child(module, request, writer)
            os._exit(0)
        os.close(writer)
        with os.fdopen(reader, "rb") as pipe:
            data = pipe.read()
        status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        crashed = pickle.dumps(("crashed", f"exit status {status}"))
        answers.write(data if status == 0 and data else crashed)
        answers.flush()


if __name__ == "__main__":
    _serve(sys.argv[1])
