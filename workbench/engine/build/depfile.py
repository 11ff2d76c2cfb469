"""What a compiler notes of the files that it has read."""

from __future__ import annotations

import re
from pathlib import Path

__all__ = ["read_depfile"]


def read_depfile(path: Path) -> list[Path]:
    """The prerequisites of a Makefile rule as compilers write it."""
    if not path.is_file():
        return []
    text = path.read_text(encoding="utf-8", errors="surrogateescape").replace("\\\n", " ")
    words = re.findall(r"(?:\\.|\S)+", text.partition(": ")[2])
    return [Path(re.sub(r"\\(.)", r"\1", word).replace("$$", "$")) for word in words]
