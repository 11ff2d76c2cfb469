"""``make faults``: what the program says of kernels that are broken on purpose.

Each file in ``tests/faults`` is a kernel with one fault, at the line marked ``// FAULT``. Each is
built and verified as ``op-workbench verify`` does it, once with a reference and once without; what
that does not call wrong is checked, as ``op-workbench check`` does it. What is not found stands in
the table like the rest. A second table has kernels that are wrong only sometimes (``subtle.py``).

    named             what is said names the fault, by the words in ``FAULTS``
    line              that, and the fault's very line
    GREEN AND WRONG   the op is said to agree: the worst
    not named         it is red, for another reason
    not found         neither red nor named: it runs alike in both runtimes

Exit status 1 where a fault was not survived, or is green and wrong; the other promises are printed
beside the figures. Needs two cores and some minutes.
"""

from __future__ import annotations

import argparse
import re
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tools.shares import in_shares
from tools.subtle import CAUGHT, SUBTLE, caught, check_op
from tools.subtle import table as subtle_table
from workbench import paths
from workbench.core import jobs
from workbench.core.checking import CELL_LIMITS
from workbench.core.errors import Problem
from workbench.core.pipeline.op_state import OpReport, OpState
from workbench.core.pipeline.parity import UNVERIFIED
from workbench.engine.client import Engine

SOURCES = paths.ops_lib().parent / "tests" / "faults"
MARK = "// FAULT"
LIMITS = jobs.Limits(seconds=8.0)
"""Of a job: what does not end is waited for so long, four times."""

GREEN_AND_WRONG, LINE, NAMED = "GREEN AND WRONG", "line", "named"
NOT_NAMED, NOT_FOUND = "not named", "not found"


class Fault(NamedTuple):
    """A broken kernel.

    Attributes:
        words: a pattern that what is said matches where it names the fault: kind and message.
        elements: of the input.
        libtorch: whether the kernel is a function over ``at::Tensor``.
        transposed: whether the op is called with a tensor whose elements do not lie in order.
    """

    words: str
    elements: int = 64
    libtorch: bool = False
    transposed: bool = False


_BEYOND = r"bounds|overflow on|buffer-overflow|outside its tensor|beyond"
_UNSET = r"uninitiali[sz]ed|never written|not written|does not write"
_RACE = r"data race|threads"
FAULTS = {
    "reads_one_beyond": Fault(_BEYOND),
    "reads_far_beyond": Fault(_BEYOND),
    "heap_overrun_by_one": Fault(_BEYOND),
    "heap_overrun_by_forty": Fault(_BEYOND),
    "stack_overrun": Fault(rf"{_BEYOND}|stack smashing"),
    "use_after_free": Fault(r"after[- ](?:it was )?free|freed"),
    "uninitialised_stack": Fault(_UNSET),
    "uninitialised_heap": Fault(_UNSET),
    "signed_overflow": Fault(r"signed integer overflow|overflows"),
    "integer_division_by_zero": Fault(r"divi\w+ .*by zero"),
    "strides_ignored": Fault(r"stride|contiguous|transposed", libtorch=True, transposed=True),
    "race_small": Fault(_RACE),
    "race_large": Fault(_RACE, elements=1 << 20),
    # The numbers are all that is wrong: that they differ says it.
    "cast_through_another_type": Fault(r"DIFFERS|not the reference|conver"),
    "never_written": Fault(_UNSET),
    "endless_loop": Fault(r"stopped after|for ever"),
    "endless_recursion": Fault(r"recursion|stack overflow|stack-overflow"),
    "allocates_50_gb": Fault(r"memory|bad_alloc"),
    "aborts": Fault(r"abort"),
    "asserts": Fault(r"assertion (?!or )|numel\(\) == 1"),
    "exits": Fault(r"exit"),
    "throws_an_int": Fault(r"exception|threw|thrown"),
    "throws": Fault(r"no such luck"),
    "throws_in_parallel_for": Fault(r"no such luck"),
    "throws_in_a_thread": Fault(r"no such luck"),
    "forks": Fault(r"fork"),
    "writes_to_all_descriptors": Fault(r"descriptor"),
    "deadlock": Fault(r"stopped after|deadlock"),
    "wrong_shape": Fault(r"gives .* declared is|shape", libtorch=True),
}

PROMISED = {"survived": 24, "named": 24, "exact line": 18}
"""At least so many of the faults, with a reference and without one each."""
PROMISED_GREEN = 0

_TOML = """
schema = 1
name = "{name}"
torch = "faults::{name}"

[[args]]
name = "x"
dtype = "float32"

[[outputs]]
name = "y"
dtype = "x"
shape = "x.shape"

[kernel]
style = "{style}"
source = "kernel.cpp"
function = "{name}"

[[mapping.nodes]]
op = "broken.ops::{name}"
inputs = ["x"]
outputs = ["y"]

[ort]
implementation = "{ort}"

[model]
{model}

[[model.inputs]]
arg = "x"
shape = {shape}
seed = 1
generator = "uniform"
low = 0.1
high = 9.9
"""
_REFERENCE = '\n[reference]\npython = "2 * x"\n'
_TRANSPOSING = """
from torch import nn


class Transposing(nn.Module):
    def __init__(self, op):
        super().__init__()
        self.op = op

    def forward(self, x):
        return self.op(x.t())


def model(op):
    return Transposing(op)
"""
_GOOD = """
#include <workbench/tensor.h>

void good(const wb::Context&, wb::Tensor<const float> x, wb::Tensor<float> y) {
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = 2 * x[i];
}
"""


class Row(NamedTuple):
    """What came of one fault.

    Attributes:
        fault: its name.
        reference: whether the op had one.
        survived: no host had to be started anew, and a good op then agreed.
        status: of the op's report.
        kind, message: of what is said, as the command line says it.
        named_line: the line of the kernel that is named; 0 for none.
        line: the fault's.
        judgement: one of the words above.
        by: the command that says so.
    """

    fault: str
    reference: bool
    survived: bool
    status: str
    kind: str
    message: str
    named_line: int
    line: int
    judgement: str
    by: str = "verify"


def fault_line(name: str) -> int:
    """The line of the mark, from 1."""
    lines = (SOURCES / f"{name}.cpp").read_text(encoding="utf-8").splitlines()
    (line,) = (number for number, text in enumerate(lines, 1) if text.endswith(MARK))
    return line


def write_op(folder: Path, name: str, kernel: str, fault: Fault, reference: bool) -> Path:
    """An op's folder around a kernel. Returns it."""
    folder.mkdir(parents=True)
    model, shape = "", f"[{fault.elements}]"
    if fault.transposed:
        model, shape = 'source = "net.py"', f"[{fault.elements // 8}, 8]"
        (folder / "net.py").write_text(_TRANSPOSING, encoding="utf-8")
    style, ort = ("libtorch", "bridge") if fault.libtorch else ("portable", "portable")
    toml = _TOML.format(name=name, style=style, ort=ort, model=model, shape=shape)
    (folder / "op.toml").write_text(toml + _REFERENCE * reference, encoding="utf-8")
    (folder / "kernel.cpp").write_text(kernel, encoding="utf-8")
    return folder


class Bench:
    """An engine that verifies one broken op after the other, and a good one after each."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._started: list[str] = []
        self._engine = Engine(self._saw, limits=LIMITS)
        self._good = write_op(folder / "good", "good", _GOOD, Fault(""), True)

    def _saw(self, event: jobs.Event, _: Path | None) -> None:
        if isinstance(event, jobs.HostReady):
            self._started.append(event.host)

    def __enter__(self) -> Bench:
        report = self._verify(self._good).report()
        if report.status != "agrees":
            raise SystemExit(f"the op without a fault: {report.status}: {report.error}")
        return self

    def __exit__(self, *error: object) -> None:
        self._engine.__exit__(None, None, None)

    def _verify(self, folder: Path) -> OpState:
        (state,) = self._engine.load([folder])
        self._engine.run([folder], force=True)
        return state

    def row(self, name: str, reference: bool) -> Row:
        """Verify one, and then the good op."""
        fault = FAULTS[name]
        text = (SOURCES / f"{name}.cpp").read_text(encoding="utf-8")
        folder = self.folder / f"{name}_{reference}"
        self._started.clear()
        report = self._verify(write_op(folder, name, text, fault, reference)).report()
        said = said_of(report, self._engine.pipeline.states[folder])
        status, by = report.status, "verify"
        if status in ("agrees", UNVERIFIED):
            # What hangs is red by now, and a kernel with sanitizers may take its time to begin.
            checked = check_op(self._engine, folder, folder.with_suffix(".cells"), CELL_LIMITS)
            if checked.findings:
                said = [*(finding.problem for finding in checked.findings), *said]
                status, by = checked.status, "check"
        alive = self._verify(self._good).report().status == "agrees"
        survived = alive and not self._started
        self._engine.pipeline.forget(folder)
        row = judged(name, reference, survived, status, said, folder / "kernel.cpp")
        return row._replace(by=by)


def said_of(report: OpReport, state: OpState) -> list[Problem]:
    """All that the command line says of an op, what comes first there first."""
    said = sorted(report.problems, key=lambda p: ("error", "warning", "note").index(p.severity))
    compare = state.current_result("compare")
    if report.status == "differs" and isinstance(compare, jobs.CompareResult):
        worst = next(o for o in compare.outputs if not o.agrees)
        text = (
            f"{worst.actual_by} and {worst.expected_by}: DIFFERS, {worst.differing} of "
            f"{worst.elements}. {worst.note}"
        )
        said.insert(0, Problem("differs", text))
    return said


def judged(
    name: str, reference: bool, survived: bool, status: str, said: Sequence[Problem], kernel: Path
) -> Row:
    """The row of a fault of which something is said."""
    fault, line = FAULTS[name], fault_line(name)
    names = [p for p in said if re.search(fault.words, f"{p.kind}: {p.message}")]
    shown = next(iter([*names, *said]), Problem("", ""))
    named_line = shown.line if shown.file == str(kernel) else 0
    if status == "agrees":
        judgement = GREEN_AND_WRONG
    elif names:
        judgement = LINE if named_line == line else NAMED
    else:
        judgement = NOT_NAMED if status in ("failed", "differs") else NOT_FOUND
    return Row(
        name, reference, survived, status, shown.kind, shown.message, named_line, line, judgement
    )


def rows(names: Iterable[str]) -> Iterator[Row]:
    """Verify each with a reference and without, on two engines, in the order of ``FAULTS``."""
    with tempfile.TemporaryDirectory(prefix="faults-") as folder:
        scratch = Path(folder)
        wanted = [name for name in FAULTS if name in set(names)]
        for pair in in_shares(wanted, lambda queue: _share(scratch, queue)):
            yield from pair


def _share(scratch: Path, queue: Iterator[str]) -> Iterator[tuple[str, tuple[Row, Row]]]:
    """What one engine does. Both rows of a fault share a kernel, which is built once."""
    with Bench(Path(tempfile.mkdtemp(dir=scratch))) as bench:
        for name in queue:
            yield name, (bench.row(name, True), bench.row(name, False))


def table(found: Sequence[Row]) -> str:
    """The rows, for people; of lines first the named one, then the fault's."""
    lines = [f"{'fault':<39}{'judgement':<17}{'line':>6}  {'by':<8}{'status':<11}what is said"]
    for row in found:
        with_reference = "[reference]" if row.reference else ""
        said = f"{row.kind}: {' '.join(row.message.split())}" if row.kind else ""
        where = f"{row.named_line or '-'}/{row.line}"
        survived = "" if row.survived else "NOT SURVIVED "
        lines.append(
            f"{row.fault:<26}{with_reference:<13}{row.judgement:<17}{where:>6}  {survived}"
            f"{row.by:<8}{row.status:<11}{said}"
        )
    return "\n".join(lines)


def report(found: Sequence[Row]) -> int:
    """Print the sums beside their promises. Returns the exit status."""
    for reference in (True, False):
        some = [row for row in found if row.reference == reference]
        counts = {
            "survived": sum(row.survived for row in some),
            "named": sum(row.judgement in (NAMED, LINE) for row in some),
            "exact line": sum(row.named_line == row.line for row in some),
        }
        which = "with [reference]" if reference else "without"
        for what, count in counts.items():
            kept = "" if count >= PROMISED[what] else " NOT KEPT"
            limit = f"(promised: at least {PROMISED[what]}){kept}"
            print(f"= {what}, {which}: {count} of {len(some)} {limit}")
        green = sum(row.judgement == GREEN_AND_WRONG for row in some)
        kept = "" if green <= PROMISED_GREEN else " NOT KEPT"
        print(
            f"= green and wrong, {which}: {green} of {len(some)} (promised: {PROMISED_GREEN}){kept}"
        )
    bad = [row for row in found if not row.survived or row.judgement == GREEN_AND_WRONG]
    return 1 if bad else 0


def main() -> int:
    """Verify and print. Exit status 0 if all was survived and nothing is green and wrong."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("only", nargs="*", help="names of faults")
    options = parser.parse_args()
    if unknown := [name for name in options.only if name not in FAULTS]:
        parser.error(f"no such fault: {', '.join(unknown)}; there are {', '.join(FAULTS)}")
    began = time.monotonic()
    found = list(rows(options.only or FAULTS))
    print(table(found))
    print(f"{len(found)} rows, {time.monotonic() - began:.0f} s")
    status = report(found)
    if options.only:
        return status
    began = time.monotonic()
    wrong_sometimes = list(caught(SUBTLE))
    print(subtle_table(wrong_sometimes))
    missed = sum(one.judgement != CAUGHT for one in wrong_sometimes)
    kept = "" if not missed else " NOT KEPT"
    print(
        f"= subtly wrong, caught by check: {len(SUBTLE) - missed} of {len(SUBTLE)} "
        f"(promised: all, {time.monotonic() - began:.0f} s){kept}"
    )
    return 1 if missed else status


if __name__ == "__main__":
    raise SystemExit(main())
