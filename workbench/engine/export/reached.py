"""Calls that reach an op without the callable that a model is handed.

A model file may call a package's public function, which calls ``torch.ops.ns.op`` somewhere
inside, or torch's own. While such a model runs, what calls the op in torch's registry is led
through the same callee as every other call.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import BuiltinFunctionType, BuiltinMethodType, FunctionType, MethodDescriptorType
from typing import Any

import torch
from torch.overrides import TorchFunctionMode

__all__ = ["led_through"]

_BUILT_IN = (BuiltinFunctionType, BuiltinMethodType, MethodDescriptorType)


def led_through(module: torch.nn.Module, overload: Any, call: Callable[..., Any]) -> None:
    """Have a model's calls of a registered op come through ``call``, by position.

    Args:
        module: the model; its ``forward`` is replaced.
        overload: the op in torch's registry.
        call: what is called in its place, with the op's arguments in order.
    """
    if isinstance(module, torch.jit.ScriptModule):
        return  # no Python is run in it
    forward = module.forward

    @functools.wraps(forward)
    def reached(*args: Any, **named: Any) -> Any:
        with _Reached(overload, call):
            return forward(*args, **named)

    module.forward = reached


class _Reached(TorchFunctionMode):
    """Sees each call of torch's functions, and is off while one of them is answered."""

    def __init__(self, overload: Any, call: Callable[..., Any]) -> None:
        super().__init__()
        self._overload = overload
        self._call = call

    def __torch_function__(
        self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: Any = None
    ) -> Any:
        named = kwargs or {}
        given = self._positions(args, named) if self._is_the_op(func) else None
        return self._within(func, args, named) if given is None else self._call(*given)

    def _within(self, func: Any, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
        """Call a function that is not the op; what one in Python calls inside is seen, too.

        Such a function of torch's asks first whether somebody is to be called in its place.
        """
        known = func.__globals__ if isinstance(func, FunctionType) else {}
        asks = {n: known[n] for n in known if n.startswith("has_torch_function")}
        if not asks:
            return func(*args, **named)
        known.update(dict.fromkeys(asks, _nobody))
        try:
            with self:
                return func(*args, **named)
        finally:
            known.update(asks)

    def _is_the_op(self, func: Any) -> bool:
        """Whether a function is the op, or torch's public one of an ``aten`` op's name."""
        overload = self._overload
        if isinstance(func, torch._ops.OpOverload):
            return func is overload
        if isinstance(func, torch._ops.OpOverloadPacket):
            return func is overload.overloadpacket
        plain = overload._schema.name.removeprefix("aten::")
        return isinstance(func, _BUILT_IN) and getattr(func, "__name__", "") == plain

    def _positions(self, args: tuple[Any, ...], named: dict[str, Any]) -> list[Any] | None:
        """The arguments by position; None where they are those of another overload."""
        arguments = self._overload._schema.arguments
        positions = {a.name: i for i, a in enumerate(arguments)}
        if "self" in positions:
            positions["input"] = positions["self"]  # as torch's public functions call it
        given = dict(enumerate(args))
        for name, value in named.items():
            if name not in positions or positions[name] in given:
                return None
            given[positions[name]] = value
        if len(args) > len(arguments) or any(
            not isinstance(v, torch.Tensor) for i, v in given.items() if _is_tensor(arguments[i])
        ):
            return None
        for i, argument in enumerate(arguments):
            if i not in given:
                if not argument.has_default_value():
                    return None
                given[i] = argument.default_value
        return [given[i] for i in range(len(arguments))]


def _nobody(*_tensors: Any) -> bool:
    return False


def _is_tensor(argument: Any) -> bool:
    return str(argument.type) == "Tensor"
