"""Where tensors live and kernels run, as torch calls it."""

from __future__ import annotations

__all__ = ["CPU", "DEVICE_WORDS", "GPU"]

CPU, GPU = "cpu", "cuda"
DEVICE_WORDS = {CPU: "the processor", GPU: "a GPU"}
"""For people."""
