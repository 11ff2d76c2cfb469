"""The edit loop of portable kernels, short and long, and of kernels that use torch's own headers.

From a saved kernel with one changed line to a verified run, in a running engine; the median of
several edits.
"""

from __future__ import annotations

import argparse
import sys

from tools.figures import Figure, say
from workbench import paths
from workbench.cli.bench import edit_loop
from workbench.engine.cuda_toolkit import nvcc

PROMISED_S = {
    "my_add_custom": 0.45,
    "knn_query": 0.8,
    "deform_conv2d": 0.9,
    "dual_residual": 1.2,
    "my_add": 3.6,  # a Python extension: pybind's templates are most of it
}

CUDA_PROMISED_S = {"foo": 2.0}
"""The kernel for GPUs, for one architecture and its PTX, where there is a compiler for it."""


def main() -> int:
    """Measure and print. Exit status 0 if the promises are kept."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=7)
    rounds = parser.parse_args().rounds
    kept = True
    loops = [(op, promised, False) for op, promised in PROMISED_S.items()]
    if nvcc() is not None:
        loops += [(op, promised, True) for op, promised in CUDA_PROMISED_S.items()]
    for op, promised, on_gpu in loops:
        result = edit_loop(paths.ops_lib() / "ops" / op, rounds, on_gpu)
        name = f"{op} on a GPU (not run)" if on_gpu else op
        spread = f"{result.minimum:.2f} to {result.maximum:.2f}"
        detail = f"{spread}, {rounds} edits, {result.cores} cores"
        kept &= say(Figure(f"edit loop, {name}", result.median, "s", promised, detail)) == 0
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
