"""The picture of a difference: ten million elements of float32, from the files of both sides to the planes.

Promised: 1 s, with reading both sides, every error in units in the last place, the histogram, the worst
elements and the picture.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from pathlib import Path

import numpy as np

from tools.figures import Figure, say
from workbench.core.jobs import PictureJob
from workbench.engine.parity.compare import compare_output
from workbench.engine.parity.picture_job import look
from workbench.engine.values.arrays import save_arrays

ELEMENTS = 10_000_000
PROMISED_S = 1.0


def main() -> int:
    """Measure and print. Exit status 0 if the promise is kept."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    rng = np.random.default_rng(0)
    expected = rng.standard_normal((ELEMENTS // 1000, 1000), np.float32)
    actual = expected * (1 + rng.standard_normal(expected.shape, np.float32) * np.float32(1e-6))
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        files = [str(home / "expected.npz"), str(home / "actual.npz")]
        for file, array in zip(files, (expected, actual), strict=True):
            save_arrays(Path(file), {"y": array})
        compared = compare_output("y", expected, actual)
        job = PictureJob(1, compared, *files, "", folder)
        seconds = []
        for _ in range(options.rounds + 1):
            start = time.perf_counter()
            look(job)
            seconds.append(time.perf_counter() - start)
    detail = f"{compared.differing:,} of {compared.elements:,} differ"
    median = statistics.median(seconds[1:])
    return say(Figure("picture of 10^7 elements", median, "s", PROMISED_S, detail))


if __name__ == "__main__":
    raise SystemExit(main())
