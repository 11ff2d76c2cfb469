"""Where tensors live and kernels run, as torch calls it."""

from __future__ import annotations

from pathlib import Path

__all__ = ["CPU", "DEVICE_WORDS", "GPU", "gpu_is_here"]

CPU, GPU = "cpu", "cuda"
DEVICE_WORDS = {CPU: "the processor", GPU: "a GPU"}
"""For people."""
_DEVICES = Path("/dev")
"""Where NVIDIA's driver has a file for each GPU."""


def gpu_is_here() -> bool:
    """Whether this machine has an NVIDIA GPU and a driver for it."""
    return any(_DEVICES.glob("nvidia[0-9]*"))
