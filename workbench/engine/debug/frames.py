"""The stack of a program that gdb has stopped, in the op's terms."""

from __future__ import annotations

import itertools
import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from workbench.core.jobs import Frame, Variable
from workbench.engine.debug.gdb import Gdb
from workbench.engine.host.stack import own_file

__all__ = ["Stack", "variables"]

_DEPTH = 24
_PYTHON = re.compile(r"/libpython|/python3[\d.]*$")
_LONGEST = 400
_LONGEST_TEMPLATE = 40
_TRIES = 6


class Stack:
    """Where the thread is that has stopped.

    Attributes:
        thread: its number.
        frames: innermost first; all those that gdb sees, Python's left out.
        level: of the innermost one in the op's own code; -1 where there is none.
    """

    def __init__(self, gdb: Gdb, roots: Sequence[Path]) -> None:
        self._gdb, self._roots = gdb, roots
        self.thread = int(gdb.ask("-thread-info").get("current-thread-id", 1))
        found = self._listed()
        self.frames = tuple(self._frame(f) for f in found)
        self.level = next((i for i, f in enumerate(self.frames) if f.file), -1)

    @property
    def own(self) -> Frame:
        """The innermost frame of the op; where there is none, the innermost of all."""
        if self.level >= 0:
            return self.frames[self.level]
        return self.frames[0] if self.frames else Frame("")

    @property
    def from_own(self) -> tuple[Frame, ...]:
        """The frames from the op's innermost one on, up to its outermost one."""
        last = max((i for i, f in enumerate(self.frames) if f.file), default=-1)
        return self.frames[self.level : last + 1] if last >= 0 else self.frames

    @property
    def place(self) -> tuple[str, int, int]:
        """File, line and depth: what a step changes."""
        return self.own.file, self.own.line, len(self.frames)

    def _listed(self) -> list[dict[str, Any]]:
        """The frames; the symbols of the libraries on the way are read as they are met."""
        frames: list[dict[str, Any]] = []
        tried: set[str] = set()
        for _ in range(_TRIES):
            frames = self._gdb.ask(f"-stack-list-frames 0 {_DEPTH}").get("stack", [])
            frames = list(itertools.takewhile(lambda f: not _is_python(f), frames))
            # Of torch, which takes seconds, none are read where the op is on the stack already.
            unknown = next((f for f in frames if _needs_symbols(f) or self._file(f)), None)
            if unknown is None or self._file(unknown) or unknown["from"] in tried:
                break
            tried.add(unknown["from"])
            name = re.escape(os.path.basename(unknown["from"])).replace("\\", "\\\\")  # noqa: PTH119
            self._gdb.console(f"sharedlibrary /{name}$")
        return frames

    def _file(self, given: dict[str, Any]) -> str:
        return own_file(given.get("file", ""), self._roots)

    def _frame(self, given: dict[str, Any]) -> Frame:
        name = given.get("func", "?")
        file = self._file(given)
        if file:
            return Frame(_short(name), file, int(given.get("line", 0)))
        library = Path(given["from"]).name if "from" in given else given.get("file", "")
        return Frame(_short(name), library=library)


def _needs_symbols(frame: dict[str, Any]) -> bool:
    return frame.get("func", "??") == "??" and "from" in frame


def _is_python(frame: dict[str, Any]) -> bool:
    return bool(_PYTHON.search(frame.get("from", ""))) or frame.get("func", "").startswith(
        ("_PyEval", "PyObject_")
    )


def _short(name: str) -> str:
    """A function's name without its parameters; what is long of its template is left out."""
    plain, arguments, depth = "", "", 0
    for letter in name:
        if letter == "(" and not depth and not plain.endswith("operator"):
            break
        if letter == "<" and not plain.endswith("operator"):
            depth += 1
        elif letter == ">" and depth:
            depth -= 1
            if not depth:
                plain += f"{arguments}>" if len(arguments) <= _LONGEST_TEMPLATE else "<…>"
                arguments = ""
                continue
        if depth:
            arguments += letter
        else:
            plain += letter
    return plain.strip() or name


def variables(ask: Callable[[str], dict[str, Any]], stack: Stack) -> tuple[Variable, ...]:
    """The local variables and arguments of the op's innermost frame."""
    if stack.level < 0:
        return ()
    where = f"--thread {stack.thread} --frame {stack.level}"
    found = ask(f"-stack-list-variables {where} --simple-values").get("variables", [])
    values = ask(f"-stack-list-variables {where} --all-values").get("variables", [])
    whole = {v["name"]: v.get("value", "") for v in values}
    return tuple(
        Variable(
            v["name"],
            v.get("type", ""),
            _cut(v.get("value", whole.get(v["name"], ""))),
            bool(v.get("arg")),
        )
        for v in found
        if not _is_made_up(v)
    )


def _is_made_up(variable: dict[str, Any]) -> bool:
    """What the compiler has added: the parts of a range-based loop, and what a lambda holds."""
    name = variable["name"]
    return name.startswith("__") or (name == "this" and "{...}" in variable.get("type", ""))


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
