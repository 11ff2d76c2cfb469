"""Where the official ONNX Runtime headers are, if they are on this machine at all.

The pip package ships none. Our own binding needs none; the ABI test and the user's own C++
against ``onnxruntime_cxx_api.h`` do.
"""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path

import msgspec

from workbench import paths
from workbench.core.errors import UserError
from workbench.core.ort_versions import OLDEST_ORT

__all__ = ["OrtHeaders", "find_ort_headers", "ort_headers"]

_HEADERS = ("onnxruntime_c_api.h", "onnxruntime_cxx_api.h")


class OrtHeaders(msgspec.Struct, frozen=True):
    """The official headers.

    Attributes:
        folder: where they are.
        api: their API version: 23 for ONNX Runtime 1.23.
        content: a digest of them.
        added: per later version that added functions to the API, the first of them.
    """

    folder: Path
    api: int
    content: str
    added: tuple[tuple[int, str], ...]


def find_ort_headers() -> Path | None:
    """The folder that holds ``onnxruntime_c_api.h``, or None."""
    conda = os.environ.get("CONDA_PREFIX", "")
    roots = [
        os.environ.get("OP_WORKBENCH_ORT_INCLUDE", ""),
        f"{conda}/include/onnxruntime" if conda else "",
        "/usr/include/onnxruntime",
        "/usr/local/include/onnxruntime",
        str(paths.cache_dir() / "onnxruntime-headers"),
    ]
    # Older packages keep the folders of the source tree.
    folders = [f for p in filter(None, roots) for f in (Path(p), Path(p) / "core" / "session")]
    for wanted in (_HEADERS, _HEADERS[:1]):
        for folder in folders:
            if all((folder / name).is_file() for name in wanted):
                return folder
    return None


def ort_headers() -> OrtHeaders:
    """The headers for the user's own C++.

    Raises:
        UserError: kind ``headers``; there are none here, or they are too old.
    """
    folder = find_ort_headers()
    if folder is None or not (folder / _HEADERS[1]).is_file():
        raise UserError(
            "headers",
            "ONNX Runtime's official C++ headers are not on this machine; its Python package has none",
            "Run make headers where the program's sources are, or unpack a release of ONNX Runtime "
            "and name its include folder in OP_WORKBENCH_ORT_INCLUDE.",
        )
    texts = [(folder / name).read_bytes() for name in _HEADERS]
    version = re.search(rb"#define\s+ORT_API_VERSION\s+(\d+)", texts[0])
    api = int(version[1]) if version else 0
    if api < OLDEST_ORT:
        raise UserError(
            "headers",
            f"the headers of ONNX Runtime are of API version {api}, {OLDEST_ORT} or later is needed",
            "Name the include folder of a later release in OP_WORKBENCH_ORT_INCLUDE.",
            file=folder,
        )
    return OrtHeaders(
        folder,
        api,
        hashlib.sha256(b"\0".join(texts)).hexdigest(),
        _added(texts[0].decode("utf-8", "replace")),
    )


_MEMBER = re.compile(
    r"\\since Version 1\.(?P<since>\d+)"
    r"|ORT_API2_STATUS\(\s*(?P<status>\w+)"
    r"|\(ORT_API_CALL\s*\*\s*(?P<plain>\w+)\s*\)"
    r"|ORT_CLASS_RELEASE2?\((?P<release>\w+)\)"
)


def _added(text: str) -> tuple[tuple[int, str], ...]:
    """The first function of each version: the API only grows, and each says since when it is."""
    _, _, body = text.partition("struct OrtApi {")
    last, since = OLDEST_ORT, 0
    added = []
    for match in _MEMBER.finditer(body.partition("\n};")[0]):
        if match["since"]:
            since = int(match["since"])
        elif since > last:
            last = since
            added.append((since, match["status"] or match["plain"] or f"Release{match['release']}"))
    return tuple(added)
