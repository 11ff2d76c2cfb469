"""Makes what the first builds of a machine would wait for.

That is precompiled headers, and the units that are alike for all ops: less than a minute the first
time, a moment afterwards. One op of the gallery is built for each way in which kernels are compiled.
For the window it is a program of its own, which gives way to all else and is ended by SIGTERM.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from workbench.core.declaration.op import Op
from workbench.core.errors import Problem, UserError
from workbench.core.storage import project
from workbench.engine.build.build import Reporter, build, precompile_headers
from workbench.engine.host import frames
from workbench.engine.store import Store
from workbench.engine.with_parent import end_with_parent

__all__ = ["main", "prepare"]

_LEAST = 19


def prepare(tell: Callable[[str], None], *, first_alone: bool = False) -> list[Problem]:
    """Build an op of each kind, unless that was done before.

    What every first build waits for comes first, and what only some wait for last.

    Args:
        tell: is told what is being made.
        first_alone: whether only what comes first is made.

    Returns:
        What stood in the way; the other kinds are prepared all the same.
    """

    class Told(Reporter):
        def progress(self, done: int, total: int, text: str) -> None:
            if done or total == 1:
                tell(text)

    problems: list[Problem] = []
    kinds = list(_one_of_each_kind())
    for make in (_first_headers, build, precompile_headers)[: 1 if first_alone else None]:
        for folder, op in kinds:
            try:
                make(folder, op, Store(), Told())
            except UserError as error:
                problems += [p for p in error.problems if p not in problems]
    if not first_alone:
        frames.make(Store())
    return problems


def _first_headers(folder: Path, op: Op, store: Store, reporter: Reporter) -> None:
    precompile_headers(folder, op, store, reporter, larger=False)


def _one_of_each_kind() -> Iterator[tuple[Path, Op]]:
    seen = set()
    for folder, op in project.gallery():
        kind = op.kernel.kind
        if kind.library is not None and kind.is_compiled and kind.name not in seen:
            seen.add(kind.name)
            yield folder, op


def main() -> int:
    """Prepare in the background: one line of standard output for each thing that is made."""
    os.setsid()
    os.nice(_LEAST)
    # The window's end is its end, and that of its compilers.
    signal.signal(signal.SIGTERM, lambda *_: os.killpg(0, signal.SIGKILL))
    end_with_parent(signal.SIGTERM)
    first_alone = "--first-alone" in sys.argv[1:]
    return 1 if prepare(lambda text: print(text, flush=True), first_alone=first_alone) else 0


if __name__ == "__main__":
    sys.exit(main())
