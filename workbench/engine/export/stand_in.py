"""A kernel for the CPU that only allocates, for an op that has one for GPUs alone.

The exporters call an op, or look at what a call has given, to know its shapes. What this gives is
no result: numbers are nan, and nothing is ever compared with them.
"""

from __future__ import annotations

import contextlib
import types
from collections.abc import Callable, Iterator
from typing import Any

import torch

from workbench.core.declaration.op import Op

__all__ = ["add_stand_in"]

_OPEN = 1
"""The size that is allocated where only the kernel would know it."""
_libraries: list[torch.library.Library] = []
"""Registrations end with the object that made them."""


def add_stand_in(op: Op, module: types.ModuleType) -> None:
    """Register the stand-in under CPU in this process, where the op has no kernel for that.

    Args:
        op: the declaration.
        module: the generated one, whose fake kernel knows the shapes.
    """
    if not op.kernel.kind.needs_gpu:
        return
    library: Any = torch.library.Library(op.namespace, "IMPL")  # type: ignore[no-untyped-call]
    library.impl(op.torch_name, _allocating(module.fake), "CPU")
    _libraries.append(library)


def _allocating(fake: Callable[..., Any]) -> Callable[..., Any]:
    def stand_in(*args: Any) -> Any:
        with _sizes_chosen():
            made = fake(*args)
        return _filled(made) if isinstance(made, torch.Tensor) else type(made)(map(_filled, made))

    return stand_in


def _filled(made: Any) -> Any:
    if not isinstance(made, torch.Tensor):
        return [_filled(item) for item in made]
    return made.fill_(float("nan")) if made.is_floating_point() else made.zero_()


class _Chosen:
    """What a fake kernel asks for a size that is unknown, outside of torch.export."""

    @staticmethod
    def new_dynamic_size() -> int:
        return _OPEN


@contextlib.contextmanager
def _sizes_chosen() -> Iterator[None]:
    before = torch.library.get_ctx
    torch.library.get_ctx = _Chosen  # type: ignore[assignment]
    try:
        yield
    finally:
        torch.library.get_ctx = before
