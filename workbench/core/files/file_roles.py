"""What a file that a declaration names is for, and how its name ends: one row per role.

Checks, fixes, file dialogs, the question of trust and the order of the editor's files ask it.
"""

from __future__ import annotations

from typing import NamedTuple

from workbench.core.files.file_kinds import FILE_KINDS

__all__ = [
    "CPP",
    "CPP_TEXTS",
    "CUDA",
    "CUDA_TEXTS",
    "FILE_ROLES",
    "HEADERS",
    "SOURCES",
    "FileRole",
    "suffix_words",
]

CPP = (".cpp", ".cc", ".cxx")
"""Of a C++ file that is compiled by itself."""
HEADERS = (".h", ".hpp", ".hh", ".hxx", ".inl")
CPP_TEXTS = (*CPP, ".c", *HEADERS)
"""What is read as C++."""
CUDA = (".cu",)
"""Of a file that CUDA's compiler compiles by itself."""
CUDA_TEXTS = (*CUDA, ".cuh")
"""What is read as CUDA, whose own language is C++ with NVIDIA's headers."""
SOURCES = (*CPP_TEXTS, *CUDA_TEXTS)
"""All that a compiler may be given."""
_PYTHON = (".py",)

_WORDS = {
    ".cpp": "C++ source",
    ".cu": "CUDA source",
    ".py": "Python file",
    ".onnx": "ONNX model",
    ".npy": "file of values",
    ".so": "shared library",
}


def suffix_words(suffixes: tuple[str, ...]) -> str:
    """What a file is that ends so: ``C++ source``."""
    return next((_WORDS[s] for s in suffixes if s in _WORDS), "source")


class FileRole(NamedTuple):
    """One role.

    Attributes:
        words: what the file is for.
        suffixes: how its name may end, the usual one first; empty for a folder.
        turn: of texts, in which order one writes them: first what the op is, then what it is
            tried with; 0 for what is no text.
    """

    words: str
    suffixes: tuple[str, ...] = ()
    turn: int = 0

    @property
    def pattern(self) -> str:
        """For a file dialog: ``*.npy *.npz``."""
        return " ".join(f"*{suffix}" for suffix in self.suffixes)


FILE_ROLES = {
    "kernel": FileRole("kernel", CPP, 1),  # a style may have others
    "gpu": FileRole("CUDA kernel", CUDA, 1),
    "source": FileRole("further source", (*CPP, ".c", *CUDA), 1),
    "ort": FileRole("ONNX Runtime op", CPP, 1),
    "mapping": FileRole("mapping", _PYTHON, 1),
    "script": FileRole("onnxscript function", _PYTHON, 1),
    "model": FileRole("sample model", _PYTHON, 2),
    "reference": FileRole("reference", _PYTHON, 2),
    "backward": FileRole("backward", _PYTHON, 2),
    "onnx": FileRole("ONNX model", (".onnx",)),
    "module": FileRole("compiled module", (".so",)),
    "arrays": FileRole("example values", tuple(s for kind in FILE_KINDS for s in kind.suffixes)),
    "folder": FileRole("folder of headers"),
}
"""Role → what is known of its files; a key says its role, see ``declared.key``."""
