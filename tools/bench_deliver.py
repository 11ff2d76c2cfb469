"""How long it takes from 'agrees' to a delivery that was used in a fresh place, and in other runtimes.

The hosts are up, the op is verified, and its libraries are built. Runtimes that are not on this
machine are left out.

Promised: the folder for ONNX Runtime at most 15 s, a wheel 40 s; each runtime that has been added 10 s
after an edit, of which the library takes 5 s.
"""

from __future__ import annotations

import shutil
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tools.figures import Figure, say
from workbench import paths
from workbench.core import jobs
from workbench.core.delivery import FORMS, delivery_job, package_for, together
from workbench.core.pipeline.op_state import OpState
from workbench.core.runtimes import RUNTIMES, not_offered, runtime_job
from workbench.engine.client import Engine

OP = "my_add_custom"
TURNS = 3
PROMISED = {"ort": 15.0, "wheel": 40.0}
LIBRARY, PROVEN = 5.0, 10.0


def delivered(engine: Engine, state: OpState, name: str, home: Path, turn: int) -> float:
    """Seconds of one delivery."""
    form = FORMS[name]
    job = delivery_job(1, state, form, home / f"{name}_{turn}", zipped=False)
    if form.together:
        job = together([job], package_for("", "", [state.name], [state.folder]))
    began = time.perf_counter()
    engine.ask(job, jobs.DeliverResult)
    return time.perf_counter() - began


def in_runtimes(engine: Engine, state: OpState) -> Iterator[Figure]:
    """The op in each runtime that is there: the first time, and after edits of its kernel."""
    for runtime in RUNTIMES.values():
        if not runtime.is_there or not_offered(runtime, state) is not None:
            continue
        engine.ask(runtime_job(1, state, runtime), jobs.RuntimeResult)
        rounds = []
        for turn in range(TURNS):
            with (state.folder / "kernel.cpp").open("a", encoding="utf-8") as file:
                file.write(f"\nstatic const int kTurn{time.time_ns()} = {turn};\n")
            engine.load([state.folder])
            engine.run([state.folder])
            rounds.append(engine.ask(runtime_job(1, state, runtime), jobs.RuntimeResult))
        if not all(o.agrees for r in rounds for o in r.outputs):
            raise SystemExit(f"{OP} differs on {runtime.label}")
        built = statistics.median(r.build_seconds for r in rounds)
        ran = statistics.median(r.run_seconds for r in rounds)
        yield Figure(f"library after an edit, {OP}, {runtime.name}", built, "s", LIBRARY)
        yield Figure(f"proven after an edit, {OP}, {runtime.name}", built + ran, "s", PROVEN)


def main() -> int:
    """Measure and print. Returns the exit status: 0 if every promise is kept."""
    with tempfile.TemporaryDirectory(prefix="deliver-") as work, Engine() as engine:
        home = Path(work)
        folder = shutil.copytree(paths.ops_lib() / "ops" / OP, home / OP)
        (state,) = engine.load([folder])
        engine.run([folder])
        if state.report().status != "agrees":
            raise SystemExit(f"{OP}: {state.report().status}")
        kept = True
        for name, promised in PROMISED.items():
            rounds = [delivered(engine, state, name, home, turn) for turn in range(TURNS)]
            seconds = statistics.median(rounds)
            kept &= say(Figure(f"delivered and used, {OP}, {name}", seconds, "s", promised)) == 0
        for figure in in_runtimes(engine, state):
            kept &= say(figure) == 0
        return 0 if kept else 1


if __name__ == "__main__":
    raise SystemExit(main())
