"""Which of torch's headers a libtorch kernel is compiled with.

The light ones hold tensors and registration, the others all of torch; both with Python's objects
where a kernel names them. See ``ops_lib/include/torch_light`` for why there are light ones.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import msgspec

from workbench import paths
from workbench.core.compile.includes import included_files

__all__ = ["LACKS", "HeaderSet", "header_sets"]

_PYTHON = re.compile(
    r"\b(pybind11|PYBIND11_\w+|py::|THP\w+|PyObject)|#\s*include\s*[<\"](torch/(extension|python)\.h|pybind11|Python\.h)"
)
_HEAVY = re.compile(
    r"torch::(nn|jit|optim|data|serialize|autograd|python|load|save|pickle\w*|class_|CustomClassHolder)\b"
    r"|#\s*include\s*[<\"]torch/csrc/(?!stable/|inductor/aoti)"
)
# What a compiler says of a name, type or file of torch that the light headers lack. A typo in
# the kernel's own code sounds otherwise, and compiling it again would only cost time.
LACKS = re.compile(
    r"[‘'](torch|at|c10)(::\w+)*[’']|incomplete type.*(torch|at|c10)::|(torch|ATen|c10)/\S+\.h"
)


class HeaderSet(msgspec.Struct, frozen=True):
    """One set of headers.

    Attributes:
        name: for people.
        file: the header that is precompiled.
        flags: make a kernel use it.
        links_python: the kernel refers to Python's own symbols, which the program that loads
            it defines.
        by_clang, by_gcc: seconds that precompiling it takes where nothing else runs.
    """

    name: str
    file: Path
    flags: tuple[str, ...] = ()
    links_python: bool = False
    by_clang: float = 13.0
    by_gcc: float = 50.0


def header_sets(source: Path, include: Sequence[Path] = ()) -> list[HeaderSet]:
    """The sets to compile a file with: the next one where the one before does not suffice.

    Args:
        source: the file.
        include: folders of the user's headers beside its own.
    """
    texts = [
        path.read_text(encoding="utf-8", errors="replace")
        for path in included_files(source, [source.parent, *include])
        if path.is_file()
    ]
    folder = paths.ops_lib() / "include" / "torch_light"
    ours = (f"-I{folder}",)
    if any(map(_PYTHON.search, texts)):
        light = HeaderSet(
            "tensors and Python", folder / "torch_python_light.h", ours, True, 11.0, 40.0
        )
        full = HeaderSet("torch and Python", folder / "torch_python.h", links_python=True)
    else:
        light = HeaderSet("tensors only", folder / "torch_light.h", ours, False, 7.0, 17.0)
        full = HeaderSet("all of torch", folder / "torch_all.h")
    return [full] if any(map(_HEAVY.search, texts)) else [light, full]
