"""Python that has imported what takes long, and forks a process per script.

For tests that run many scripts with torch: its import takes longer than what most of them do.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

__all__ = ["Forked"]

_SERVER = """
import importlib, json, os, runpy, signal, sys, traceback

for name in sys.argv[1:]:
    importlib.import_module(name)
for line in sys.stdin:
    given = json.loads(line)
    child = os.fork()
    if child == 0:
        status = 1
        signal.alarm(600)  # as good as a time limit: a script that hangs fails
        for number, name in enumerate(("stdin", "stdout", "stderr")):
            os.dup2(os.open(given[name], os.O_RDONLY if number == 0 else os.O_WRONLY), number)
        try:
            os.chdir(given["cwd"])
            os.environ.clear()
            os.environ.update(given["environment"])
            sys.argv = [given["script"], *given["words"]]
            runpy.run_path(given["script"], run_name="__main__")
            status = 0
        except SystemExit as end:
            if isinstance(end.code, str):
                print(end.code, file=sys.stderr)
            status = end.code if isinstance(end.code, int) else int(end.code is not None)
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""


class Forked:
    """A Python process and its forks; a context manager that ends it.

    Args:
        modules: what it imports first; nothing that starts threads when it is imported.
        isolated: without the environment's paths and the current folder (``python -I``).
    """

    def __init__(self, *modules: str, isolated: bool = False) -> None:
        flags = ["-I"] if isolated else []
        self._server = subprocess.Popen(
            [sys.executable, *flags, "-c", _SERVER, *modules],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd="/",
        )  # fmt: skip

    def __enter__(self) -> Forked:
        return self

    def __exit__(self, *_: object) -> None:
        assert self._server.stdin is not None
        assert self._server.stdout is not None
        self._server.stdin.close()
        self._server.wait()
        self._server.stdout.close()

    def run(
        self, script: Path, *words: str, cwd: Path, environment: Mapping[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Run a script as ``python script words…`` does."""
        assert self._server.stdin is not None
        assert self._server.stdout is not None
        with tempfile.TemporaryDirectory(prefix="wb-forked-") as folder:
            out, err = Path(folder, "out"), Path(folder, "err")
            out.touch()
            err.touch()
            given = {
                **{"script": str(script), "words": words, "cwd": str(cwd)},
                "environment": dict(os.environ if environment is None else environment),
                **{"stdin": os.devnull, "stdout": str(out), "stderr": str(err)},
            }
            self._server.stdin.write(json.dumps(given) + "\n")
            self._server.stdin.flush()
            status = int(self._server.stdout.readline())
            return subprocess.CompletedProcess(
                [str(script), *words], status, out.read_text(), err.read_text()
            )
