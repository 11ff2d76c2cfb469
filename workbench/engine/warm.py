"""Pays first-call costs before the fork, so that every child finds them paid."""

from __future__ import annotations

import io
import logging
import warnings

__all__ = ["torch_exporter"]


def torch_exporter() -> None:
    """Export a one-node model once: the TorchScript exporter imports and registers lazily.

    Runs on one thread, because threads started here would be missing after the fork; the
    thread count is restored afterwards.
    """
    import torch

    threads = torch.get_num_threads()
    torch.set_num_threads(1)

    class One(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return x + x

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        logging.getLogger("torch.onnx").setLevel(logging.ERROR)
        torch.onnx.export(One(), (torch.zeros(1),), io.BytesIO(), dynamo=False)  # type: ignore[arg-type]
        logging.getLogger("torch.onnx").setLevel(logging.NOTSET)
    torch.set_num_threads(threads)
