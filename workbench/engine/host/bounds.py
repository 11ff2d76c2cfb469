"""An index outside its tensor: what a build with ``WB_CHECK_BOUNDS`` finds, with its line.

Such a build costs time in every access, so kernels are not made that way. After a crash the
host has the job done once more with one: the finding is the cause, the crash its consequence.
"""

from __future__ import annotations

import re
from pathlib import Path

from workbench.core.errors import Problem

__all__ = ["BOUNDS", "placed"]

BOUNDS = "bounds"
"""The kind of a problem that tells of an index outside its tensor."""
# As wb::Index writes it.
_FOUND = re.compile(
    r"(index (?:-?\d+|\[[^\]]*\]) of a (?:tensor of sizes \[[^\]]*\]|list of \d+)) \(at (.+?):(\d+)\)"
)


def placed(problem: Problem, folder: str) -> Problem:
    """A problem that tells of such an index, as what it is and with its location."""
    found = _FOUND.search(problem.message)
    if found is None:
        return problem
    case = re.match(r"case [^:]+: ", problem.message)
    return Problem(
        BOUNDS,
        f"{case[0] if case else ''}the kernel goes out of bounds: {found[1]}",
        "Correct the index: what lies there belongs to something else.",
        str(Path(folder) / found[2]),
        line=int(found[3]),
    )
