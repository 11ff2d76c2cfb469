"""What the program adds to the times that it tells: a call that it times against one of a plain script.

The script opens a session as ONNX Runtime's own examples do and calls ``session.run``. It runs in turns
with the contender of ``op-workbench bench op`` and of the Run page, on the same model, inputs and threads.

Promised: at most 1.05 of the script, for a call of some microseconds and for one of a millisecond.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from pathlib import Path

from tools.figures import Figure, say
from workbench import paths
from workbench.core.jobs import TimeInputs, TimeJob
from workbench.core.storage import op_file
from workbench.engine.build.build import Reporter, build
from workbench.engine.store import Store
from workbench.engine.timing import turns
from workbench.engine.timing.contender import ORT, Setup, write_setup
from workbench.engine.timing.models import Models
from workbench.engine.timing.processes import Process, command_of

PROMISED = 1.05
SIZES = {"microseconds": 4, "a millisecond": 40_000}
TURN_SECONDS = 0.1
LIMIT_S = 60.0

SCRIPT = """
import os, sys
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
import numpy, onnxruntime
sys.path.insert(0, sys.argv[1])
import turns
def opened(folder, threads):
    model, inputs, library = open(folder).read().splitlines()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.register_custom_ops_library(library)
    session = onnxruntime.InferenceSession(model, options)
    feeds = dict(numpy.load(inputs))
    return lambda: session.run(None, feeds)
turns.serve(opened, int(sys.argv[2]))
"""


def main() -> int:
    """Measure and print. Exit status 0 if the promise is kept."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=21)
    rounds = parser.parse_args().rounds
    folder = paths.ops_lib() / "ops" / "my_add_custom"
    op, store = op_file.load(folder), Store()
    built = build(folder, op, store, Reporter())[0]
    libraries = (built.torch_library, built.ort_library)
    points = tuple(TimeInputs({"n": size}) for size in SIZES.values())
    job = TimeJob(1, str(folder), op, *libraries, (), points, (1,))
    figures = []
    with tempfile.TemporaryDirectory() as scratch:
        work = Path(scratch)
        models = Models(job, work)
        plain = [sys.executable, "-c", SCRIPT, str(Path(turns.__file__).parent)]
        sides = {"ours": Process(command_of(ORT), work), "plain": Process(plain, work)}
        for side in sides.values():
            side.ready(LIMIT_S)
        for number, (name, inputs) in enumerate(zip(SIZES, points, strict=True)):
            point = models.point(inputs, number)
            model = str(models.model(point, None))
            files = {"ours": work / f"{number}.setup", "plain": work / f"{number}.txt"}
            told = (str(folder), built.ort_library, scratch, model, str(point.inputs))
            write_setup(files["ours"], Setup(point.op, *told))
            files["plain"].write_text(f"{model}\n{point.inputs}\n{built.ort_library}\n")
            for side, process in sides.items():
                process.ask(f"open {files[side]} 1", LIMIT_S)
                process.ask(f"run {TURN_SECONDS}", LIMIT_S)
            ours, script = _in_turns(sides, rounds)
            ratio = statistics.median(a / b for a, b in zip(ours, script, strict=True))
            detail = (
                f"{statistics.median(ours) * 1e3:.1f} and {statistics.median(script) * 1e3:.1f} us"
            )
            figures.append(
                Figure(f"a timed call of {name}, of a script's", ratio, "", PROMISED, detail)
            )
        for process in sides.values():
            process.close()
    return say(*figures)


def _in_turns(sides: dict[str, Process], rounds: int) -> tuple[list[float], list[float]]:
    """The median of each turn, in milliseconds; they begin by turns, too."""
    found: dict[str, list[float]] = {name: [] for name in sides}
    for number in range(rounds):
        for name in sorted(sides, reverse=bool(number % 2)):
            times = sides[name].ask(f"run {TURN_SECONDS}", LIMIT_S)["times"]
            found[name].append(statistics.median(times))
    return found["ours"], found["plain"]


if __name__ == "__main__":
    raise SystemExit(main())
