"""What torch.export needs of an op: one node in the graph, and a fake kernel for its shapes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from workbench.core import signature
from workbench.core.errors import UserError
from workbench.core.op import Op

__all__ = ["add_fake", "has_fake", "is_composite", "register_around"]

_EXPORT_NAMESPACE = "op_workbench_export"
_libraries: list[torch.library.Library] = []
"""Registrations end with the object that made them."""


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


def add_fake(name: str, fake: Callable[..., Any], op: Op) -> None:
    """Give a registered op the generated fake kernel.

    Raises:
        UserError: kind ``export``; torch takes none for it.
    """
    try:
        torch.library.register_fake(name, fake)
    except RuntimeError as error:
        raise UserError(
            "export",
            f"torch takes no fake kernel for {op.torch}: {str(error).splitlines()[0]}",
            'Register the kernel with m.impl under CPU, or set exporter = "torchscript".',
        ) from None


def register_around(
    op: Op, call: Callable[..., Any], fake: Callable[..., Any]
) -> tuple[Callable[..., Any], Any]:
    """A registered op around a callable, for torch.export to see as one node."""
    name = f"{op.namespace}_{op.torch_name.partition('.')[0]}"
    if not hasattr(getattr(torch.ops, _EXPORT_NAMESPACE), name):
        library: Any = torch.library.Library(_EXPORT_NAMESPACE, "FRAGMENT")  # type: ignore[no-untyped-call]
        schema = signature.torch_schema(op)
        library.define(name + schema[schema.index("(") :])
        library.impl(name, call, "CPU")
        _libraries.append(library)
        add_fake(f"{_EXPORT_NAMESPACE}::{name}", fake, op)
    packet = getattr(getattr(torch.ops, _EXPORT_NAMESPACE), name)
    return packet, packet.default
