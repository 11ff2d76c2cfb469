"""What a call that has run says of an op's arguments."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET

from workbench.core.declaration.names import list_index
from workbench.core.declaration.op import Arg
from workbench.core.jobs.known_ops import TorchCall

__all__ = ["call_values", "example_dtype", "has_element"]


def call_values(args: Sequence[Arg], call: TorchCall) -> dict[str, object]:
    """What a rule sees of a call."""
    found: dict[str, object] = {
        a.name: [] if a.is_tensor_list else None if a.default is UNSET else _plain(a.default)
        for a in args
    }
    for example in call.inputs:
        item = list_index(example.arg)
        if item is not None:
            sizes = None if example.none else list(example.shape)  # type: ignore[arg-type]
            found[item[0]].append(sizes)  # type: ignore[attr-defined]
        elif example.is_tensor:
            found[example.arg] = list(example.shape)  # type: ignore[arg-type]
        elif example.none:
            found[example.arg] = None
        elif example.value is not UNSET:
            found[example.arg] = _plain(example.value)
    return found


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def has_element(call: TorchCall, n: int) -> bool:
    """Whether a tensor's given elements have a number: a size that is one of them may be read there."""
    return any(
        e.is_tensor and isinstance(e.value, (list, tuple)) and n in e.value for e in call.inputs
    )


def example_dtype(arg: Arg, call: TorchCall) -> str:
    """The element type that a call has for an argument; empty where it is not given."""
    return next((e.dtype for e in call.inputs if e.base == arg.name and not e.none), "")
