"""Small projects, and what is left of them after something has failed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from workbench.core.errors import Problem, UserError
from workbench.core.storage.project import gallery_folder

FOO = gallery_folder() / "foo"


def refused(function: Callable[..., Any], *args: Any) -> Problem:
    with pytest.raises(UserError) as caught:
        function(*args)
    return caught.value.problem


def tree(folder: Path) -> dict[str, bytes]:
    return {
        str(p.relative_to(folder)): p.read_bytes() if p.is_file() else b"<folder>"
        for p in sorted(folder.rglob("*"))
    }


def half_way(source: Path, target: Path, **_: object) -> None:
    """A disk that fills up in the middle of a copy."""
    Path(target).write_text("half", encoding="utf-8")
    raise OSError(28, "No space left on device")


LED_OUT = ["all", "gone", "loop", "notes.py", "pipe", "root"]
