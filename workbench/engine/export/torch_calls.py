"""What torch is asked and given of an op, by nothing but torch: a wheel takes this very file along."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch.onnx import symbolic_helper

__all__ = [
    "by_name",
    "calling",
    "chosen",
    "has_fake",
    "is_composite",
    "names_a_module",
    "traced_by_item",
    "unpacking",
    "with_lists",
]


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


def names_a_module(overload: Any) -> bool:
    """Whether the registration says that a Python module has the fake kernel, and it is not imported."""
    name, _, which = overload.name().partition(".")
    named = torch._C._dispatch_pystub(name, which) is not None
    return named and not has_fake(overload)


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


def unpacking(symbolic: Callable[..., Any]) -> Callable[..., Any]:
    """A symbolic function for an op that gives a list. Of some of its own (``aten::split``) the
    exporter puts the op and what takes its list apart together, and wants the items then.
    """

    def either(g: Any, *args: Any, _outputs: int | None = None) -> Any:
        result = symbolic(g, *args)
        return result if _outputs is None else symbolic_helper._unpack_list(result)

    return either


def with_lists(function: Any, lists: Sequence[int]) -> Callable[..., Any]:
    """The ``apply`` of an ``autograd.Function`` that takes or gives lists of tensors.

    Torch looks for tensors among the arguments and results themselves, not in lists there: without
    this a list has no gradient, and a trace does not see what is in it. So each call goes through a
    function that takes and gives every tensor by itself.

    Args:
        function: the class; its ``symbolic``, where it has one, takes lists as registered ops do.
        lists: the positions of the arguments that are lists of tensors.
    """

    def apply(*args: Any) -> Any:
        sizes = [len(arg) if i in lists else -1 for i, arg in enumerate(args)]
        given: list[list[int] | int] = []

        def run(forward: Callable[..., Any], flat: Sequence[Any]) -> tuple[Any, ...]:
            result = forward(*_nested(flat, sizes))
            if not isinstance(result, tuple):
                result = (result,)
            given[:] = [len(r) if isinstance(r, (list, tuple)) else -1 for r in result]
            return _flat(result)

        def backward(ctx: Any, *grads: Any) -> Any:
            found = function.backward(ctx, *_nested(grads, given))
            found = found if isinstance(found, tuple) else (found,)
            none = [
                [None] * n if f is None and n >= 0 else f
                for f, n in zip(found, sizes, strict=False)
            ]
            return _flat(none)

        def symbolic(g: Any, *flat: Any) -> Any:
            absent: Callable[..., Any] = symbolic_helper._optional_input_placeholder_tensor
            made = [
                g.op("prim::ListConstruct", *(absent(g) if t is None else t for t in v))
                if n >= 0
                else v
                for v, n in zip(_nested(flat, sizes), sizes, strict=True)
            ]
            result = function.symbolic(g, *made)
            values: list[Any] = []
            for value in result if isinstance(result, (list, tuple)) else [result]:
                is_list = value.node().kind() == "prim::ListConstruct"
                values += symbolic_helper._unpack_list(value) if is_list else [value]
            return values[0] if len(values) == 1 else tuple(values)

        methods: dict[str, Any] = {"backward": backward, "symbolic": symbolic}
        if function.setup_context is torch.autograd.Function.setup_context:
            methods["forward"] = lambda ctx, *flat: run(
                lambda *whole: function.forward(ctx, *whole), flat
            )
        else:
            methods["forward"] = lambda *flat: run(function.forward, flat)
            methods["setup_context"] = lambda ctx, inputs, output: function.setup_context(
                ctx, tuple(_nested(inputs, sizes)), _single(_nested(output, given))
            )
        made = {name: staticmethod(method) for name, method in methods.items()}
        flat: Any = type(function.__name__, (torch.autograd.Function,), made)
        return _single(_nested(flat.apply(*_flat(args, lists)), given))

    return apply


def traced_by_item(
    call: Callable[..., Any], lists: Sequence[int], symbolic: Callable[..., Any]
) -> Callable[..., Any]:
    """An op for a trace, which refuses lists of which items are None: it sees the tensors one by one.

    Args:
        call: the registered op.
        lists: the positions of the arguments that are lists of tensors.
        symbolic: its symbolic function.
    """
    tracer = torch._C.DispatchKeySet(torch._C._dispatch_key_parse("Tracer"))

    def untraced(*args: Any) -> Any:
        with torch._C._ExcludeDispatchKeyGuard(tracer):
            return call(*args)

    function: Any = calling(untraced)
    function.symbolic = staticmethod(symbolic)
    return with_lists(function, lists)


def _flat(values: Sequence[Any], lists: Sequence[int] | None = None) -> tuple[Any, ...]:
    """The values with the items of lists in their places; of all lists where none are named."""
    found: list[Any] = []
    for i, value in enumerate(values):
        spread = isinstance(value, (list, tuple)) if lists is None else i in lists
        found += value if spread else [value]
    return tuple(found)


def _nested(flat: Sequence[Any], sizes: Sequence[Any]) -> list[Any]:
    """The reverse: a list of as many where the size is not negative."""
    rest = iter(flat)
    return [next(rest) if n < 0 else [next(rest) for _ in range(n)] for n in sizes]


def _single(values: list[Any]) -> Any:
    return values[0] if len(values) == 1 else tuple(values)


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
