"""One list of work for several engines: each takes the next as soon as it is done with one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

__all__ = ["in_shares"]

WORKERS = 2
_Item = TypeVar("_Item")
_Result = TypeVar("_Result")


def in_shares(
    items: Iterable[_Item], share: Callable[[Iterator[_Item]], Iterator[tuple[_Item, _Result]]]
) -> list[_Result]:
    """What comes of each item, in the order of the items.

    Args:
        items: each once.
        share: what one engine does with those that it takes: yields each with what came of it.
    """
    wanted = list(items)
    queue = iter(wanted)
    found: dict[_Item, _Result] = {}
    with ThreadPoolExecutor(WORKERS) as pool:
        for part in pool.map(lambda _: list(share(queue)), range(WORKERS)):
            found.update(part)
    return [found[item] for item in wanted]
