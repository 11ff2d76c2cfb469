"""Which registered ops the TorchScript exporter sees where a model calls an op.

torch's tracer does not keep every op: one that is only another name (``aten::arctan``) is
recorded as its original (``aten::atan``), and a symbolic function that is registered for the
other name is never asked. Nor does the exporter keep every op of a trace: ``aten::chunk`` is none of
torch's registered ops any more when the symbolic functions are looked up.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import torch

__all__ = ["replaced_by"]


_NO_OPS = tuple(f"prim::{name}" for name in ("Constant", "ListConstruct", "ListUnpack"))
"""What a trace has beside ops."""


def replaced_by(name: str, call: Callable[..., Any], values: Mapping[str, Any]) -> list[str]:
    """The ops that a trace records instead of one; empty where it records the op itself.

    Args:
        name: the op's, without its overload.
        call: the op.
        values: the arguments of a call, in order.
    """
    tensors: list[torch.Tensor] = []
    for value in values.values():
        tensors += [v for v in _items(value) if isinstance(v, torch.Tensor)]

    def again(*given: torch.Tensor) -> Any:
        rest = iter(given)
        return call(*(_with(value, rest) for value in values.values()))

    trace = torch.jit.trace(again, tuple(tensors), check_trace=False)  # type: ignore[no-untyped-call]
    graph = trace.inlined_graph.copy()
    torch._C._jit_pass_canonicalize_graph_fuser_ops(graph)  # so does the exporter: chunk goes here
    kinds = list(dict.fromkeys(node.kind() for node in graph.nodes()))
    found = [k for k in kinds if not k.startswith("prim::")]
    return [] if name in found else found or [k for k in kinds if k not in _NO_OPS]


def _items(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else [value]


def _with(value: Any, rest: Any) -> Any:
    if isinstance(value, torch.Tensor):
        return next(rest)
    if isinstance(value, list | tuple) and any(isinstance(v, torch.Tensor) for v in value):
        return [next(rest) for _ in value]
    return value
