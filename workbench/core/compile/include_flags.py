"""Where a file of the user's looks for what it includes: one list for the build and for the editor."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from workbench.core.compile.includes import included_names
from workbench.core.compile.providers import system_folder

__all__ = ["include_flags"]


def include_flags(source: Path, include: Sequence[Path]) -> list[str]:
    """Flags for its own folder, the declared ones, and those of the system that no compiler looks into.

    Args:
        source: the file.
        include: folders of the user's headers.
    """
    # System headers: their warnings are not the user's.
    found = dict.fromkeys(map(system_folder, included_names(source, include)))
    far = [word for folder in found if folder is not None for word in ("-isystem", str(folder))]
    return [*(f"-I{folder}" for folder in (source.parent, *include)), *far]
