"""Where tensors live and kernels run, as torch calls it."""

from __future__ import annotations

from pathlib import Path

__all__ = ["CHECK_FOLDER", "CPU", "DEVICE_WORDS", "GPU", "ONLY_GPU", "gpu_is_here"]

CPU, GPU = "cpu", "cuda"
DEVICE_WORDS = {CPU: "the processor", GPU: "a GPU"}
"""For people."""
CHECK_FOLDER = (
    "Deliver a check folder (deliver --form check), run it on a machine with a GPU, and take its result in "
    "(verify --result)."
)
"""How a kernel for GPUs is run without one here."""
ONLY_GPU = "its only kernel is for GPUs"
"""Why nothing of an op runs here, as a clause."""
_DEVICES = Path("/dev")
"""Where NVIDIA's driver has a file for each GPU."""


def gpu_is_here() -> bool:
    """Whether this machine has an NVIDIA GPU and a driver for it."""
    return any(_DEVICES.glob("nvidia[0-9]*"))
