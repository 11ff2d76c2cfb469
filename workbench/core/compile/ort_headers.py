"""Where the official ONNX Runtime headers are, if they are on this machine at all.

The pip package ships none. Our own binding needs none; the ABI test and the user's own C++
against ``onnxruntime_cxx_api.h`` do.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Sequence
from pathlib import Path

import msgspec

from workbench import paths
from workbench.core.errors import UserError
from workbench.core.standard.ort_versions import OLDEST_ORT

__all__ = [
    "OLDEST_OWN",
    "ORT_HEADERS",
    "ORT_PLACES",
    "OrtHeaders",
    "api_of",
    "find_ort_headers",
    "ort_headers",
    "own_ort_headers",
]

ORT_HEADERS = ("onnxruntime_c_api.h", "onnxruntime_cxx_api.h")
"""The official headers: of the C interface, which says the version, and of the C++ one."""
OLDEST_OWN = 12
"""The oldest API version of headers that an op may bring; what comes before ours in compat/ort_prologue.h
builds with these and later ones.
"""
ORT_PLACES = ("", "core/session", "onnxruntime", "onnxruntime/core/session")
"""Where in a folder of headers ONNX Runtime's are: those of a release, or of its source tree."""


class OrtHeaders(msgspec.Struct, frozen=True):
    """The official headers.

    Attributes:
        folder: where they are.
        api: their API version: 23 for ONNX Runtime 1.23.
        content: a digest of them.
        added: per later version that added functions to the API, the first of them.
        own: whether the op brings them.
    """

    folder: Path
    api: int
    content: str
    added: tuple[tuple[int, str], ...]
    own: bool = False


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
    for wanted in (ORT_HEADERS, ORT_HEADERS[:1]):
        for folder in folders:
            if all((folder / name).is_file() for name in wanted):
                return folder
    return None


def own_ort_headers(folders: Sequence[Path]) -> Path | None:
    """The folder of the first headers of ONNX Runtime that some folders have; None where they have none.

    One of the two is enough: the other may be missing by mistake.
    """
    places = (Path(os.path.normpath(f / place)) for f in folders for place in ORT_PLACES)
    return next((p for p in places if any((p / name).is_file() for name in ORT_HEADERS)), None)


def api_of(folder: Path) -> int:
    """The API version of the headers in a folder: 23 for ONNX Runtime 1.23; 0 where it is not said."""
    try:
        text = (folder / ORT_HEADERS[0]).read_bytes()
    except OSError:
        return 0
    version = re.search(rb"#define\s+ORT_API_VERSION\s+(\d+)", text)
    return int(version[1]) if version else 0


def ort_headers(folders: Sequence[Path] = ()) -> OrtHeaders:
    """The headers for the user's own C++: those that it brings itself, else this machine's.

    Args:
        folders: where its headers are looked for first.

    Raises:
        UserError: kind ``headers``; there are none here, or those that are used are too old, or not all.
    """
    own = own_ort_headers(folders)
    if own is not None:
        _check_own(own)
        return msgspec.structs.replace(_headers(own), own=True)
    folder = find_ort_headers()
    if folder is None or not (folder / ORT_HEADERS[1]).is_file():
        raise UserError(
            "headers",
            "ONNX Runtime's official C++ headers are not on this machine; its Python package has none",
            "Run make headers where the program's sources are, or unpack a release of ONNX Runtime "
            "and name its include folder in OP_WORKBENCH_ORT_INCLUDE.",
        )
    if (api := api_of(folder)) < OLDEST_ORT:
        raise UserError(
            "headers",
            f"the headers of ONNX Runtime are of API version {api}, {OLDEST_ORT} or later is needed",
            "Name the include folder of a later release in OP_WORKBENCH_ORT_INCLUDE.",
            file=folder,
        )
    return _headers(folder)


def _check_own(folder: Path) -> None:
    """Headers are of one release, and all there.

    Raises:
        UserError: kind ``headers``; they are too old, or one is missing.
    """
    hint = "take the op's own ONNX Runtime headers away: those of this machine are used then"
    for name in ORT_HEADERS:
        path = folder / name
        if not path.is_file():
            other = next(n for n in ORT_HEADERS if n != name)
            raise UserError(
                "headers",
                f"the op brings ONNX Runtime's {other}, and no {name} of the same release beside it",
                f"Put that beside it, or {hint}.",
                file=folder / other,
            )
        for included in _INCLUDE.findall(path.read_text("utf-8", "replace")):
            if not (folder / included).is_file():
                raise UserError(
                    "headers",
                    f"the op's own {name} includes {included}, which is not beside it",
                    f"Put that of the same release beside it, or {hint}.",
                    file=path,
                )
    if (api := api_of(folder)) < OLDEST_OWN:
        raise UserError(
            "headers",
            f"the op's own headers of ONNX Runtime are of API version {api}, and {OLDEST_OWN} is the oldest "
            "that an op library is built with",
            "Take the op's own ONNX Runtime headers away: those of this machine are used then, with the "
            "names that headers of that time had.",
            file=folder / ORT_HEADERS[0],
        )


def _headers(folder: Path) -> OrtHeaders:
    texts = [(folder / name).read_bytes() for name in ORT_HEADERS]
    return OrtHeaders(
        folder,
        api_of(folder),
        hashlib.sha256(b"\0".join(texts)).hexdigest(),
        _added(texts[0].decode("utf-8", "replace")),
    )


_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"', re.MULTILINE)
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
