"""Where the official ONNX Runtime headers are, if they are on this machine at all.

The pip package ships none. Our own binding needs none; the ABI test and the user's own C++
against ``onnxruntime_cxx_api.h`` do.
"""

from __future__ import annotations

import os
from pathlib import Path

from workbench import paths

__all__ = ["find_ort_headers"]


def find_ort_headers() -> Path | None:
    """The folder that holds ``onnxruntime_c_api.h``, or None."""
    places = [
        os.environ.get("OP_WORKBENCH_ORT_INCLUDE", ""),
        "/usr/include/onnxruntime",
        "/usr/local/include/onnxruntime",
        str(paths.cache_dir() / "onnxruntime-headers"),
    ]
    for place in filter(None, places):
        if (Path(place) / "onnxruntime_c_api.h").is_file():
            return Path(place)
    return None
