"""What a kernel that calls torch writes beyond the tensors that it makes.

Such a write destroys what happens to lie there, and is seen late or never. So in a first run each
tensor that torch makes for the kernel has a margin behind it, which is looked at when the call ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves, tree_map_only

from workbench.core.declaration.op import Op
from workbench.core.errors import UserError
from workbench.engine.export.results import results
from workbench.engine.values.tensors import dtype_name

__all__ = ["has_margins", "with_margins"]

_BYTE = 0xC3
_LEAST, _MOST = 64 << 10, 16 << 20
"""Bytes of a margin, which is filled only by who writes all that torch says is the tensor's own."""
_ALL = 512 << 20
"""Bytes of all tensors with margins together; further ones have none."""
_OWN = ("aten", "prims", "prim")
"""The namespaces of what torch computes itself."""


def has_margins(op: Op, overload: Any) -> bool:
    """Whether an op's kernel has torch make its tensors, on the CPU, and can be run with margins."""
    kind = op.kernel.kind
    return overload is not None and kind.is_compiled and not kind.is_shared and not kind.needs_gpu


def with_margins(op: Op, call: Callable[..., Any], given: Sequence[Any]) -> Any:
    """Call the op.

    Args:
        op: the declaration.
        call: the op as it is called.
        given: its arguments.

    Returns:
        What it gives.

    Raises:
        UserError: kind ``kernel``; it wrote beyond the end of a tensor.
    """
    margins = _Margins()
    with margins:
        result = call(*given)
    for made, count in margins.written():
        names = (n for n, t in results(op, result).items() if _address(t) == made.address)
        name = next(names, "")
        what = f"'{name}', which it makes" if name else "a tensor that it makes"
        raise UserError(
            "kernel",
            f"the kernel writes {count} bytes beyond the end of {what} as {made.shown}",
            "Make it as large as what is written into it"
            + (", and correct its shape rule on the Signature page." if name else "."),
        )
    return result


class _Made(msgspec.Struct):
    """A tensor with a margin: its first bytes are the tensor's own."""

    block: torch.Tensor
    own: int
    shown: str

    @property
    def address(self) -> int:
        return self.block.data_ptr()


class _Margins(TorchDispatchMode):  # type: ignore[no-untyped-call]
    @classmethod
    def _should_skip_dynamo(cls) -> bool:
        """Nothing compiles here; to be told not to, torch would load all of dynamo, 1 s."""
        return False

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._made: dict[int, _Made] = {}  # by the storage: its address changes where it grows
        self._bytes = 0

    def __torch_dispatch__(
        self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: Any = None
    ) -> Any:
        """What each call of torch below the op goes through."""
        kwargs = kwargs or {}
        tensors = [t for t in tree_leaves((args, kwargs)) if isinstance(t, torch.Tensor)]
        if func.namespace not in _OWN:
            if not all(map(_is_plain, tensors)):
                return func(*args, **kwargs)
            with self:  # it is switched off in here, and has to see what the kernel calls
                keys = torch._C.DispatchKeySet(torch._C.DispatchKey.CPU)
                return func.redispatch(keys, *args, **kwargs)
        given = func(*args, **kwargs)
        for tensor in tensors:
            self._forget_grown(tensor)
        if any(r.alias_info is not None for r in func._schema.returns):
            return given
        known = set(map(_address, filter(_is_plain, tensors)))
        return tree_map_only(torch.Tensor, lambda t: self._with_margin(t, known), given)

    def _forget_grown(self, tensor: torch.Tensor) -> None:
        """A tensor that is made larger grows into its margin."""
        if not _is_plain(tensor):
            return
        key = tensor.untyped_storage()._cdata
        made = self._made.get(key)
        if made is not None and _end(tensor) > made.own:
            del self._made[key]

    def _with_margin(self, tensor: torch.Tensor, known: set[int]) -> torch.Tensor:
        if not _is_plain(tensor) or not tensor.numel() or tensor.requires_grad:
            return tensor
        storage = tensor.untyped_storage()
        own = storage.nbytes()
        size = own + min(max(_LEAST, 4 * own), _MOST)
        if storage.data_ptr() in known or self._bytes + size > _ALL:
            return tensor
        self._bytes += size
        block = torch.empty(size, dtype=torch.uint8)
        block[:own] = torch.empty(0, dtype=torch.uint8).set_(storage, 0, (own,), (1,))
        block[own:] = _BYTE
        shown = f"{dtype_name(tensor)}{list(tensor.shape)}"
        made = torch.empty(0, dtype=tensor.dtype).set_(
            block.untyped_storage(), tensor.storage_offset(), tensor.shape, tensor.stride()
        )
        self._made[block.untyped_storage()._cdata] = _Made(block, own, shown)
        return made

    def written(self) -> Iterator[tuple[_Made, int]]:
        """The tensors beyond which something was written, and how many bytes.

        Not those with margins that are written to their last byte: torch counts a margin as part of
        the tensor's storage, and a kernel may clear all of that.
        """
        for made in self._made.values():
            other = (made.block[made.own :] != _BYTE).nonzero()
            count = int(other[-1]) + 1 if len(other) else 0
            if 0 < count < len(made.block) - made.own:
                yield made, count


def _is_plain(tensor: torch.Tensor) -> bool:
    """Whether a tensor is one of elements in the processor's memory, as they are."""
    return (
        tensor.layout is torch.strided
        and tensor.device.type == "cpu"
        and not (tensor.is_quantized or tensor.is_conj() or tensor.is_neg())
    )


def _address(tensor: torch.Tensor) -> int:
    return tensor.untyped_storage().data_ptr()


def _end(tensor: torch.Tensor) -> int:
    """The bytes of its storage up to its last element."""
    if not tensor.numel():
        return 0
    last = sum((n - 1) * s for n, s in zip(tensor.shape, tensor.stride(), strict=True))
    return int((tensor.storage_offset() + last + 1) * tensor.element_size())
