"""What torch is asked and given of an op, by nothing but torch: a wheel takes this very file along."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch.onnx import symbolic_helper

__all__ = ["by_name", "calling", "chosen", "has_fake", "is_composite"]


def is_composite(overload: Any) -> bool:
    """Whether torch.export traces into the kernel instead of keeping the op."""
    has = torch._C._dispatch_has_kernel_for_dispatch_key
    name = overload.name()
    keys = torch._C.DispatchKey
    decomposed = {keys.Autograd, keys.CompositeImplicitAutograd} & set(overload.py_kernels)
    return bool(decomposed) or (has(name, "CompositeImplicitAutograd") and not has(name, "CPU"))


def has_fake(overload: Any) -> bool:
    """Whether torch knows the shapes of the results without the kernel."""
    name = overload.name()
    has = torch._C._dispatch_has_kernel_for_dispatch_key
    if has(name, "Meta") or has(name, "CompositeExplicitAutograd"):
        return True
    entry = torch._library.simple_registry.singleton.find(name)
    return entry.fake_impl.kernel is not None


def calling(function: Callable[..., Any], **methods: Any) -> type[torch.autograd.Function]:
    """An ``autograd.Function`` around a plain function, as one writes it by hand."""

    def plain(*args: Any) -> Any:
        result = function(*args)
        return tuple(result) if isinstance(result, list) else result

    def forward(ctx: Any, *args: Any) -> Any:
        return plain(*args)

    # With a setup_context, torch calls the forward without a ctx.
    chosen = staticmethod(plain if methods else forward)
    return type(
        "Wrapped", (torch.autograd.Function,), {"forward": chosen, "plain": plain, **methods}
    )


def by_name(call: Callable[..., Any], fixed: int, names: Sequence[str]) -> Callable[..., Any]:
    """The op called by position alone; arguments after the ``*`` of its schema go by name."""

    def positional(*args: Any) -> Any:
        return call(*args[:fixed], **dict(zip(names, args[fixed:], strict=False)))

    return positional


def chosen(
    kept: Sequence[int], formals: Sequence[Any], symbolic: Callable[..., Any]
) -> Callable[..., Any]:
    """A symbolic function for an op with further arguments, which the declaration leaves out.

    They stay at their defaults: a graph that says nothing of another value would be wrong.

    Args:
        kept: the positions of the declared arguments.
        formals: all arguments.
        symbolic: takes the declared ones.
    """

    def shortened(g: Any, *args: Any) -> Any:
        for i, (value, formal) in enumerate(zip(args, formals, strict=True)):
            if i in kept:
                continue
            node = value.node()
            given = None if node.mustBeNone() else symbolic_helper._maybe_get_const(value, "t")
            given = given.tolist() if isinstance(given, torch.Tensor) else given
            if given != formal.default_value:
                raise ValueError(
                    f"the model sets '{formal.name}', which is no argument of the declaration"
                )
        return symbolic(g, *(args[i] for i in kept))

    return shortened
