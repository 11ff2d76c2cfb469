"""What nvcc's assembler printed: it knows kernels by their mangled names, and no line."""

from __future__ import annotations

import re
from pathlib import Path

from workbench.core.errors import Problem
from workbench.core.files.files import read_text

__all__ = ["ptxas_problems"]

_SHARED = re.compile(
    r"ptxas error\s*: Entry function '(\w+)' uses too much shared data \((\w+) bytes, (\w+) max\)"
)


def ptxas_problems(printed: str, source: Path | None) -> list[Problem]:
    """The kernels that ask for more shared memory than a block can have without being asked for more.

    Args:
        printed: what the compiler printed.
        source: the user's file.
    """
    found: dict[str, Problem] = {}
    for mangled, wanted, most in _SHARED.findall(printed):
        name = _name(mangled)
        problem = Problem(
            "compile",
            f"the kernel {name} asks for {int(wanted, 0):,} bytes of static shared memory, and a block can "
            f"have {int(most, 0):,}",
            "Make the __shared__ arrays smaller, or ask for more at the launch: extern __shared__, and "
            "wb::launch(ctx, {blocks, threads, bytes}, …).",
            str(source or ""),
            line=_line(source, name),
        )
        found.setdefault(name, problem)  # once per element type
    return list(found.values())


def _name(mangled: str) -> str:
    """The function's own name: ``_ZN2ns3bigIfEvPf`` is ``big``."""
    rest, name = re.sub(r"^_ZN?K?", "", mangled), mangled
    while match := re.match(r"L?(\d+)", rest):
        end = match.end() + int(match[1])
        name, rest = rest[match.end() : end], rest[end:]
    return name


def _line(source: Path | None, name: str) -> int:
    """Where a file first names it; 0 where it does not."""
    lines = read_text(source).splitlines() if source is not None else []
    return next((n for n, text in enumerate(lines, 1) if re.search(rf"\b{name}\s*\(", text)), 0)
