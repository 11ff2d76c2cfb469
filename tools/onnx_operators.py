"""How many of ONNX's test cases the ops of ``new --onnx-operator`` express, per standard operator.

    python tools/onnx_operators.py [OPERATOR …]

Nothing is built. Prints one line an operator: how many cases there are, how many the draft expresses,
and why it does not express the others; at the end the sums.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec
import onnx

from workbench.core.errors import UserError
from workbench.engine.onnx.onnx_cases import onnx_cases
from workbench.engine.onnx.operator_cases import operator_cases
from workbench.importers.drafts.from_operator import draft_from_operator

__all__ = ["Line", "lines", "standard_names"]


class Line(msgspec.Struct, frozen=True):
    """What comes of one operator.

    Attributes:
        cases: of tensors alone.
        expressed: how many of them the drafted op expresses.
        others: how many have sequences or optionals.
        reasons: why a case is not expressed → how often; or why there is no draft.
    """

    operator: str
    cases: int = 0
    expressed: int = 0
    others: int = 0
    reasons: dict[str, int] = {}


def standard_names() -> list[str]:
    """The operators of ONNX's own domain."""
    return sorted({s.name for s in onnx.defs.get_all_schemas() if s.domain == ""})


def lines(names: list[str]) -> Iterator[Line]:
    """One line for each operator."""
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            yield _line(name, Path(folder))


def _line(name: str, folder: Path) -> Line:
    try:
        found = operator_cases(name)
    except UserError as error:
        return Line(name, reasons={error.problem.message: 1})
    count, others = len(found.cases), len(found.others)
    try:
        op = draft_from_operator(found).op
        cases = onnx_cases(op, folder, name)
    except UserError as error:
        return Line(name, count, 0, others, {error.problem.message: count})
    # Those of sequences and optionals are skipped as such, and counted apart.
    tensors = [c for c in cases if c.name not in found.others]
    reasons = Counter(c.skipped for c in tensors if c.skipped)
    return Line(name, count, sum(not c.skipped for c in tensors), others, dict(reasons))


def main() -> None:
    """Print the table."""
    made = list(lines(sys.argv[1:] or standard_names()))
    for line in made:
        why = "; ".join(f"{count} × {reason}" for reason, count in line.reasons.items())
        print(f"{line.operator:28} {line.expressed:4} of {line.cases:4}  {why}")
    cases = sum(line.cases for line in made)
    expressed = sum(line.expressed for line in made)
    whole = sum(line.expressed == line.cases > 0 for line in made)
    having = sum(line.cases > 0 for line in made)
    print(
        f"\n{expressed} of {cases} cases; {whole} of {having} operators with cases of tensors have all"
    )


if __name__ == "__main__":
    main()
