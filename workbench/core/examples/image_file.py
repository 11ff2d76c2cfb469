"""The sizes of an image, without reading its pixels."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

__all__ = ["FORMATS", "arranged", "image_sizes", "resized"]

FORMATS = ("PNG", "JPEG", "BMP", "TIFF")
"""That are read, by Pillow's names: of these Python alone reads the head, in the window's process. Others
hand the whole file to a decoder in C for it (WebP), or run another program (EPS)."""
_CHANNELS = {"1": 1, "L": 1, "I;16": 1, "RGBA": 4, "LA": 4, "PA": 4}
"""Of Pillow's modes; all others are read as red, green and blue."""
_MOST_PIXELS = 1 << 26


def image_sizes(path: Path) -> tuple[int, int, int]:
    """Height, width and channels of an image: 1 for grey, 3 for colours, 4 with opacity.

    Raises:
        OSError, ValueError: it cannot be read, or is larger than any example.
    """
    import warnings

    from PIL import Image  # late: few ops have an image

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # the limit is ours
        try:
            with Image.open(path, formats=FORMATS) as image:
                width, height = image.size
                mode = image.mode
        except Image.DecompressionBombError as error:
            raise ValueError(str(error)) from None
    if width * height > _MOST_PIXELS:
        raise ValueError(f"it has more than {_MOST_PIXELS} pixels")
    return height, width, _CHANNELS.get(mode, 3)


def arranged(sizes: Sequence[int], axes: str) -> tuple[int, ...]:
    """The shape of an image of the sizes height, width and channels, in an order of its axes."""
    named = dict(zip("HWC", sizes, strict=True), N=1)
    return tuple(named[axis] for axis in axes)


def resized(shape: Sequence[int], axes: str) -> tuple[int, int, int] | None:
    """Height, width and channels of an image that fills a declared shape; None where none can."""
    named = dict(zip(axes, shape, strict=False))
    if len(shape) != len(axes) or named.get("N", 1) != 1 or named["C"] not in (1, 3, 4):
        return None
    return (named["H"], named["W"], named["C"]) if named["H"] and named["W"] else None
