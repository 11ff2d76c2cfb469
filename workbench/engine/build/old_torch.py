"""What C++ for an older torch has that today's lacks, and what stands there instead."""

from __future__ import annotations

import re

__all__ = ["hint_of_old", "today"]

_NEW_NAMES = {
    "AT_CHECK": "TORCH_CHECK",
    "THCCeilDiv": "at::ceil_div",
    "THCudaCheck": "C10_CUDA_CHECK",
}
_OF_TYPE = re.compile(
    r"DeprecatedTypeProperties\b.*\bScalarType\b|\bScalarType\b.*DeprecatedTypeProperties\b"
)
_UNKNOWN = re.compile(rf"['‘]({'|'.join(_NEW_NAMES)})['’]")
_HEADER = re.compile(r"\bTHC?/\w+\.(?:h|cuh|hpp)\b")


def hint_of_old(message: str) -> str:
    """The next step after a compiler's error about what torch once had; empty for any other."""
    if _OF_TYPE.search(message):
        return (
            "AT_DISPATCH takes an element type since torch 2: write x.scalar_type(), not x.type()."
        )
    if match := _UNKNOWN.search(message):
        return f"It is {_NEW_NAMES[match[1]]} in today's torch."
    if _HEADER.search(message):
        names = ", ".join(" for ".join((n, old)) for old, n in _NEW_NAMES.items() if old[0] == "T")
        return (
            "Torch has none of THC since 1.11: remove the line, and write what it has instead "
            f"({names}; at::cuda::getCurrentCUDAStream() for a stream)."
        )
    return ""


def today(message: str, line: str) -> tuple[str, str] | None:
    """What stands in a line, or a name that stands in its file, and what would be right there; None where
    this is not known.

    Args:
        message: a compiler's error.
        line: the text of the line that it is about.
    """
    if _OF_TYPE.search(message):
        return (".type()", ".scalar_type()") if ".type()" in line else None
    match = _UNKNOWN.search(message)
    return (match[1], _NEW_NAMES[match[1]]) if match else None
