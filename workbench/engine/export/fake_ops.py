"""What torch.export needs of an op: one node in the graph, and a fake kernel for its shapes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from workbench.core.declaration import signature
from workbench.core.declaration.op import Op
from workbench.core.errors import UserError

__all__ = ["add_fake", "register_around"]

_EXPORT_NAMESPACE = "op_workbench_export"
_libraries: list[torch.library.Library] = []
"""Registrations end with the object that made them."""


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
