"""A package's C++ as texts that ops are drafted from, with the flags that its ``setup.py`` gives."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from workbench.core.errors import UserError
from workbench.importers.cpp.candidates import Candidate
from workbench.importers.cpp.draft import draft_of
from workbench.importers.cpp.files import SUFFIXES, read_sources
from workbench.importers.cpp.tree import MAX_BYTES
from workbench.importers.drafts.draft import Draft, Gap
from workbench.importers.setup_py.setup_file import Extension, Setup, read_setup

__all__ = ["SETUP", "Package", "package_draft", "read_package"]

_REGISTERS = re.compile(r"\b(?:PYBIND11_MODULE|TORCH_LIBRARY\w*|RegisterOperators)\b")
SETUP = "setup.py"
"""What the file is called."""
_MOST = 48
"""Sources that are read; a package with more of them has its registrations read first."""


class Package(msgspec.Struct, frozen=True):
    """What ops can be drafted from.

    Attributes:
        setup: what the file says.
        texts: the C++ by its path in the package.
        notes: what of it was not read, and why.
    """

    setup: Setup
    texts: dict[str, str]
    notes: tuple[str, ...]


def read_package(path: Path, setup: Setup | None = None) -> Package:
    """Read a ``setup.py`` and the C++ that it names; nothing of it is run.

    Args:
        path: the file.
        setup: what is known of it already.

    Raises:
        UserError: kind ``file``, ``setup`` or ``cpp``; it names no C++ that can be read.
    """
    setup = setup or read_setup(path)
    root = setup.path.parent
    extensions = setup.extensions
    notes = setup.lines + [
        f"{e.name or 'extension'}: {line}" for e in extensions for line in e.left
    ]
    sources = list(dict.fromkeys(s for e in extensions for s in e.sources))
    sources = [s for s in sources if Path(s).suffix.lower() in SUFFIXES]
    if not sources:
        what = "makes no extension" if not extensions else "names no C++ file that is there"
        told = "".join(f"\n    {line}" for line in notes[:20])
        hint = (
            "Choose the C++ files themselves, or have it run (--run-setup, or the button)." + told
        )
        raise UserError(
            "setup", f"as far as it can be read without running it, it {what}", hint, file=path
        )
    named, further = _chosen(root, sources)
    notes += [f"{file}: not read, there are too many sources" for file in further]
    include = [root / folder for e in extensions for folder in e.include]
    texts = read_sources([root / s for s in named], list(dict.fromkeys(include)), root)
    return Package(setup, texts, tuple(dict.fromkeys(notes)))


def _chosen(root: Path, sources: list[str]) -> tuple[list[str], list[str]]:
    """The sources that are read, those that register something first, and the others."""
    sizes = {s: (root / s).stat().st_size for s in sources}
    order = sorted(sources, key=lambda s: not _registers(root / s, sizes[s]))
    taken: list[str] = []
    total = 0
    for source in order:
        if len(taken) < _MOST and total + sizes[source] < MAX_BYTES * 3 // 4:
            taken.append(source)
            total += sizes[source]
    return taken, [s for s in order if s not in taken]


def _registers(path: Path, size: int) -> bool:
    try:
        return size < MAX_BYTES and bool(_REGISTERS.search(path.read_text("utf-8", "replace")))
    except OSError:
        return False


def package_draft(candidate: Candidate, package: Package, name: str = "") -> Draft:
    """Draft an op of a package, with the flags of the extension that it is in.

    Raises:
        UserError: as ``draft_of``.
    """
    draft = draft_of(candidate, package.texts, name)
    extension = _extension_of(candidate, package)
    kernel = draft.op.kernel
    others = {s for e in package.setup.extensions for s in e.sources} - set(extension.sources)
    inside = [f for f in extension.include if any(t.startswith(f"{f}/") for t in package.texts)]
    include = [*kernel.include, *inside]
    if "." in extension.include:
        include.append(".")
    kernel = msgspec.structs.replace(
        kernel,
        sources=tuple(s for s in kernel.sources if s not in others),
        include=tuple(dict.fromkeys(include)),
        compile_flags=extension.flags,
        link_flags=tuple(f for f in extension.link if f != "-s"),
    )
    gaps = [Gap("kernel.compile_flags", f"setup.py: {note}") for note in package.notes]
    if extension.nvcc:
        flags = " ".join(extension.nvcc)
        gaps.append(Gap("kernel.compile_flags", f"setup.py: flags of nvcc are not taken: {flags}"))
    op = msgspec.structs.replace(draft.op, kernel=kernel)
    return msgspec.structs.replace(draft, op=op, gaps=(*draft.gaps, *gaps))


def _extension_of(candidate: Candidate, package: Package) -> Extension:
    files = [candidate.file, candidate.function.file if candidate.function else ""]
    found = [e for e in package.setup.extensions if set(files) & set(e.sources)]
    return (found or list(package.setup.extensions))[0]
