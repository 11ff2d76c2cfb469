"""Runs in the forked children of test_torch_binding.py."""

import ctypes
import resource
from pathlib import Path
from typing import Any

import torch


def evaluate(library: Path, expression: str, *, threads: int = 1) -> Any:
    """The value of an expression over ``torch`` and ``ops``; tensors as (dtype, nested lists)."""
    torch.set_num_threads(threads)
    torch.ops.load_library(str(library))
    return _plain(eval(expression, {"torch": torch, "ops": torch.ops.wb_test}))


def _plain(value: Any) -> Any:
    if isinstance(value, torch.Tensor):
        return (str(value.dtype).removeprefix("torch."), value.tolist())
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    return value


def growth(library: Path) -> int:
    """By how much 2000 calls make the process grow, in kB: of all that is owned on the way in."""
    torch.ops.load_library(str(library))
    x = torch.ones(1 << 14)[::2]

    def call() -> None:
        text, items = "x" * 50_000, [1.0] * 100
        torch.ops.wb_test.describe(x, 1, True, 2.0, text, [1, 2], floats=items, k=1, g=2.0)
        torch.ops.wb_test.weighted(x, x, None)
        torch.ops.wb_test.stack([x, x])

    sizes = []
    for count in (50, 2000):
        for _ in range(count):
            call()
        sizes.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
    return sizes[1] - sizes[0]


def problem(*libraries: Path) -> str | None:
    """What the last of the libraries tells about its registration."""
    for library in libraries:
        torch.ops.load_library(str(library))
    function = ctypes.CDLL(str(libraries[-1])).wb_torch_problem
    function.restype = ctypes.c_char_p
    text = function()
    return None if text is None else text.decode()
