"""A problem shown in a text, for either editor."""

from dataclasses import dataclass
from typing import Literal

__all__ = ["Marker"]


@dataclass(frozen=True)
class Marker:
    """A problem in a document; lines and columns count from 1, columns in UTF-16 units.

    Attributes:
        line: first line.
        column: first column.
        end_line: last line; 0 for the same line.
        end_column: the column after the last; 0 for the end of the word that stands there.
        severity: how bad it is.
        message: what the user reads.
        source: who says so.
        unused: whether the text is only superfluous; it is shown pale.
    """

    line: int
    column: int
    end_line: int = 0
    end_column: int = 0
    severity: Literal["error", "warning", "info"] = "error"
    message: str = ""
    source: str = ""
    unused: bool = False
