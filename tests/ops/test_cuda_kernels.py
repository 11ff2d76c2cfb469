"""The gallery's CUDA kernels, run on the CPU: each thread is one of the CPU's, nothing is a GPU's.

Their shared memory, tiles and indices are tried so, against the references; their speed is not, nor what
the order of a GPU's own threads may do.
"""

from __future__ import annotations

import ctypes
import importlib.util
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch

from tests.engine.bindings import CXX, INCLUDES, ROOT, SOURCES

EMULATED = SOURCES / "cuda_on_cpu"
FLAGS = ["-std=c++20", "-O1", "-fPIC", "-shared", "-pthread", "-ffp-contract=off", "-w"]


def emulated(name: str, folder: Path) -> Any:
    target = folder / f"{name}.so"
    includes = [f"-I{EMULATED}", f"-I{ROOT / 'ops_lib' / 'ops'}", *INCLUDES]
    source = str(EMULATED / f"{name}.cpp")
    command = [*CXX, *FLAGS, *includes, source, "-o", str(target)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return ctypes.CDLL(str(target)).run


def reference(name: str) -> Callable[..., Any]:
    path = ROOT / "ops_lib" / "ops" / name / "reference.py"
    spec = importlib.util.spec_from_file_location(f"{name}_reference", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return getattr(module, name)  # type: ignore[no-any-return]


def at(tensor: torch.Tensor | None) -> ctypes.c_void_p:
    return ctypes.c_void_p(None if tensor is None else tensor.data_ptr())


@pytest.fixture(scope="module")
def knn(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return emulated("knn_query", tmp_path_factory.mktemp("emulated"))


def neighbours(
    run: Any, nsample: int, xyz: torch.Tensor, ends: list[int], queries: torch.Tensor | None = None,
    query_ends: list[int] | None = None,
) -> tuple[list[torch.Tensor], tuple[torch.Tensor, torch.Tensor]]:  # fmt: skip
    """What the kernel gives, and what the reference does."""
    offset = torch.tensor(ends, dtype=torch.int32)
    new_offset = None if query_ends is None else torch.tensor(query_ends, dtype=torch.int32)
    m = len(xyz if queries is None else queries)
    made = [torch.full((m, nsample), 7, dtype=torch.int32), torch.full((m, nsample), 7.0)]
    number = ctypes.c_int64
    run(
        number(nsample), number(len(xyz)), at(xyz), number(len(ends)), at(offset), number(m),
        at(queries), at(new_offset), at(made[0]), at(made[1]),
    )  # fmt: skip
    return made, reference("knn_query")(nsample, xyz, offset, queries, new_offset)


def same(made: list[torch.Tensor], wanted: tuple[torch.Tensor, torch.Tensor]) -> None:
    """The same neighbours; torch's square root is not correctly rounded."""
    assert torch.equal(made[0], wanted[0])
    torch.testing.assert_close(made[1], wanted[1], rtol=1.2e-7, atol=0)


# One that fits each of the kernel's ways to keep the nearest.
@pytest.mark.parametrize("nsample", [1, 8, 16, 17, 32, 40])
def test_neighbours_are_the_references(knn: Any, nsample: int) -> None:
    torch.manual_seed(nsample)
    # Points on a grid have many equal distances, and each batch is no multiple of a tile.
    xyz = torch.randint(0, 5, (300, 3)).float()
    queries = torch.rand(200, 3) * 5
    made, wanted = neighbours(knn, nsample, xyz, [130, 130, 300], queries, [50, 90, 200])
    same(made, wanted)


def test_points_may_be_their_own_queries(knn: Any) -> None:
    torch.manual_seed(1)
    made, wanted = neighbours(knn, 4, torch.rand(150, 3), [3, 150])
    same(made, wanted)


def test_a_point_that_is_not_finite_is_nobodys_neighbour(knn: Any) -> None:
    xyz = torch.rand(20, 3)
    xyz[3, 1], xyz[7, 0] = torch.nan, torch.inf
    (idx, dist), _ = neighbours(knn, 20, xyz, [20])
    finite = [i for i in range(20) if i not in (3, 7)]
    assert all(sorted(idx[i, :18].tolist()) == finite for i in finite)
    assert (idx[:, 18:] == -1).all()
    assert (idx[[3, 7]] == -1).all()
    assert (dist[[3, 7]] == -1).all()


def test_ends_beyond_the_rows_read_nothing_outside(knn: Any) -> None:
    offset = torch.tensor([-5, 900], dtype=torch.int32)
    xyz = torch.rand(10, 3)
    made = [torch.full((10, 3), 7, dtype=torch.int32), torch.full((10, 3), 7.0)]
    n = ctypes.c_int64
    knn(
        n(3), n(10), at(xyz), n(2), at(offset), n(10), at(None), at(None), at(made[0]), at(made[1])
    )  # fmt: skip
    assert made[0].max() < 10
    assert made[0].min() >= 0


@pytest.fixture(scope="module")
def deform(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return emulated("deform_conv2d", tmp_path_factory.mktemp("emulated"))


@pytest.mark.parametrize(
    ("sizes", "numbers", "masked"),
    [
        # N C H W OC KH KW; stride, pad, dilation (h, w), groups, offset groups
        ((1, 5, 9, 11, 7, 3, 3), (1, 1, 1, 1, 1, 1, 1, 1), True),
        ((2, 12, 8, 7, 6, 3, 2), (2, 1, 0, 2, 1, 2, 3, 2), True),  # of a group and of both groups
        ((1, 40, 12, 12, 70, 1, 1), (1, 1, 0, 0, 1, 1, 1, 1), False),  # more than a tile
        ((1, 20, 5, 5, 4, 3, 3), (1, 1, 1, 1, 1, 1, 2, 4), False),
        ((1, 0, 5, 5, 4, 3, 3), (1, 1, 1, 1, 1, 1, 1, 1), True),  # nothing but the bias
    ],
)
def test_deformable_convolution_is_the_references(
    deform: Any, sizes: tuple[int, ...], numbers: tuple[int, ...], masked: bool
) -> None:
    torch.manual_seed(2)
    n, c, h, w, outputs, kh, kw = sizes
    stride, pad, dilation, (groups, offset_groups) = (numbers[i : i + 2] for i in range(0, 8, 2))
    oh = (h + 2 * pad[0] - dilation[0] * (kh - 1) - 1) // stride[0] + 1
    ow = (w + 2 * pad[1] - dilation[1] * (kw - 1) - 1) // stride[1] + 1
    samples = offset_groups * kh * kw
    given = [
        torch.randn(n, c, h, w), torch.randn(outputs, c // groups, kh, kw),
        2 * torch.randn(n, 2 * samples, oh, ow), torch.rand(n, samples, oh, ow), torch.randn(outputs),
    ]  # fmt: skip
    doubles = [t.double().contiguous() for t in given]
    made = torch.full((n, outputs, oh, ow), torch.nan, dtype=torch.float64)
    wanted = reference("deform_conv2d")(*doubles, *numbers, masked)
    doubles[3] = doubles[3] if masked else None  # type: ignore[call-overload]
    whole = (ctypes.c_int64 * 9)(*sizes, oh, ow)
    deform(whole, (ctypes.c_int64 * 8)(*numbers), *map(at, doubles), at(made))
    torch.testing.assert_close(made, wanted, rtol=1e-9, atol=1e-9)
