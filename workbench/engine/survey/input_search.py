"""Inputs that an op may take, guessed from the names and types in its schema.

Each argument has a few values, the likeliest first; what is tried first is what is likely for all.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec import UNSET

from workbench.core.declaration.op import Arg, Example, Value
from workbench.core.jobs.known_ops import Inputs
from workbench.core.types import literals
from workbench.core.types.literals import Literal
from workbench.engine.survey.survey import Alternatives

__all__ = ["MOST", "candidates"]

MOST = 1500
"""How many calls are tried at most."""

_DEEPEST = 9
_SHAPES = (
    (3, 4),
    (2, 3, 4),
    (3, 3),
    (2, 3, 5, 6),
    (4,),
    (2, 2, 4, 5, 6),
    (1, 4, 4, 4),
    (1, 8),
    (),
)

Option = tuple[Example, ...] | None
"""The examples of one argument; None leaves it at its default."""


class _Tensor(NamedTuple):
    shape: tuple[int, ...]
    dtype: str = "float32"
    generator: str = "normal"
    low: float = 0.0
    high: float = 1.0


def candidates(args: Sequence[Arg]) -> Iterator[Alternatives]:
    """Calls of an op with these arguments, the likeliest first."""
    sets = [[_options(arg, shape, i) for i, arg in enumerate(args)] for shape in _SHAPES]
    tried: list[Inputs] = []
    for cost in range(_DEEPEST):
        for options in sets:
            for chosen in itertools.islice(_costing(options, cost), 60):
                inputs = tuple(e for option in chosen if option is not None for e in option)
                if inputs in tried:
                    continue
                tried.append(inputs)
                yield [inputs]
                if len(tried) >= MOST:
                    return


def _costing(options: Sequence[Sequence[Option]], cost: int) -> Iterator[tuple[Option, ...]]:
    """The choices whose positions in their lists add up to a cost."""
    if not options:
        if cost == 0:
            yield ()
        return
    first, *others = options
    most = sum(len(o) - 1 for o in others)
    for order in range(min(cost, len(first) - 1) + 1):
        if cost - order <= most:
            for more in _costing(others, cost - order):
                yield (first[order], *more)


def _options(arg: Arg, shape: tuple[int, ...], order: int) -> list[Option]:
    if arg.is_tensor:
        found: list[Option] = [(_example(arg.name, t, order),) for t in _tensors(arg.name, shape)]
    elif arg.is_tensor_list:
        found = [
            tuple(_example(f"{arg.name}[{i}]", t, 10 * order + i) for i in range(count))
            for t in _tensors(arg.name, shape)[:4]
            for count in ((2, 4, 1) if "param" not in arg.name else (4, 2))
        ]
    else:
        found = [(Example(arg.name, value=v),) for v in _values(arg.name, arg.kind.literal, shape)]
    if arg.optional or arg.default is not UNSET:
        return [None, *found]
    return found


def _example(name: str, tensor: _Tensor, seed: int) -> Example:
    return Example(
        name,
        shape=tensor.shape,
        dtype=tensor.dtype,
        generator=tensor.generator,  # type: ignore[arg-type]
        seed=seed + 1,
        low=tensor.low,
        high=tensor.high,
    )


def _has(name: str, *words: str) -> bool:
    return any(word in name for word in words)


def _tensors(name: str, shape: tuple[int, ...]) -> list[_Tensor]:
    """What a tensor of this name may be, beside others of a shape."""
    rank = len(shape)
    channels = shape[1] if rank > 1 else shape[0] if rank else 1
    last = shape[-1] if rank else 1
    same = _Tensor(shape)
    plain = [same, _Tensor((last,)), _Tensor(()), _Tensor(shape, "int64", "integers", 0, 3)]
    plain += [_Tensor(shape, "bool"), _Tensor(shape, generator="uniform"), _Tensor(shape[::-1])]
    plain += [_Tensor(shape[:-1]), _Tensor((last, 2)), _Tensor((*shape[:-1], 2))]
    plain += [_Tensor(shape[1:]), _Tensor((channels,)), _Tensor(shape, "uint8", "integers", 0, 200)]
    if rank == 3:
        plain.insert(2, _Tensor((shape[0], shape[2], 2)))
    counts = [
        _Tensor(s, "int64", "integers", 0, high)
        for high in (2, 1)
        for s in ((3,), shape, shape[:1], (), (*shape[:1], *shape[2:]), (1,))
    ]
    if _has(name, "mask", "cond"):
        return [_Tensor(shape, "bool"), *plain]
    if _has(name, "index", "indices", "idx", "offset", "target", "label", "length", "batch_sizes"):
        return [*counts, *plain]
    if _has(name, "zero_point"):
        whole = _Tensor((channels,), "int32", "integers", 0, 3)
        return [whole, _Tensor((1,), "int32", "integers", 0, 3), _Tensor((), "int32", "zeros")]
    if _has(name, "scale", "var", "invstd", "rstd", "std"):
        sizes = [(channels,), shape, (1,), (), shape[:1]]
        return [_Tensor(s, generator="uniform", low=0.5, high=2.0) for s in sizes]
    if _has(name, "mean", "gamma", "beta"):
        return [_Tensor((channels,)), _Tensor(shape[:1]), _Tensor((last,)), *plain]
    if _has(name, "bias", "b_ih", "b_hh"):
        return [_Tensor((4,)), _Tensor((channels,)), _Tensor((last,)), _Tensor((16,)), *plain]
    if _has(name, "w_ih"):
        return [_Tensor((n * 4, last)) for n in (1, 3, 4)]
    if _has(name, "w_hh"):
        return [_Tensor((n * 4, 4)) for n in (1, 3, 4)]
    if name in ("hx", "cx", "hidden"):
        return [_Tensor((shape[0] if rank else 1, 4)), *plain]
    if _has(name, "weight", "filter"):
        windows = [_Tensor((4, channels, *(3 for _ in shape[2:])))] if rank > 2 else []
        windows += [_Tensor((channels, 4, *(3 for _ in shape[2:])))] if rank > 2 else []
        return [*windows, _Tensor((4, last)), _Tensor((channels,)), *plain]
    if _has(name, "rois", "boxes"):
        return [_Tensor((3, n), generator="uniform", low=0, high=1) for n in (5, 4)]
    return plain


def _values(name: str, kind: Literal, shape: tuple[int, ...]) -> Sequence[Value]:
    """What a number, a text or a list of this name may be."""
    rank = len(shape)
    match kind.item, kind.is_list:
        case literals.BOOL, False:
            return [False, True]
        case literals.TEXT, False:
            return ["none", "mean", "bilinear", "reflect", "constant", "floor", "linear", "left"]
        case literals.FLOAT, False:
            if _has(name, "eps"):
                return [1e-5]
            if _has(name, "scale", "threshold", "lambd", "quantile", "q"):
                return [0.5, 0.1, 2.0]
            return [0.5, 1.0, 2.0, 3.0, 0.0]
        case literals.INT, False:
            return _ints(name, shape)
        case literals.BOOL, True:
            return [(True,) * n for n in (3, 2, 1, 4)]
        case literals.FLOAT, True:
            return [(2.0,) * n for n in (max(1, rank - 2), 1, 2, 3)] + [(0.25, 0.75)]
        case literals.INT, True:
            return _lists(name, shape)
    return [kind.fresh]


def _ints(name: str, shape: tuple[int, ...]) -> Sequence[Value]:
    if _has(name, "dtype"):
        return [6, 7, 4]
    if _has(name, "quant_min"):
        return [0, -128]
    if _has(name, "quant_max"):
        return [255, 127]
    if _has(name, "dim", "axis"):
        return [0, 1, -1, 2][: max(2, len(shape) + 1)]
    if _has(name, "groups", "step", "stride", "dilation", "num_layers", "correction"):
        return [1, 2]
    if _has(name, "num_heads", "num_head", "kernel", "factor", "bins", "size", "length"):
        return [2, 3, 4, 1]
    if _has(name, "num_weights", "num_classes", "depth", "upper"):
        return [5, 10]
    # Batch, channels and sizes as arguments of their own, one letter each.
    letters = {"N": 0, "C": 1, "HxW": 2}
    if name in letters and len(shape) > letters[name]:
        rest = shape[2:] if name == "HxW" else shape[letters[name] : letters[name] + 1]
        count = 1
        for size in rest:
            count *= size
        return [count, 1]
    return [1, 0, 2, 3]


def _lists(name: str, shape: tuple[int, ...]) -> Sequence[Value]:
    rank = len(shape)
    spatial = [max(1, rank - 2), 1, 2, 3]
    if _has(name, "output_padding", "padding"):
        return [(n,) * c for n in (0, 1) for c in spatial]
    if _has(name, "stride", "dilation"):
        return [(1,) * c for c in (*spatial, max(1, rank))]
    if _has(name, "kernel"):
        return [(n,) * c for n in (3, 2) for c in spatial]
    if _has(name, "output_size", "out_size"):
        return [(n,) * c for n in (2, 8) for c in spatial]
    if _has(name, "pad"):
        return [(1,) * n for n in (2, 4, 6)]
    if _has(name, "dim", "axis", "axes"):
        both: list[Value] = [(0, 1)] if rank > 1 else []
        return [(0,), *both, (1,), tuple(range(rank)), (-1,)]
    if _has(name, "normalized_shape"):
        return [shape[-1:], shape[1:]]
    if _has(name, "split", "sections"):
        return [(1, 2), (1, 1)]
    return [shape, (1,), (2,), (1,) * max(1, rank), (2,) * max(1, rank), (*shape, 1)]
