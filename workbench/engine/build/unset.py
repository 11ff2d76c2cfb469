"""Values that a portable kernel uses before they are set: the statement that has used one first.

The bundled clang marks them in the code that it makes; what keeps the marks is of the program's own
(``resources/toolchain/uninitialised.cpp``), since no runtime for it comes with gcc or with the bundled
clang, and clang's own would have to see the code of the C++ library, too.
"""

from __future__ import annotations

import platform
import re
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from workbench import paths
from workbench.core.declaration.op import Op
from workbench.core.errors import Problem, UserError
from workbench.engine.build.driver import Values, compiled, example_calls, linked, run_with
from workbench.engine.compilers import Compiler, bundled, environment
from workbench.engine.host.lines import locations
from workbench.engine.host.looks import UNSET
from workbench.engine.host.running import printed_by
from workbench.engine.host.stack import own_file, own_roots

__all__ = ["can_find_unset", "unset"]

_FLAGS = (
    *("-Xclang=-fsanitize=memory", "-Xclang=-fsanitize-memory-track-origins=2"),
    # A vector that is stored has one origin for all its elements.
    *("-fno-vectorize", "-fno-slp-vectorize"),
)
_OWN = ("-std=c++20", "-O1", "-fPIC", "-fno-exceptions", "-fno-rtti", "-fno-builtin", "-w")
_SECONDS = 20.0
_TOLD = re.compile(r"^uninitialised (\d+) (-?\d+) (\d+)$", re.MULTILINE)
_AT = re.compile(r"^at ([0-9a-f]+)$", re.MULTILINE)
_SUM = re.compile(r"^output \d+ [0-9a-f]+$", re.MULTILINE)
_FILL = "UNSET_FILL"
_FILLS = (0, 0x7F, 0xFF)
"""Bytes of values that hardly ever decide or compute the same."""
_OUTPUT = "3"
_WHAT = {
    "1": "a local variable that has no value yet",
    "2": "memory that it has asked for and not written yet",
    _OUTPUT: "an element of an output that it has not written yet",
}


def can_find_unset() -> bool:
    """Whether this machine can look for them: the places of the marks are those of x86-64."""
    ours = bundled()
    return ours is not None and not ours.own_library and platform.machine() == "x86_64"


def unset(
    folder: Path, op: Op, calls: Sequence[Values] = (), *, seconds: float = _SECONDS
) -> Problem | None:
    """The first use of a value that was never set, which got into an output or decided something.

    Args:
        folder: the op's.
        op: the declaration, of a portable kernel.
        calls: the arguments of each call; those of the declared examples if empty.
        seconds: how long each call may take.

    Raises:
        UserError: it cannot be built so.
    """
    # Whatever compiles the op otherwise: no other compiler marks the values so.
    with compiled(folder, op, _FLAGS, bundled()) as (objects, compiler, scratch):
        own = _own_object(compiler, scratch / "uninitialised.o")
        program = linked([*objects, own], compiler, (), scratch / "driver")
        for values in calls or list(example_calls(folder, op)):
            command = run_with(program, op, values)
            printed = printed_by(command, environment(), seconds)
            found = _TOLD.search(printed)
            if found and _matters(command, seconds):
                return _problem(op, folder, found, list(_places(program, op, folder, printed)))
    return None


def _matters(command: Sequence[str], seconds: float) -> bool:
    """Whether the outputs depend on what memory without values holds; or it does not come to an end.

    Code without marks, such as the C++ library's, may have set what is told as never set.
    """
    sums = []
    for byte in _FILLS:
        printed = printed_by(command, environment() | {_FILL: str(byte)}, seconds)
        sums.append(_SUM.findall(printed))
    return not sums[0] or any(one != sums[0] for one in sums)


def _own_object(compiler: Compiler, target: Path) -> Path:
    source = paths.resources() / "toolchain" / "uninitialised.cpp"
    done = subprocess.run(
        [*compiler.command, *_OWN, "-c", str(source), "-o", str(target)],
        capture_output=True,
        text=True,
        errors="replace",
        env=environment(),
        check=False,
    )
    if done.returncode != 0:
        raise UserError("compile", f"{source.name} does not compile: {done.stderr[-500:]}")
    return target


def _places(program: Path, op: Op, folder: Path, printed: str) -> Iterator[tuple[str, int]]:
    """The op's own lines that have handed the value on, the first one first."""
    roots = list(own_roots(str(folder), op))
    offsets = [int(text, 16) for text in _AT.findall(printed)]
    known = locations(str(program), offsets)
    for offset in offsets:
        for location in known.get(offset, ()):
            if location.line and (file := own_file(location.file, roots)):
                yield file, location.line
                break


def _problem(
    op: Op, folder: Path, found: re.Match[str], places: Sequence[tuple[str, int]]
) -> Problem:
    what = _WHAT.get(found[1], "a value that was never set")
    output = int(found[2])
    where = f"element {found[3]} of '{op.outputs[output].name}'" if output >= 0 else "a decision"
    file, line = places[0] if places else ("", 0)
    message = f"the kernel uses an uninitialised value: {what}; {where} depends on it"
    if found[1] == _OUTPUT and output >= 0 and not places:
        message = f"the kernel does not write {where}"
    return Problem(
        UNSET,
        message,
        "Give it a value first: neither a local array nor new memory holds zeros.",
        file,
        line=line,
    )
