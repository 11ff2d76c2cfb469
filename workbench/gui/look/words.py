"""The words for what a declaration may choose: a name, and one sentence that explains it."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["IMPLEMENTATIONS", "REGISTRATIONS", "STYLES", "Choice"]


class Choice(NamedTuple):
    """One choice.

    Attributes:
        title: two or three words.
        short: what it is, behind the title in a list.
        text: what it means, in one or two sentences.
    """

    title: str
    short: str
    text: str


STYLES: dict[str, Choice] = {
    "portable": Choice(
        "Portable C++",
        "one source for both runtimes",
        "A typed C++ function over light tensor views. It is compiled once, and the same code runs "
        "in PyTorch and in ONNX Runtime.",
    ),
    "libtorch": Choice(
        "libtorch C++",
        "functions over at::Tensor",
        "C++ with PyTorch's own headers: a plain function, a file that registers the op itself, or "
        "a Python extension.",
    ),
    "installed": Choice(
        "Installed",
        "an op that torch or a package has",
        "Nothing is compiled: torch, or the package named here, brings the op. What is declared "
        "above must be its schema.",
    ),
    "python": Choice(
        "Python",
        "an autograd.Function",
        "A Python class with a forward; no compiler is needed. ONNX Runtime runs what the mapping "
        "makes of it.",
    ),
}

REGISTRATIONS: dict[str, Choice] = {
    "generated": Choice("Generated", "a plain function", "The program registers the function."),
    "own": Choice(
        "In the file itself",
        "TORCH_LIBRARY",
        "The file registers the op: TORCH_LIBRARY or RegisterOperators.",
    ),
    "pybind": Choice(
        "Python extension",
        "PYBIND11_MODULE",
        "The file is a Python extension, called from an autograd.Function that is generated.",
    ),
}

IMPLEMENTATIONS: dict[str, Choice] = {
    "portable": Choice(
        "The portable kernel",
        "the same code as in PyTorch",
        "The compiled kernel is bound to ONNX Runtime, too. The op library needs nothing else.",
    ),
    "bridge": Choice(
        "Bridge to PyTorch",
        "calls the torch op",
        "ONNX Runtime's buffers are handed to the torch op. Nothing is rewritten, but libtorch must "
        "be installed where the model runs.",
    ),
    "own": Choice(
        "C++ of your own",
        "ONNX Runtime's official headers",
        "A source written against onnxruntime_cxx_api.h. It is built as it is.",
    ),
    "export-only": Choice(
        "Export only",
        "another runtime runs it",
        "The model is made and its graph is checked. Its numbers are not compared.",
    ),
    "none": Choice(
        "None",
        "standard nodes and functions only",
        "ONNX Runtime has all it needs: every node is a standard one, or a function that travels in "
        "the model.",
    ),
}
