"""A function of torch that is called, and that the installed torch does not have so."""

from __future__ import annotations

import mmap
import re
from collections.abc import Sequence

from workbench.core.errors import Problem, UserError
from workbench.engine.toolchain import torch_folder, version_of

__all__ = ["not_in_torch"]

_OF_TORCH = re.compile(r"(?:at|c10|caffe2|torch)::[\w:~]+")
_LIBRARIES = ("libc10.so", "libtorch_cpu.so", "libtorch_python.so")
_ABI = "-D_GLIBCXX_USE_CXX11_ABI=0"


def not_in_torch(name: str, flags: Sequence[str], library: str = "") -> Problem | None:
    """Why torch's libraries do not define a name; None where it is none of torch's.

    Args:
        name: demangled, with its parameters: ``c10::detail::torchCheckFail(char const*, …)``.
        flags: those that the op's files are compiled with.
        library: the file that calls it, where it is not the op's own.
    """
    qualified = name.partition("(")[0].rpartition(" ")[2]
    if not _OF_TORCH.fullmatch(qualified):
        return None
    torch = f"torch {version_of('torch')}"
    who = library or "what was compiled here"
    # The one of C++11 has 'cxx11' in its name.
    if re.search(r"\bstd::(?:basic_)?string\b", name):
        if _ABI in flags:
            hint, key = f"Take {_ABI} out of kernel.compile_flags.", "kernel.compile_flags"
        else:
            hint, key = f"Take a build of it for {torch}.", ""
        message = f"{torch} has C++11's std::string in its functions, and {who} the one before it"
        return Problem("link", message, hint, key=key)
    hint = (
        f"Take a build of it for {torch}."
        if library
        else "Are the headers this torch's? Another torch's in the include folders, or a function "
        "that is declared by hand, does not fit."
    )
    if _is_in_torch(qualified):
        message = f"{torch} has '{qualified}', but not as {who} calls it: {name}"
    else:
        message = f"{torch} has no '{qualified}', which {who} calls, and no file of the op has it"
    return Problem("link", message, hint)


def _is_in_torch(qualified: str) -> bool:
    """Whether torch's libraries have a function of that name, with any parameters."""
    *scopes, last = qualified.split("::")
    ends = {scopes[-1]: "C", f"~{scopes[-1]}": "D"}
    encoded = "".join(f"{len(scope)}{scope}" for scope in scopes)
    encoded += ends.get(last, f"{len(last)}{last}E")
    try:
        folder = torch_folder() / "lib"
    except UserError:
        return False
    for name in _LIBRARIES:
        path = folder / name
        if not path.is_file():
            continue
        with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as all_:
            if all_.find(encoded.encode()) >= 0:
                return True
    return False
