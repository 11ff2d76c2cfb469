"""How long ``op-workbench check`` takes, after the libraries are built.

    matrix   the cells of the declaration, on both sides
    whole    with memory and threads looked at, in kernels that are built for it already

The hosts are up and warm, as they are in the window; each time all cells are run again. Medians.

Promised: the matrix of ``my_add_custom``, at least 300 cells, at most 10 s.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path

from tools.figures import Figure, say
from workbench import paths
from workbench.core.cells.passes import PASSES, Pass
from workbench.core.checking import Check
from workbench.engine.client import Engine

OP = "my_add_custom"
TURNS = 3
CELLS, SECONDS = 300, 10.0


def checked(engine: Engine, passes: tuple[Pass, ...]) -> tuple[float, int]:
    """Seconds of one check, and how many cells it had."""
    folder = paths.ops_lib() / "ops" / OP
    (state,) = engine.load([folder])
    if state.op is None:
        raise SystemExit(f"{OP} cannot be read")
    with tempfile.TemporaryDirectory(prefix="check-") as work:
        check = Check(folder, state.op.resolved(), Path(work), passes=passes)
        began = time.perf_counter()
        engine.check(check)
        seconds = time.perf_counter() - began
    report = check.report()
    if report.status != "agrees":
        raise SystemExit(f"{OP}: {report.status}: {report.findings}")
    return seconds, len(report.cells)


def main() -> int:
    """Measure and print. Returns the exit status: 0 if every promise is kept."""
    figures = []
    with Engine() as engine:
        checked(engine, PASSES)
        for what, passes in (("matrix", ()), ("whole", PASSES)):
            rounds = [checked(engine, passes) for _ in range(TURNS)]
            cells = rounds[0][1]
            if cells < CELLS:
                raise SystemExit(f"{cells} cells; promised are {CELLS}")
            seconds = statistics.median(s for s, _ in rounds)
            figures.append(
                Figure(
                    f"check, {OP}, {what}",
                    seconds,
                    "s",
                    SECONDS if not passes else 0.0,
                    f"{cells} cells",
                )
            )
    return say(*figures)


if __name__ == "__main__":
    raise SystemExit(main())
