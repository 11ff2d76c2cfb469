"""A portable kernel in a program of its own, without torch and ONNX Runtime: what sanitizers see all of.

It compiles and runs in a fraction of a second, and unlike in the runtimes every thread is known to a
sanitizer, so that it can tell a data race.
"""

from __future__ import annotations

import struct
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from workbench.core.compile.cxx_flags import CHECK_THREADS
from workbench.core.declaration import signature
from workbench.core.declaration.op import Arg, Op
from workbench.core.errors import Problem, UserError
from workbench.core.types.dtypes import DTYPE_NUMBERS
from workbench.engine.build import build
from workbench.engine.compilers import SANITIZE, Compiler, environment
from workbench.engine.host import sanitizers
from workbench.engine.host.running import printed_by
from workbench.engine.store import Store
from workbench.engine.values.examples import element_types, example_values, instance_of

__all__ = [
    "Values",
    "compiled",
    "drivable",
    "driven",
    "example_calls",
    "linked",
    "run_with",
]

_SECONDS = 20.0

Values = dict[str, Any]
"""Argument → an array, for a ``tensor[]`` a tuple of arrays, a literal, or None."""


def drivable(op: Op) -> bool:
    """Whether an op has a kernel that can be called alone, and examples to call it with."""
    return op.kernel.kind.is_shared and not op.model.source and not op.model.onnx


def driven(
    folder: Path,
    op: Op,
    what: Sequence[str],
    calls: Sequence[Values] = (),
    *,
    callers: int = 1,
    seconds: float = _SECONDS,
    log: Callable[[str], None] | None = None,
) -> Problem | None:
    """What sanitizers report of a portable kernel that is called alone.

    Args:
        folder: the op's.
        op: the declaration.
        what: the sanitizers, by the names of ``-fsanitize``; ``thread`` goes with none of the others.
        calls: the arguments of each call, in order, as ``example_values`` gives them; those of the
            declared examples if empty.
        callers: how many threads call it, with nothing that orders their calls.
        seconds: how long each call may take.
        log: is given the end of what the program printed, where something was found.

    Returns:
        The finding, of kind ``sanitizer``, with file and line where they are known; None for none.

    Raises:
        UserError: it cannot be built so, or an example cannot be read; kind ``sanitizer`` where the
            runtime is not on this machine.
    """
    flag = f"{SANITIZE}{','.join(what)}"
    sanitizers.look_for_runtimes((*op.kernel.compile_flags, *op.kernel.link_flags), flag)
    # However few the elements are, each loop is divided among two threads.
    with compiled(folder, op, (flag, CHECK_THREADS)) as (objects, compiler, scratch):
        program = linked(objects, compiler, (flag,), scratch / "driver")
        for values in calls or list(example_calls(folder, op)):
            command = run_with(program, op, values, callers)
            printed = printed_by(command, sanitizers.runtime_environment(), seconds)
            problem = sanitizers.report(printed, str(folder))
            if problem is not None:
                if log is not None:
                    log(printed)
                return problem
    return None


@contextmanager
def compiled(
    folder: Path, op: Op, flags: Sequence[str], compiler: Compiler | None = None
) -> Iterator[tuple[list[Path], Compiler, Path]]:
    """The program's object files, what links them, and a folder for the program.

    Args:
        folder: the op's.
        op: the declaration.
        flags: further ones of the compiler, for the kernel's own files.
        compiler: the one to take; the op's where None.
    """
    flags = (*op.kernel.compile_flags, *flags)
    kernel = msgspec.structs.replace(op.kernel, compile_flags=flags)
    store = Store()
    objects, chosen = build.driver_objects(
        folder, msgspec.structs.replace(op, kernel=kernel), store, compiler
    )
    with store.scratch() as scratch:
        yield objects, chosen, scratch


def run_with(program: Path, op: Op, values: Values, callers: int = 1) -> list[str]:
    """The command of one call; its values are written beside the program."""
    file = program.with_name("values")
    file.write_bytes(_written(op, values, callers))
    return [str(program), str(file)]


def example_calls(folder: Path, op: Op) -> Iterator[Values]:
    """The arguments of the declared examples, and of each case."""
    yield example_values(op, folder)
    for case in op.model.cases:
        yield example_values(op.for_case(case), folder)


def linked(objects: Sequence[Path], compiler: Compiler, asked: Sequence[str], target: Path) -> Path:
    """The program; its sanitizer's runtime comes before all other libraries."""
    command = [*compiler.command, *compiler.sanitizer(asked), *map(str, objects)]
    done = subprocess.run(
        [*command, *compiler.quick_link, "-pthread", "-o", str(target)],
        capture_output=True,
        text=True,
        errors="replace",
        env=environment(),
        check=False,
    )
    if done.returncode != 0:
        raise UserError("link", f"the kernel does not link alone: {done.stderr.strip()[:500]}")
    return target


# -- the file of values, as driver.h reads it ---------------------------------------------


def _written(op: Op, values: Values, callers: int) -> bytes:
    head = _numbers(_entry(op, values), callers)
    return head + b"".join(_argument(arg, values[arg.name]) for arg in op.args)


def _entry(op: Op, values: Values) -> int:
    """Which of the kernel's instances takes these element types."""
    if (found := instance_of(op, values)) is not None:
        return list(signature.instances(op)).index(found)
    raise UserError("inputs", f"the kernel has no instance for {element_types(values)}")


def _argument(arg: Arg, value: object) -> bytes:
    if value is None:
        return _numbers(0)
    return _numbers(1) + _value(arg, value)


def _value(arg: Arg, value: object) -> bytes:
    if isinstance(value, np.ndarray):
        return _tensor(value)
    if arg.is_dtype:
        return _numbers(DTYPE_NUMBERS[str(value)])
    if isinstance(value, str):
        text = value.encode()
        return _numbers(len(text)) + text
    if isinstance(value, tuple | list):
        if arg.is_tensor_list:
            items = map(_item if arg.may_lack_items else _tensor, value)
            return _numbers(len(value)) + b"".join(items)
        one = "d" if "double" in arg.kind.portable else "q"
        return _numbers(len(value)) + struct.pack(f"<{len(value)}{one}", *value)
    assert isinstance(value, bool | int | float)
    return struct.pack("<d", value) if arg.kind.portable == "double" else _numbers(int(value))


def _item(array: np.ndarray | None) -> bytes:
    """A tensor of a list that may lack it."""
    return _numbers(0) if array is None else _numbers(1) + _tensor(array)


def _tensor(array: np.ndarray) -> bytes:
    head = _numbers(DTYPE_NUMBERS[str(array.dtype)], array.ndim, *array.shape)
    return head + np.ascontiguousarray(array).tobytes()


def _numbers(*values: int) -> bytes:
    return struct.pack(f"<{len(values)}q", *values)
