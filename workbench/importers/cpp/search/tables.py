"""The files whose kernels a macro puts into a table that given files ask: see ``syntax.tables``."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from workbench.core.errors import UserError
from workbench.core.files.file_roles import CPP
from workbench.core.files.files import real_path
from workbench.importers.cpp.headers.files import THIRD_PARTY
from workbench.importers.cpp.headers.headers import files_around
from workbench.importers.cpp.search.project_texts import texts_of_interest
from workbench.importers.cpp.search.scan import parsed
from workbench.importers.cpp.syntax.calls import OF_A_DEVICE
from workbench.importers.cpp.syntax.macros import macros_of, making_macros
from workbench.importers.cpp.syntax.tables import PUT, Kernel, asked_for, kernels_in
from workbench.importers.cpp.syntax.tree import Source

__all__ = ["tabled_for"]

_FOR_CPU = re.compile(r"(?<![a-z])cpu(?![a-z])", re.IGNORECASE)


def tabled_for(paths: Sequence[Path], texts: Mapping[str, str]) -> list[Path]:
    """The files of the same project that put kernels for the CPU into what the given texts ask.

    Of several that do, those are meant that say so; where there is more than one, none is taken.

    Args:
        paths: the given files.
        texts: theirs, and of what came along.

    Raises:
        UserError: kind ``cpp``; a text is no text, or they are too large.
    """
    sources = [s for s in parsed(dict(texts)) if not s.file.startswith(f"{THIRD_PARTY}/")]
    wanted = {name for s in sources for name in asked_for(s)}
    wanted -= {name for s in sources for name in kernels_in(s)}
    if not wanted:
        return []
    read = {real_path(path) for path in paths}
    for files in files_around(paths[0], CPP):
        others = [path for path in map(real_path, files) if path not in read]
        read |= set(others)
        found = dict(_putting(others, wanted))
        taken: dict[Path, None] = {}
        for name in sorted(wanted):
            said = {path: kernels[name].how for path, kernels in found.items() if name in kernels}
            said = {path: how for path, how in said.items() if not OF_A_DEVICE.search(how)}
            plain = [path for path, how in said.items() if _FOR_CPU.search(how)] or list(said)
            if len(plain) == 1:
                taken.setdefault(plain[0])
        if taken:
            return list(taken)
    return []


def _putting(
    paths: Iterable[Path], names: Collection[str]
) -> Iterator[tuple[Path, dict[str, Kernel]]]:
    """Those of the files that may put a kernel for one of the names into a table."""

    def puts(text: str) -> bool:
        return any(match[2] in names for match in PUT.finditer(text))

    for path, text in texts_of_interest(paths, puts):
        try:
            source = Source(text, path.name)
            source.makers = making_macros(macros_of(source))
            kernels = kernels_in(source)
        except UserError:
            continue
        if kernels:
            yield path, kernels
