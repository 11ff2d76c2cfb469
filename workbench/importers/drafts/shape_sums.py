"""What a size of an output may be that is made of other sizes and of numbers."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

__all__ = ["sums"]


def sums(sizes: Sequence[str], ints: Sequence[str]) -> Iterator[str]:
    """Sums with numbers. Two sizes may follow any of them by chance, so several are asked.

    Args:
        sizes: the sizes of tensors, as rules call them.
        ints: the whole numbers among the arguments.
    """
    for size, n in itertools.product(sizes, [*ints, "2", "3", "4"]):
        yield f"{size} * {n}"
        yield f"{size} // {n}"
        yield f"{size} + {n}"
        yield f"{size} - {n}"
        yield f"{size} - {n} + 1"
        yield f"{size} * {n} * {n}"
        yield f"({size} + {n} - 1) // {n}"
    for size in sizes:
        yield from (f"{size} + 1", f"{size} - 1", f"{size} // 2 + 1", f"2 * {size} - 1")
        yield from (f"2 * ({size} - 1)", f"{size} * ({size} - 1) // 2", f"{size} * {size}")
        yield from (f"{size} * ({size} + 1) // 2", f"{size} // 4", f"{size} * 9")
        for a, b in itertools.product(ints, ints):
            yield f"{size} + {a} + {b}"
    for a, b, c in itertools.combinations(sizes[:6], 3):
        yield f"{a} * {b} * {c}"
        yield f"{a} + {b} + {c}"
