"""The gallery's kernels for GPUs against torch's own and torchvision's, on a machine with a GPU.

    python -m tools.on_gpu FOLDER

FOLDER has the check folders of ``foo``, ``knn_query`` and ``deform_conv2d``, made where there need be no GPU:

    op-workbench deliver ops_lib/ops/knn_query --form check --to FOLDER/knn_query

Needs torch for CUDA and torchvision, and of this repository no more than ``tools``. Promised, by CUDA's events: no
slower than the other for 4 x 8192 points with nsample 16, and for 8 x 64 x 64 x 64 with a 3 x 3 kernel.
"""

from __future__ import annotations

import argparse
import importlib
import statistics
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import torch

from tools.figures import Figure, say

TURNS, TURN_MILLISECONDS = 15, 20.0
PROMISED = 1.0

Call = Callable[[], object]


def op(folder: Path, name: str) -> Call:
    """The function of an op, of the libraries in its check folder."""
    sys.path.insert(0, str(folder / name))
    return getattr(importlib.import_module(name), name)


def seconds_on_gpu(call: Call, calls: int) -> float:
    """Seconds of one of so many calls in a row, by CUDA's events."""
    start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    start.record()
    for _ in range(calls):
        call()
    end.record()
    end.synchronize()
    return start.elapsed_time(end) / 1e3 / calls


def compared(name: str, size: str, ours: Call, theirs: Call, promised: float = 0.0) -> Figure:
    """The ratio of two calls' medians: they take turns, of some milliseconds each."""
    calls = {}
    for call in (ours, theirs):
        seconds_on_gpu(call, 3)
        calls[call] = max(1, int(TURN_MILLISECONDS / 1e3 / seconds_on_gpu(call, 3)))
    taken: dict[Call, list[float]] = {ours: [], theirs: []}
    for _ in range(TURNS):
        for call, times in taken.items():
            times.append(seconds_on_gpu(call, calls[call]))
    own, other = (statistics.median(taken[call]) * 1e6 for call in (ours, theirs))
    words = f"{size}: {own:.1f} of {other:.1f} us on {torch.cuda.get_device_name()}"
    return Figure(name, own / other, "", promised, words)


def same(name: str, given: torch.Tensor, expected: torch.Tensor, at_most: float) -> None:
    """End the program where a kernel does not compute what it is compared with."""
    apart = (given - expected).abs().max().item()
    if not apart <= at_most:
        sys.exit(
            f"{name} differs from what it is compared with by {apart:g}, more than {at_most:g}"
        )


def elementwise(foo: Call) -> Iterator[Figure]:
    """``foo`` against torch's addition: many elements, and so few that only the call counts."""
    for n, size in ((1 << 26, "2^26 elements"), (16, "16 elements")):
        x, y = torch.rand(n, device="cuda"), torch.rand(n, device="cuda")
        same("foo", foo(x, y), x + y, 0.0)
        yield compared(
            f"foo on a GPU, {size}", size, lambda x=x, y=y: foo(x, y), lambda x=x, y=y: x + y
        )


def neighbours(knn_query: Call) -> Iterator[Figure]:
    """``knn_query`` against what is written in torch otherwise."""
    points = torch.rand(4, 8192, 3, device="cuda")
    xyz = points.reshape(-1, 3).contiguous()
    offset = torch.arange(1, 5, dtype=torch.int32, device="cuda") * 8192

    def ours() -> tuple[torch.Tensor, torch.Tensor]:
        return knn_query(16, xyz, offset, None, None)

    def theirs() -> tuple[torch.Tensor, torch.Tensor]:
        return torch.cdist(points, points).topk(16, largest=False)

    rows = (
        ours()[0].long() - (torch.arange(4, device="cuda") * 8192).repeat_interleave(8192)[:, None]
    )
    found = points.gather(1, rows.reshape(4, -1)[..., None].expand(-1, -1, 3)).reshape(
        4, 8192, 16, 3
    )
    exact = (found.double() - points[:, :, None].double()).norm(dim=-1)
    exactly = torch.cdist(points.double(), points.double()).topk(16, largest=False).values
    same("knn_query", exact.reshape(-1), exactly.reshape(-1), 1e-6)
    same("knn_query", ours()[1].double().reshape(-1), exactly.reshape(-1), 1e-6)
    yield compared(
        "knn_query on a GPU of cdist.topk", "4 x 8192 points, nsample 16", ours, theirs, PROMISED
    )


def convolution(deform_conv2d: Call) -> Iterator[Figure]:
    """``deform_conv2d`` against torchvision's kernel."""
    from torchvision.ops import deform_conv2d as theirs_of

    sizes = ((8, 64, 64), (1, 64, 64), (8, 256, 32))
    for images, channels, side in sizes:
        x = torch.randn(images, channels, side, side, device="cuda")
        weight = torch.randn(channels, channels, 3, 3, device="cuda") / (9 * channels) ** 0.5
        offset = torch.randn(images, 18, side, side, device="cuda")
        mask = torch.rand(images, 9, side, side, device="cuda")
        bias = torch.randn(channels, device="cuda")

        def ours(x=x, weight=weight, offset=offset, mask=mask, bias=bias) -> torch.Tensor:
            return deform_conv2d(x, weight, offset, mask, bias, 1, 1, 1, 1, 1, 1, 1, 1, True)

        def theirs(x=x, weight=weight, offset=offset, mask=mask, bias=bias) -> torch.Tensor:
            return theirs_of(x, offset, weight, bias, padding=(1, 1), mask=mask)

        same("deform_conv2d", ours(), theirs(), 1e-4)
        size = f"{images} x {channels} x {side} x {side}, 3 x 3"
        promised = PROMISED if (images, channels, side) == (8, 64, 64) else 0.0
        name = f"deform_conv2d on a GPU of torchvision's, {images} x {channels}"
        yield compared(name, size, ours, theirs, promised)


def main() -> int:
    """Measure and print. Exit status 0 if the promises are kept."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "folder", type=Path, help="the check folders of foo, knn_query, deform_conv2d"
    )
    folder = parser.parse_args().folder.resolve()
    if not torch.cuda.is_available():
        print("there is no GPU here that torch sees: nothing was measured")
        return 2
    torch.manual_seed(1)
    figures = []
    for measure, name in (
        (elementwise, "foo"),
        (neighbours, "knn_query"),
        (convolution, "deform_conv2d"),
    ):
        figures += measure(op(folder, name))
    return say(*figures)


if __name__ == "__main__":
    sys.exit(main())
