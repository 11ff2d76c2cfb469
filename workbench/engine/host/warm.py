"""Pays first-call costs before the fork, so that every child finds them paid."""

from __future__ import annotations

import functools
import io
import logging
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import torch

__all__ = ["exporter"]


@functools.cache
def exporter(dynamo: bool) -> None:
    """Export a one-node model once: what exports imports and registers lazily.

    Args:
        dynamo: which of torch's two; this one takes 2 s, so it is only for an op that needs it.
    """
    import torch

    if dynamo:
        _parse_torchlib_once()
    with _quiet_on_one_thread():
        file = None if dynamo else io.BytesIO()  # dynamo gives a program back
        torch.onnx.export(_one_node(), (torch.zeros(1),), file, dynamo=dynamo, verbose=False)  # type: ignore[arg-type]


def _parse_torchlib_once() -> None:
    """Each export asks 500 functions of torchlib for their domain, and each parses its own source
    anew to answer: 0.4 of an export's 0.65 s. Functions do not change, so the first answer stays.
    """
    from onnxscript.values import TracedOnnxFunction as Traced

    found = vars(Traced).get("function_ir")
    if isinstance(found, property) and found.fget is not None:
        kept = functools.cached_property(found.fget)
        kept.__set_name__(Traced, "function_ir")
        Traced.function_ir = kept  # type: ignore[method-assign,assignment]


def _one_node() -> torch.nn.Module:
    import torch

    class One(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return x + x

    return One()


@contextmanager
def _quiet_on_one_thread() -> Iterator[None]:
    """Threads that are started here would be missing after the fork."""
    import torch

    logger = logging.getLogger("torch.onnx")
    threads, level = torch.get_num_threads(), logger.level
    torch.set_num_threads(1)
    logger.setLevel(logging.ERROR)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logger.setLevel(level)
        torch.set_num_threads(threads)
